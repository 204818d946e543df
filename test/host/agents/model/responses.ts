import { json, namedEvents, type Call, type WireFormat } from './wireFormat.ts';

interface Tool {
  readonly type: string;
  readonly name?: string;
  /** Of a `namespace`: Codex offers the tools of an MCP server as one. */
  readonly tools?: readonly Tool[];
}

interface Item {
  readonly type: string;
  /** Of a `tool_search_output`: what was found may be called from then on. */
  readonly tools?: readonly Tool[];
  /** Of a `function_call_output`. */
  readonly output?: string | readonly { readonly text?: string }[];
}

interface Request {
  readonly model: string;
  readonly input?: readonly Item[];
  readonly tools?: readonly Tool[];
  readonly stream?: boolean;
}

/** Between the name of a namespace and of a tool in it. */
const dot = '.';

/** OpenAI's Responses API: `/v1/responses`. */
export const responsesFormat: WireFormat<Request> = {
  asksForTurn: (path) => /\/responses(?:\?|$)/.test(path),
  read: ({ tools = [], input = [] }) => ({
    offered: [...tools, ...input.flatMap((item) => item.tools ?? [])].flatMap(namesOf),
    answers: input.filter(({ type }) => /_call_output$|^tool_search_output$/.test(type)).map(textOf),
  }),
  write: ({ text, calls }, { model, stream }) => {
    const output = [...(text === '' ? [] : [messageOf(text)]), ...calls.map(itemOf)];
    const usage = {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    };
    const response = { id: 'resp_1', object: 'response', created_at: 0, status: 'completed', model, output, usage };
    if (stream !== true) return json(response);
    const steps = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...output.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      { type: 'response.completed', response },
    ];
    return namedEvents(steps.map((step, index) => ({ ...step, sequence_number: index })));
  },
  elsewhere: { object: 'list', data: [], models: [] },
};

function namesOf({ type, name = type, tools }: Tool): string[] {
  return tools === undefined ? [name] : tools.flatMap(namesOf).map((each) => `${name}${dot}${each}`);
}

function messageOf(text: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
}

function itemOf({ id, name, input }: Call): object {
  if (name === 'tool_search') return { type: 'tool_search_call', call_id: id, execution: 'client', arguments: input };
  if (typeof input === 'string')
    return { type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, name, input, status: 'completed' };
  const [inner = '', namespace] = name.split(dot).toReversed();
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    ...(namespace === undefined ? {} : { namespace }),
    name: inner,
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}

function textOf({ output, tools }: Item): string {
  if (tools !== undefined) return JSON.stringify(tools);
  return typeof output === 'string' ? output : (output ?? []).map(({ text }) => text ?? '').join('\n');
}
