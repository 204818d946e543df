import type { ToolCall, Turn } from './model-script.ts';

/**
 * A turn as server-sent events of a streamed chat completion.
 * @param idOf names the n-th tool call of the turn.
 */
export function streamOf(turn: Turn, idOf: (index: number) => string): string {
  const calls = turn.calls ?? [];
  const events = [
    choice({ role: 'assistant', content: turn.text ?? null }, null),
    ...calls.map((call, index) => choice({ tool_calls: [toolCall(call, index, idOf(index))] }, null)),
    choice({}, calls.length > 0 ? 'tool_calls' : 'stop'),
  ];
  return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

function toolCall(call: ToolCall, index: number, id: string): object {
  return { index, id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } };
}

function choice(delta: object, finish: 'stop' | 'tool_calls' | null): object {
  return {
    id: 'scripted',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(finish === null ? {} : { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
  };
}
