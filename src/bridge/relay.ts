import { callId } from '../core/endpoint/handshake.ts';
import { maxLineBytes, type Line } from '../core/endpoint/lineSplitter.ts';
import type { Dialed, Link } from './dial.ts';
import {
  errorLine,
  invalidRequest,
  parseError,
  parseJson,
  readMessage,
  type Message,
  type RequestId,
} from './jsonRpc.ts';
import { answerOffline, failedCall, type KnownServer } from './offline.ts';

/** How long a window that went away (a reload, a restart) is waited for, and how often it is dialled, in milliseconds. */
const reconnectTimeout = 60_000;
const reconnectInterval = 500;

export interface RelayParts {
  readonly session: string;
  readonly server: KnownServer;
  readonly dial: (lost: readonly string[]) => Promise<Dialed>;
  /** Writes a line to the agent. */
  readonly answer: (line: string) => void;
  readonly delay: (milliseconds: number) => Promise<void>;
}

interface Pending {
  readonly message: Message;
  readonly text: string;
  /** Whether the window had it when the connection was lost. */
  readonly wasSent: boolean;
}

/**
 * Passes MCP messages between an agent and the window that has its folder. A window that goes away does not end the
 * agent's session: the relay dials again, opens the new connection as the agent had opened the first one, sends queries
 * once more, and tells the agent what became of changes. Without a window it answers by itself.
 */
export class Relay {
  readonly #parts: RelayParts;
  readonly #pending = new Map<RequestId, Pending>();
  #link: Link | undefined;
  #connecting: Promise<string | undefined> | undefined;
  /** The agent's `initialize` and `notifications/initialized`, to be repeated to the next window. */
  readonly #opening: { initialize?: string; initialized?: string } = {};
  /** Messages are handled one after the other: the first may still be dialling when the next arrives. */
  #last: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Takes a line from the agent. Resolves when it was passed on or answered. */
  receive(line: Line): Promise<void> {
    this.#last = this.#last.then(() => this.#handle(line));
    return this.#last;
  }

  /** The agent has hung up: the window cancels what it still asked for. */
  async end(): Promise<void> {
    await this.#last;
    this.#hasEnded = true;
    this.#link?.close();
  }

  async #handle(line: Line): Promise<void> {
    if ('tooLong' in line) return this.#refuseTooLong(line.tooLong);
    const message = readMessage(line.text);
    if (message === undefined) return this.#parts.answer(noMessage(line.text));
    if (message.method === 'initialize') this.#opening.initialize = line.text;
    if (message.method === 'notifications/initialized') this.#opening.initialized = line.text;
    if (message.id === undefined || message.method === undefined) return this.#passOn(line.text, message);
    await this.#request(message.id, message, line.text);
  }

  #refuseTooLong(head: string): void {
    const id = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(head)?.[1];
    const words = `A message may take ${maxLineBytes} bytes at most. Nothing was changed. Send less at once.`;
    this.#parts.answer(errorLine(id === undefined ? null : JSON.parse(id), invalidRequest, words));
  }

  /** A notification or a response: for nobody, where no window is there. */
  #passOn(text: string, { method, params }: Message): void {
    if (this.#link !== undefined) return this.#link.send(text);
    const cancelled = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#pending.delete(cancelled);
  }

  async #request(id: RequestId, message: Message, text: string): Promise<void> {
    const { server, answer } = this.#parts;
    if (this.#link === undefined) {
      const isCall = message.method === 'tools/call';
      // While a window is coming back, only a tool is worth waiting for.
      if (this.#connecting !== undefined && !isCall) return answer(answerOffline(id, message, server, ''));
      if (this.#connecting !== undefined) return void this.#pending.set(id, { message, text, wasSent: false });
      const reason = await this.#connect([]);
      if (reason !== undefined) return answer(answerOffline(id, message, server, reason));
    }
    this.#pending.set(id, { message, text, wasSent: true });
    this.#link?.send(text);
  }

  /** Dials once. Undefined where a window answered, else why none did. */
  async #connect(lost: readonly string[]): Promise<string | undefined> {
    const dialed = await this.#parts.dial(lost);
    if ('reason' in dialed) return dialed.reason;
    const { link } = dialed;
    if (this.#hasEnded) {
      link.close();
      return 'The agent has hung up.';
    }
    this.#link = link;
    this.#answerLost(link);
    const reopened = this.#reopen(link);
    link.receive(
      (line) => this.#fromWindow(line, reopened),
      () => this.#lose(link),
    );
    return undefined;
  }

  /** Opens the connection as the agent opened its first one; its own `initialize` is answered already, or still to be sent. */
  #reopen(link: Link): { id: RequestId | undefined } {
    const { initialize, initialized } = this.#opening;
    const id = initialize === undefined ? undefined : readMessage(initialize)?.id;
    const isAnswered = id !== undefined && initialized !== undefined;
    if (!isAnswered || initialize === undefined) return { id: undefined };
    link.send(initialize);
    link.send(initialized);
    return { id };
  }

  #fromWindow(line: Line, reopened: { id: RequestId | undefined }): void {
    const message = 'text' in line ? readMessage(line.text) : undefined;
    if (message === undefined || !('text' in line)) return;
    const isResponse = message.method === undefined && message.id !== undefined;
    if (isResponse && message.id === reopened.id && !this.#pending.has(message.id)) {
      // The agent had this answer from the first window.
      reopened.id = undefined;
      return;
    }
    if (isResponse && message.id !== undefined) this.#pending.delete(message.id);
    this.#parts.answer(line.text);
  }

  #lose(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    if (this.#hasEnded) return;
    this.#connecting = this.#reconnect().finally(() => (this.#connecting = undefined));
  }

  /** Dials until a window answers or the time is over; then answers, or sends once more, all that is pending. */
  async #reconnect(): Promise<string | undefined> {
    let reason: string | undefined;
    for (let waited = 0; waited < reconnectTimeout && !this.#hasEnded; waited += reconnectInterval) {
      await this.#parts.delay(reconnectInterval);
      reason = await this.#connect(this.#lostCalls());
      if (reason !== undefined) continue;
      for (const { text } of this.#pending.values()) this.#link?.send(text);
      return undefined;
    }
    for (const [id, { message, wasSent }] of this.#pending) {
      const about = wasSent && this.#isChange(message) ? unknownOutcome : '';
      this.#parts.answer(answerOffline(id, message, this.#parts.server, `${about}${reason ?? ''}`));
    }
    this.#pending.clear();
    return reason;
  }

  #lostCalls(): string[] {
    const lost = [...this.#pending].filter(([, { message, wasSent }]) => wasSent && this.#isChange(message));
    return lost.map(([id]) => callId(this.#parts.session, id));
  }

  /** A change is never sent twice: the person may have approved it already. */
  #answerLost({ welcome }: Link): void {
    for (const [id, { message, wasSent }] of this.#pending) {
      if (!wasSent || !this.#isChange(message)) continue;
      const outcome = welcome.outcomes[callId(this.#parts.session, id)];
      this.#parts.answer(failedCall(id, message, outcome ?? notWritten));
      this.#pending.delete(id);
    }
  }

  #isChange({ method, params }: Message): boolean {
    if (method !== 'tools/call') return false;
    const tool = this.#parts.server.tools.find(({ name }) => name === params?.['name']);
    return tool?.annotations?.readOnlyHint !== true;
  }
}

function noMessage(text: string): string {
  return parseJson(text) === undefined
    ? errorLine(null, parseError, 'This line is no JSON.')
    : errorLine(null, invalidRequest, 'This is no JSON-RPC message. Batches are not taken.');
}

const notWritten =
  'The VS Code window was closed or reloaded before this change was written. Nothing was changed. Call the tool again.';
const unknownOutcome =
  'The VS Code window went away while this change was under way, and has not come back. Read the files before you go on. ';
