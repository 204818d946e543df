// Stores the agent's requests that have no answer yet, so that `Relay` can send them again to the next window.
import { maxLineBytes } from '../../core/endpoint/lineSplitter.ts';
import type { Link } from '../dial.ts';
import type { Message, RequestId } from './jsonRpc.ts';

/** Maximum number of requests while no window is connected. */
const maxWaitingRequests = 100;
/** Maximum total size of unanswered requests, in UTF-16 code units: room for four requests of maximum size. */
const maxTextChars = 4 * maxLineBytes;

/** A request of the agent without an answer yet. */
export interface PendingRequest {
  readonly message: Message;
  /** The message as received. */
  readonly text: string;
  /** The connection over which it was last sent; undefined before that. */
  readonly sentVia: Link | undefined;
}

/** Unanswered requests of an agent by id, in order of arrival. */
export class PendingRequests {
  readonly #requests = new Map<RequestId, PendingRequest>();
  /** Total length of the requests' texts. */
  #textChars = 0;

  get(id: RequestId): PendingRequest | undefined {
    return this.#requests.get(id);
  }

  has(id: RequestId): boolean {
    return this.#requests.has(id);
  }

  set(id: RequestId, request: PendingRequest): void {
    this.#textChars += request.text.length - (this.get(id)?.text.length ?? 0);
    this.#requests.set(id, request);
  }

  delete(id: RequestId): void {
    this.#textChars -= this.get(id)?.text.length ?? 0;
    this.#requests.delete(id);
  }

  /** A copy: callers delete the requests that they answer while they iterate. */
  list(): (readonly [RequestId, PendingRequest])[] {
    return [...this.#requests];
  }

  /** Whether one more request with this text would exceed the limits. A connected window limits their number itself. */
  wouldExceedLimits(text: string, hasWindow: boolean): boolean {
    return this.#textChars + text.length > maxTextChars || (!hasWindow && this.#requests.size >= maxWaitingRequests);
  }
}
