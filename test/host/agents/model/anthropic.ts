import { json, namedEvents, type Reply, type WireFormat } from './wireFormat.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  /** Of a `tool_result`. */
  readonly content?: string | readonly Block[];
}

interface Request {
  readonly messages?: readonly { readonly content: string | readonly Block[] }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly model: string;
  readonly stream?: boolean;
}

const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** Anthropic's Messages API: `/v1/messages`. */
export const anthropicFormat: WireFormat<Request> = {
  asksForTurn: (path) => /\/messages(?:\?|$)/.test(path),
  read: ({ tools = [], messages = [] }) => ({
    offered: tools.map(({ name }) => name),
    answers: messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  }),
  write: (reply, { model, stream }) => {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage };
    const stop = { stop_reason: reply.calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
    const blocks = blocksOf(reply);
    if (stream !== true) return json({ ...message, ...stop, content: blocks.map(({ whole }) => whole) });
    return namedEvents([
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: 'content_block_start', index, content_block: start },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: stop, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]);
  },
  elsewhere: { input_tokens: 1 },
};

/** Each block whole, and as it is streamed: begun empty, then filled by one delta. */
function blocksOf({ text, calls }: Reply): { whole: object; start: object; delta: object }[] {
  const texts = text === '' ? [] : [text];
  return [
    ...texts.map((each) => ({
      whole: { type: 'text', text: each },
      start: { type: 'text', text: '' },
      delta: { type: 'text_delta', text: each },
    })),
    ...calls.map(({ id, name, input }) => ({
      whole: { type: 'tool_use', id, name, input },
      start: { type: 'tool_use', id, name, input: {} },
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    })),
  ];
}

function textOf(content: Block['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');
}
