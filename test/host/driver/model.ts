import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from './loopback.ts';
import { nextTurn, says, streamOf, textOf, type Message, type Script } from './model-script.ts';
import { waitFor } from './wait.ts';

/** A request that Copilot made. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description?: string; readonly parameters?: unknown };
  }[];
}

/** What came of one message of the person. */
export interface Exchange {
  /** All requests of this exchange, oldest first. */
  readonly requests: () => readonly ModelRequest[];
  /** The message with which the n-th tool call (0-based, over all turns) was answered; waits for it. */
  readonly answerMessage: (call?: number, limit?: number) => Promise<Message>;
  /** The text of that message: exactly what a model would read. */
  readonly answer: (call?: number, limit?: number) => Promise<string>;
  /** The texts of the answers that have arrived, in the order of the calls. */
  readonly answers: () => readonly string[];
  /** Resolves once the script's closing text was served. */
  readonly closed: (limit?: number) => Promise<void>;
}

/** An OpenAI-compatible chat-completions endpoint on loopback that plays scripts. */
export interface Model {
  /** `http://127.0.0.1:<port>/v1/chat/completions` */
  readonly url: string;
  /** All requests of agent turns, those that belong to no exchange too. */
  readonly requests: readonly ModelRequest[];
  /**
   * Plays `script` for the conversation in which the person's latest message contains `query`, in whatever case.
   * The state is read off the conversation itself, so a repeated request gets the same turn again.
   */
  readonly expect: (query: string, script: Script) => Exchange;
  /** What is answered to messages that no exchange was announced for. */
  readonly otherwise: (script: Script) => void;
  readonly stop: () => Promise<void>;
}

interface Playing {
  readonly id: number;
  readonly query: string;
  readonly script: Script;
  readonly requests: ModelRequest[];
  closed: boolean;
}

export async function startModel(): Promise<Model> {
  const requests: ModelRequest[] = [];
  const playing: Playing[] = [];
  let fallback: Script = [says('Nothing was scripted for this.')];

  const reply = async (request: ModelRequest): Promise<string> => {
    if (request.tools === undefined || request.tools.length === 0) return streamOf(says('Scripted'), String);
    requests.push(request);
    const current = playing.findLast(({ query }) => sinceQuery(request.messages, query) !== undefined);
    const since = sinceQuery(request.messages, current?.query ?? '') ?? [];
    current?.requests.push(request);
    const turn = await nextTurn(current?.script ?? fallback, since);
    if (current !== undefined && (turn.calls ?? []).length === 0) current.closed = true;
    return streamOf(turn, (index) => callId(current?.id ?? 0, index + callsIn(since)));
  };
  const server = createServer((request, response) => void answer(request, response, reply));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    requests,
    expect: (query, script) => {
      const current: Playing = { id: playing.length + 1, query, script, requests: [], closed: false };
      playing.push(current);
      return exchangeOf(current);
    },
    otherwise: (script) => {
      fallback = script;
    },
    stop: () => closeServer(server),
  };
}

function exchangeOf(playing: Playing): Exchange {
  const answered = (): readonly Message[] =>
    (playing.requests.at(-1)?.messages ?? []).filter(
      (message) => message.role === 'tool' && message.tool_call_id?.startsWith(callId(playing.id, '')) === true,
    );
  const answerMessage = (call = 0, limit = 60_000): Promise<Message> =>
    waitFor(
      `the answer to tool call ${call} of "${playing.query}"`,
      () => answered().find((message) => message.tool_call_id === callId(playing.id, call)),
      limit,
    );
  return {
    requests: () => playing.requests,
    answerMessage,
    answer: async (call, limit) => textOf(await answerMessage(call, limit)),
    answers: () => answered().map(textOf),
    closed: async (limit = 60_000) => {
      await waitFor(`the end of "${playing.query}"`, () => playing.closed, limit);
    },
  };
}

function callId(exchange: number, call: number | ''): string {
  return `call_${exchange}_${call}`;
}

/** What was said since the person's latest message, if that message contains the query. */
function sinceQuery(messages: readonly Message[], query: string): readonly Message[] | undefined {
  const asked = messages.findLastIndex(
    (message) => message.role === 'user' && textOf(message).toLowerCase().includes(query.toLowerCase()),
  );
  return asked === -1 ? undefined : messages.slice(asked + 1);
}

function callsIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (request: ModelRequest) => Promise<string>,
): Promise<void> {
  try {
    const question: ModelRequest = JSON.parse(await readText(request));
    const body = await reply(question);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).end(body);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
  }
}
