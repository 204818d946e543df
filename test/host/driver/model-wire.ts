import type { Turn } from './model-script.ts';

/**
 * A turn as server-sent events of a streamed chat completion.
 * @param idOf names the n-th tool call of the turn.
 */
export function streamOf(turn: Turn, idOf: (index: number) => string): string {
  const events =
    'text' in turn
      ? [choice({ role: 'assistant', content: turn.text }, null), choice({}, 'stop')]
      : [
          ...turn.calls.map((call, index) =>
            choice(
              {
                role: 'assistant',
                content: null,
                tool_calls: [
                  {
                    index,
                    id: idOf(index),
                    type: 'function',
                    function: { name: call.name, arguments: JSON.stringify(call.input) },
                  },
                ],
              },
              null,
            ),
          ),
          choice({}, 'tool_calls'),
        ];
  return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
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
