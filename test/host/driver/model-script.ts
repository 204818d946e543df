/** A message of the OpenAI chat-completions format, as far as scripts and assertions need it. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly MessagePart[] | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
}

export interface MessagePart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** What the model says in one turn: a text, and tools to be called, in this order. A turn without calls ends the exchange. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}

/** The turns in order, or a function of what was said since the person's message (that message excluded). */
export type Script = readonly Turn[] | ((since: readonly Message[]) => Turn | Promise<Turn>);

/** A turn that calls tools. */
export function calls(...toolCalls: readonly ToolCall[]): Turn {
  return { calls: toolCalls };
}

/** One tool call. */
export function tool(name: string, input: unknown): ToolCall {
  return { name, input };
}

/** A turn that says something and, unless tools are called, ends the exchange. */
export function says(text: string, ...toolCalls: readonly ToolCall[]): Turn {
  return { text, calls: toolCalls };
}

/** The script, whose first turn waits: the person can do something after the message was sent and before a tool runs. */
export function held(until: Promise<void>, script: Script): Script {
  return async (since) => {
    await until;
    return nextTurn(script, since);
  };
}

/** The text of a message; its other parts (images) are left out. */
export function textOf(message: Message): string {
  if (message.content === null) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => part.text ?? '').join('');
}

/** The turn that a script plays next. */
export function nextTurn(script: Script, since: readonly Message[]): Turn | Promise<Turn> {
  if (typeof script === 'function') return script(since);
  const played = since.filter((message) => message.role === 'assistant').length;
  return script[played] ?? says('(The script has ended.)');
}

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
