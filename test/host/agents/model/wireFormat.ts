import type { ToolCall } from '../../driver/model-script.ts';

/** What a request asks of the model, read from any wire format. */
export interface Question {
  /** The names of the tools that the model may call, as a call has to name them. */
  readonly offered: readonly string[];
  /** What the model reads as the answers to its calls so far, in the order of the calls. */
  readonly answers: readonly string[];
}

/** A turn to be sent: the calls name tools as they were offered. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly Call[];
}

export interface Call extends ToolCall {
  /** Unique within a run; the format's answers name it where the format has ids. */
  readonly id: string;
}

/** An HTTP response: server-sent events if the request asked for a stream, else JSON. */
export interface Body {
  readonly type: 'application/json' | 'text/event-stream';
  readonly text: string;
}

/** How a model API writes its requests and responses. `request` is the body of a request, parsed from JSON. */
export interface WireFormat<Request = unknown> {
  /** Whether a request to this path (with its query) asks for a turn. */
  readonly asksForTurn: (path: string) => boolean;
  readonly read: (request: Request) => Question;
  readonly write: (reply: Reply, request: Request, path: string) => Body;
  /** The JSON that answers every other request: the count of tokens, the list of models. */
  readonly elsewhere: unknown;
}

export function json(value: unknown): Body {
  return { type: 'application/json', text: JSON.stringify(value) };
}

/** One event for each value. */
export function events(values: readonly object[]): Body {
  return stream(values.map((value) => `data: ${JSON.stringify(value)}\n\n`));
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One event for each value, named by its type. */
export function namedEvents(values: readonly Event[]): Body {
  return stream(values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`));
}

function stream(parts: readonly string[]): Body {
  return { type: 'text/event-stream', text: parts.join('') };
}
