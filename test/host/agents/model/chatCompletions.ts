import { streamOf, textOf, type Message } from '../../driver/model-script.ts';
import { json, type Reply, type WireFormat } from './wireFormat.ts';

interface Request {
  readonly model: string;
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
}

/** OpenAI's Chat Completions API, which is also that of most local models: `/v1/chat/completions`. */
export const chatCompletionsFormat: WireFormat<Request> = {
  asksForTurn: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read: ({ tools = [], messages = [] }) => ({
    offered: tools.map(({ function: { name } }) => name),
    answers: messages.filter(({ role }) => role === 'tool').map(textOf),
  }),
  write: (reply, { model, stream }) => {
    if (stream !== true) return json(completionOf(reply, model));
    return { type: 'text/event-stream', text: streamOf(reply, (index) => reply.calls[index]?.id ?? '') };
  },
  elsewhere: { object: 'list', data: [] },
};

function completionOf({ text, calls }: Reply, model: string): object {
  const toolCalls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) };
  return {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
