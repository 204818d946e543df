// Relays MCP messages between an agent and a window, and reconnects after the window has closed or reloaded.
import { callId } from '../../core/endpoint/handshake.ts';
import type { InputLine } from '../../core/endpoint/lineSplitter.ts';
import { reconnectIntervalMs, reconnectTimeoutMs, type DialResult, type Link } from '../dial.ts';
import { hasSameFolders, type FoundWindow } from '../windows.ts';
import { formatError, findRequestId, internalErrorCode, readMessage, type Message, type RequestId } from './jsonRpc.ts';
import {
  answerOffline,
  formatFailedCall,
  formatInvalidLineError,
  formatTooLongLineError,
  isChangeCall,
  notWrittenMessage,
  tooLongAnswerMessage,
  tooManyCallsMessage,
  unknownOutcomeMessage,
  type ServerDescription,
} from './ownAnswers.ts';
import { PendingRequests, type PendingRequest } from './pendingRequests.ts';

/** Milliseconds in which only windows with the folders of the lost one are tried: only they know what was written. */
const sameWindowTimeoutMs = 20_000;

export interface RelayDeps {
  /** Prefix of the ids by which windows know the calls: see `callId`. */
  readonly session: string;
  readonly server: ServerDescription;
  /** Connects to a window (one with the same folders as `sameFoldersAs`), and asks for the outcomes of lost calls. */
  readonly dial: (lostCallIds: readonly string[], sameFoldersAs?: FoundWindow) => Promise<DialResult>;
  /** Current time in milliseconds. */
  readonly now: () => number;
  /** Writes a line to the agent. */
  readonly answer: (line: string) => void;
  /** Resolves when the agent has read most of what was written. */
  readonly drained: () => Promise<void>;
  readonly delay: (milliseconds: number) => Promise<void>;
}

/**
 * `unlinked`: the next request connects. `reconnecting`: the connection was lost; retries until a timeout. `ended`: the
 * agent has disconnected; `end` closes the link, if any.
 */
type RelayState =
  | { readonly kind: 'unlinked' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'linked'; readonly link: Link }
  | { readonly kind: 'ended'; readonly link: Link | undefined };

type ConnectResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Relays MCP messages between an agent and the window that has its folder; without one, answers itself. After losing a
 * window it reconnects, repeats the initialization, resends queries, and reports whether changes were written.
 */
export class Relay {
  readonly #deps: RelayDeps;
  readonly #pending = new PendingRequests();
  /** `unlinked` and `reconnecting` become `linked` in `#connect` only; `ended` is final. */
  #state: RelayState = { kind: 'unlinked' };
  /** Id of an `initialize` that the relay repeated, whose answer must not reach the agent a second time. */
  #suppressedInitializeId: RequestId | undefined;
  /** The texts of the agent's `initialize` and `notifications/initialized`, to be repeated to the next window. */
  readonly #initMessages: { initialize?: string; initialized?: string } = {};
  /** Serializes the agent's messages: the first may still be connecting when the next arrives. Never rejects. */
  #queue: Promise<void> = Promise.resolve();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  get #link(): Link | undefined {
    return 'link' in this.#state ? this.#state.link : undefined;
  }

  /** Passes on or answers a line from the agent. Resolves once both sides have read most of what was sent to them. */
  receive(line: InputLine): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#handle(line))
      .catch((cause: unknown) => {
        this.#deps.answer(formatError(null, internalErrorCode, `Redline's bridge failed: ${String(cause)}`));
      })
      .then(() => Promise.all([this.#deps.drained(), this.#link?.drained()]))
      .then(() => undefined);
    return this.#queue;
  }

  /** Ends the session after the agent has disconnected; closing the link cancels its calls in the window. */
  async end(): Promise<void> {
    this.#state = { kind: 'ended', link: this.#link };
    await this.#queue;
    this.#link?.close();
  }

  async #handle(line: InputLine): Promise<void> {
    if ('tooLong' in line) return this.#deps.answer(formatTooLongLineError(line.tooLong));
    const message = readMessage(line.text);
    if (message === undefined) return this.#deps.answer(formatInvalidLineError(line.text));
    if (message.method === 'initialize') this.#initMessages.initialize = line.text;
    if (message.method === 'notifications/initialized') this.#initMessages.initialized = line.text;
    if (this.#state.kind === 'ended') return;
    if (message.id === undefined || message.method === undefined) return this.#forward(line.text, message);
    await this.#request(message.id, message, line.text);
  }

  /** Forwards a notification or a response; dropped if there is no window. */
  #forward(text: string, { method, params }: Message): void {
    const cancelled = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
    // A cancelled request gets no answer.
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#pending.delete(cancelled);
    this.#link?.send(text);
  }

  async #request(id: RequestId, message: Message, text: string): Promise<void> {
    const { server, answer } = this.#deps;
    if (this.#pending.wouldExceedLimits(text, this.#link !== undefined))
      return answer(answerOffline(id, message, server, tooManyCallsMessage));
    if (this.#state.kind === 'reconnecting') {
      // Only tool calls wait for a window; everything else is answered at once, without a reason.
      if (message.method !== 'tools/call') return answer(answerOffline(id, message, server, ''));
      return this.#pending.set(id, { message, text, sentVia: undefined });
    }
    if (this.#state.kind === 'unlinked') {
      this.#pending.set(id, { message, text, sentVia: undefined });
      const result = await this.#connect([]);
      if (!result.ok) {
        this.#pending.delete(id);
        return answer(answerOffline(id, message, server, result.reason));
      }
    }
    this.#send(id, message, text);
  }

  #send(id: RequestId, message: Message, text: string): void {
    this.#pending.set(id, { message, text, sentVia: this.#link });
    this.#link?.send(text);
  }

  /** Tries to connect once, and repeats the initialization if a window answers. */
  async #connect(lostCallIds: readonly string[], sameFoldersAs?: FoundWindow): Promise<ConnectResult> {
    const dialed = await this.#deps.dial(lostCallIds, sameFoldersAs);
    if ('reason' in dialed) return { ok: false, reason: dialed.reason };
    const { link } = dialed;
    if (this.#state.kind === 'ended') {
      link.close();
      return { ok: false, reason: 'The agent has hung up.' };
    }
    this.#state = { kind: 'linked', link };
    // Calls both before it reads the window's first line, and before `#sendPending`, which would send lost changes
    // again.
    this.#answerLost(link);
    this.#repeatInitialize(link);
    link.receive({
      onLine: (line) => this.#onWindowLine(line),
      onClose: () => this.#onLinkClosed(link),
      readyForMore: this.#deps.drained,
    });
    return { ok: true };
  }

  /** Repeats the agent's initialization, unless its own `initialize` is still to be sent. */
  #repeatInitialize(link: Link): void {
    const { initialize, initialized } = this.#initMessages;
    this.#suppressedInitializeId = undefined;
    const id = initialize === undefined ? undefined : readMessage(initialize)?.id;
    if (initialize === undefined || id === undefined || this.#pending.has(id)) return;
    link.send(initialize);
    if (initialized !== undefined) link.send(initialized);
    this.#suppressedInitializeId = id;
  }

  #onWindowLine(line: InputLine): void {
    if ('tooLong' in line) return this.#answerTooLong(line.tooLong);
    const message = readMessage(line.text);
    if (message === undefined) return;
    const isResponse = message.method === undefined && message.id !== undefined;
    if (isResponse && message.id === this.#suppressedInitializeId && !this.#pending.has(message.id)) {
      // The agent already has this answer from the first window.
      this.#suppressedInitializeId = undefined;
      return;
    }
    if (isResponse && message.id !== undefined) this.#pending.delete(message.id);
    this.#deps.answer(line.text);
  }

  #answerTooLong(keptEnds: string): void {
    const id = findRequestId(keptEnds);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    this.#deps.answer(formatFailedCall(id, pending.message, tooLongAnswerMessage));
  }

  #onLinkClosed(link: Link): void {
    if (this.#link !== link) return;
    if (this.#state.kind === 'ended') {
      this.#state = { kind: 'ended', link: undefined };
      return;
    }
    this.#state = { kind: 'reconnecting' };
    void this.#reconnect(link.window);
  }

  /** Tries to connect until a window answers or the timeout passes; then resends or answers all pending requests. */
  async #reconnect(lostWindow: FoundWindow): Promise<void> {
    const { now, delay } = this.#deps;
    const startedAt = now();
    let reason = '';
    while (now() - startedAt < reconnectTimeoutMs && this.#state.kind === 'reconnecting') {
      await delay(reconnectIntervalMs);
      const sameFoldersAs = now() - startedAt < sameWindowTimeoutMs ? lostWindow : undefined;
      const result = await this.#connect(this.#listLostCallIds(), sameFoldersAs);
      if (result.ok) return this.#sendPending();
      ({ reason } = result);
    }
    if (this.#state.kind === 'reconnecting') this.#state = { kind: 'unlinked' };
    for (const [id, pending] of this.#pending.list()) {
      const explanation = this.#isSentChange(pending) ? unknownOutcomeMessage : reason;
      this.#deps.answer(answerOffline(id, pending.message, this.#deps.server, explanation));
      this.#pending.delete(id);
    }
  }

  /** Sends all pending requests, except those already sent over this link: one may have arrived just now. */
  #sendPending(): void {
    for (const [id, { message, text, sentVia }] of this.#pending.list())
      if (sentVia !== this.#link) this.#send(id, message, text);
  }

  #listLostCallIds(): string[] {
    const lostRequests = this.#pending.list().filter(([, pending]) => this.#isSentChange(pending));
    return lostRequests.map(([id]) => callId(this.#deps.session, id));
  }

  /** Answers lost changes by the outcomes that the new window reports. Never resends one: it may have been approved. */
  #answerLost({ window, welcome }: Link): void {
    for (const [id, pending] of this.#pending.list()) {
      if (!this.#isSentChange(pending)) continue;
      const outcome = welcome.outcomes[callId(this.#deps.session, id)];
      const isSame = hasSameFolders(window, pending.sentVia.window);
      const explanation = outcome ?? (isSame ? notWrittenMessage : unknownOutcomeMessage);
      this.#deps.answer(formatFailedCall(id, pending.message, explanation));
      this.#pending.delete(id);
    }
  }

  /** Whether a pending call may change files and was sent to a window. After a loss of the connection, it is lost. */
  #isSentChange(pending: PendingRequest): pending is PendingRequest & { readonly sentVia: Link } {
    return pending.sentVia !== undefined && isChangeCall(pending.message, this.#deps.server.tools);
  }
}
