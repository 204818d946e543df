import { callId } from '../core/endpoint/handshake.ts';
import { parseJson } from '../core/endpoint/parseJson.ts';
import { maxLineBytes, type Line } from '../core/endpoint/lineSplitter.ts';
import type { Dialed, Link } from './dial.ts';
import { hasSameFolders, type FoundWindow } from './windows.ts';
import {
  errorLine,
  idIn,
  internalError,
  invalidRequest,
  parseError,
  readMessage,
  type Message,
  type RequestId,
} from './jsonRpc.ts';
import { answerOffline, failedCall, type KnownServer } from './offline.ts';
import { PendingRequests, type PendingRequest } from './pendingRequests.ts';

/**
 * How long a window that went away (a reload, a restart) is waited for, and how often it is dialled, in milliseconds. Many
 * agents give a call up after 60 seconds.
 */
const reconnectTimeout = 40_000;
const reconnectInterval = 500;
/** How long only windows with the same folders are dialled, since another one does not know what became of a change. */
const sameWindowTimeout = 20_000;

export interface RelayParts {
  readonly session: string;
  readonly server: KnownServer;
  /** Dials a window; with `same`, only one that has exactly the folders of that one. */
  readonly dial: (lost: readonly string[], same?: FoundWindow) => Promise<Dialed>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Writes a line to the agent. */
  readonly answer: (line: string) => void;
  /** Resolves when the agent has read most of what was written. */
  readonly ready: () => Promise<void>;
  readonly delay: (milliseconds: number) => Promise<void>;
}

/**
 * Passes MCP messages between an agent and the window that has its folder. A window that goes away does not end the
 * agent's session: the relay dials again, opens the new connection as the agent had opened the first one, sends queries
 * once more, and tells the agent what became of changes. Without a window it answers by itself.
 */
export class Relay {
  readonly #parts: RelayParts;
  readonly #pending = new PendingRequests();
  #link: Link | undefined;
  /** Whether a window that went away is being dialled. */
  #isReconnecting = false;
  /** The agent's `initialize` and `notifications/initialized`, to be repeated to the next window. */
  readonly #opening: { initialize?: string; initialized?: string } = {};
  /** Messages are handled one after the other: the first may still be dialling when the next arrives. */
  #last: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Takes a line from the agent. Resolves when it was passed on or answered, and both sides read what they are sent. */
  receive(line: Line): Promise<void> {
    this.#last = this.#last
      .then(() => this.#handle(line))
      .catch((cause: unknown) => {
        this.#parts.answer(errorLine(null, internalError, `Redline's bridge failed: ${String(cause)}`));
      })
      .then(() => Promise.all([this.#parts.ready(), this.#link?.ready()]))
      .then(() => undefined);
    return this.#last;
  }

  /** The agent has hung up: the window cancels what it still asked for. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    this.#link?.close();
  }

  async #handle(line: Line): Promise<void> {
    if ('tooLong' in line) return this.#refuseTooLong(line.tooLong);
    const message = readMessage(line.text);
    if (message === undefined) return this.#parts.answer(noMessage(line.text));
    if (message.method === 'initialize') this.#opening.initialize = line.text;
    if (message.method === 'notifications/initialized') this.#opening.initialized = line.text;
    if (this.#hasEnded) return;
    if (message.id === undefined || message.method === undefined) return this.#passOn(line.text, message);
    await this.#request(message.id, message, line.text);
  }

  #refuseTooLong(head: string): void {
    const id = idIn(head);
    const words = `A message may take ${maxLineBytes} bytes at most. Nothing was changed. Send less at once.`;
    this.#parts.answer(errorLine(id ?? null, invalidRequest, words));
  }

  /** A notification or a response: for nobody, where no window is there. */
  #passOn(text: string, { method, params }: Message): void {
    const cancelled = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
    // A cancelled request gets no answer.
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#pending.delete(cancelled);
    this.#link?.send(text);
  }

  async #request(id: RequestId, message: Message, text: string): Promise<void> {
    const { server, answer } = this.#parts;
    if (this.#pending.isFull(text, this.#link === undefined))
      return answer(answerOffline(id, message, server, tooMuch));
    if (this.#link === undefined) {
      const isCall = message.method === 'tools/call';
      // While a window is coming back, only a tool is worth waiting for.
      if (this.#isReconnecting && !isCall) return answer(answerOffline(id, message, server, ''));
      if (this.#isReconnecting) return this.#pending.set(id, { message, text, sentOver: undefined });
      const reason = await this.#connect([]);
      if (reason !== undefined) return answer(answerOffline(id, message, server, reason));
    }
    this.#send(id, message, text);
  }

  #send(id: RequestId, message: Message, text: string): void {
    this.#pending.set(id, { message, text, sentOver: this.#link });
    this.#link?.send(text);
  }

  /** Dials once. Undefined where a window answered, else why none did. */
  async #connect(lost: readonly string[], same?: FoundWindow): Promise<string | undefined> {
    const dialed = await this.#parts.dial(lost, same);
    if ('reason' in dialed) return dialed.reason;
    const { link } = dialed;
    if (this.#hasEnded) {
      link.close();
      return 'The agent has hung up.';
    }
    this.#link = link;
    this.#answerLost(link);
    const reopened = this.#reopen(link);
    link.receive({
      onLine: (line) => this.#fromWindow(line, reopened),
      onClose: () => this.#lose(link),
      ready: this.#parts.ready,
    });
    return undefined;
  }

  /** Opens the connection as the agent opened its first one; its own `initialize` is answered already, or still to be sent. */
  #reopen(link: Link): { id: RequestId | undefined } {
    const { initialize, initialized } = this.#opening;
    const id = initialize === undefined ? undefined : readMessage(initialize)?.id;
    if (initialize === undefined || id === undefined || this.#pending.has(id)) return { id: undefined };
    link.send(initialize);
    if (initialized !== undefined) link.send(initialized);
    return { id };
  }

  #fromWindow(line: Line, reopened: { id: RequestId | undefined }): void {
    if ('tooLong' in line) return this.#answerTooLong(line.tooLong);
    const message = readMessage(line.text);
    if (message === undefined) return;
    const isResponse = message.method === undefined && message.id !== undefined;
    if (isResponse && message.id === reopened.id && !this.#pending.has(message.id)) {
      // The agent had this answer from the first window.
      reopened.id = undefined;
      return;
    }
    if (isResponse && message.id !== undefined) this.#pending.delete(message.id);
    this.#parts.answer(line.text);
  }

  #answerTooLong(head: string): void {
    const id = idIn(head);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    this.#parts.answer(failedCall(id, pending.message, tooLongAnswer));
  }

  #lose(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    if (this.#hasEnded) return;
    this.#isReconnecting = true;
    void this.#reconnect(link.window).finally(() => (this.#isReconnecting = false));
  }

  /** Dials until a window answers or the time is over; then answers, or sends once more, all that is pending. */
  async #reconnect(from: FoundWindow): Promise<void> {
    const { now, delay } = this.#parts;
    const start = now();
    let reason: string | undefined;
    while (now() - start < reconnectTimeout && !this.#hasEnded) {
      await delay(reconnectInterval);
      reason = await this.#connect(this.#lostCalls(), now() - start < sameWindowTimeout ? from : undefined);
      if (reason !== undefined) continue;
      // A request that came in this moment may have been sent already.
      for (const [id, { message, text, sentOver }] of this.#pending.all())
        if (sentOver !== this.#link) this.#send(id, message, text);
      return;
    }
    for (const [id, pending] of this.#pending.all()) {
      const words = this.#isLostChange(pending) ? unknownOutcome : (reason ?? '');
      this.#parts.answer(answerOffline(id, pending.message, this.#parts.server, words));
      this.#pending.delete(id);
    }
  }

  #lostCalls(): string[] {
    const lost = this.#pending.all().filter(([, pending]) => this.#isLostChange(pending));
    return lost.map(([id]) => callId(this.#parts.session, id));
  }

  /** A change is never sent twice: the person may have approved it already. Only the same folders' window knows that. */
  #answerLost({ window, welcome }: Link): void {
    for (const [id, pending] of this.#pending.all()) {
      if (!this.#isLostChange(pending)) continue;
      const outcome = welcome.outcomes[callId(this.#parts.session, id)];
      const isSame = hasSameFolders(window, pending.sentOver.window);
      const words = outcome ?? (isSame ? notWritten : unknownOutcome);
      this.#parts.answer(failedCall(id, pending.message, words));
      this.#pending.delete(id);
    }
  }

  /** Whether it is a change that a window had when its connection was lost. */
  #isLostChange(pending: PendingRequest): pending is PendingRequest & { readonly sentOver: Link } {
    return pending.sentOver !== undefined && this.#isChange(pending.message);
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
  'The VS Code window went away while this change was under way, and nobody can say whether it was written. Read the files before you go on; do not repeat the call without that.';
const tooMuch =
  '[TOO_MANY_CALLS] Too many calls are waiting already. Nothing was changed. Wait for their answers, then call again.';
const tooLongAnswer =
  'The answer takes more than 32 MiB. If the call was to change files, it may have done so. Read less at once.';
