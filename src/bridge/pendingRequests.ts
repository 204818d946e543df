// Keeps the agent's requests that have no answer yet.
import { maxLineBytes } from '../core/endpoint/lineSplitter.ts';
import type { Link } from './dial.ts';
import type { Message, RequestId } from './jsonRpc.ts';

/** Requests that may wait for a window, and the size of all that have no answer yet, in UTF-16 code units. */
const maxAway = 100;
const maxSize = 4 * maxLineBytes;

/** A request of the agent that has no answer yet. */
export interface PendingRequest {
  readonly message: Message;
  readonly text: string;
  /** The connection that it was sent over last. */
  readonly sentVia: Link | undefined;
}

/** The requests of an agent that have no answer yet, by their ids, in the order in which they came. */
export class PendingRequests {
  readonly #requests = new Map<RequestId, PendingRequest>();
  #size = 0;

  get(id: RequestId): PendingRequest | undefined {
    return this.#requests.get(id);
  }

  has(id: RequestId): boolean {
    return this.#requests.has(id);
  }

  set(id: RequestId, request: PendingRequest): void {
    this.#size += request.text.length - (this.get(id)?.text.length ?? 0);
    this.#requests.set(id, request);
  }

  delete(id: RequestId): void {
    this.#size -= this.get(id)?.text.length ?? 0;
    this.#requests.delete(id);
  }

  /** A copy, since answering one removes it. */
  all(): (readonly [RequestId, PendingRequest])[] {
    return [...this.#requests];
  }

  /** Whether one more would take too much memory. A window counts calls itself; `isAway` says that there is none. */
  isFull(text: string, isAway: boolean): boolean {
    return this.#size + text.length > maxSize || (isAway && this.#requests.size >= maxAway);
  }
}
