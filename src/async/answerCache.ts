// Caches the answers of asynchronous computations, and shares a running computation among concurrent callers.

import { untilAborted } from './signals.ts';

interface Lookup<Answer> {
  readonly answer: Answer;
  /** Whether the answer existed, or was being computed, before it was requested. */
  readonly isCached: boolean;
}

/** Caches answers by key. Concurrent callers share one computation; failures are not cached. */
export class AnswerCache<Answer> {
  readonly #maxKeys: number;
  /** Computations, finished or in progress; `get` removes a failed one. */
  readonly #answers = new Map<string, Promise<Answer>>();

  /** @param maxKeys once the cache has more keys than this, the next `get` clears it first */
  constructor(maxKeys = Infinity) {
    this.#maxKeys = maxKeys;
  }

  has(key: string): boolean {
    return this.#answers.has(key);
  }

  /** Removes all answers. Callers that wait for a computation still get its answer. */
  clear(): void {
    this.#answers.clear();
  }

  delete(key: string): void {
    this.#answers.delete(key);
  }

  /** The cached answer; `undefined` if there is none or its computation fails. @throws the signal's reason */
  async peek(key: string, signal: AbortSignal): Promise<Answer | undefined> {
    const shared = this.#answers.get(key)?.catch(() => undefined);
    return shared && untilAborted(shared, signal);
  }

  /**
   * Returns the cached answer, or computes it.
   *
   * @param compute may stop when `signal` is aborted; each caller that shares it then calls its own `compute`
   * @throws what `compute` throws, or the signal's reason
   */
  async get(key: string, compute: () => Promise<Answer>, signal: AbortSignal): Promise<Lookup<Answer>> {
    const cached = this.#answers.get(key);
    const computation = cached ?? compute();
    // Clears all instead of the oldest: simple, and rare, since there are few different keys.
    if (this.#answers.size > this.#maxKeys) this.#answers.clear();
    this.#answers.set(key, computation);
    try {
      return { answer: await untilAborted(computation, signal), isCached: cached !== undefined };
    } catch (cause) {
      if (this.#answers.get(key) === computation) this.#answers.delete(key);
      // A shared computation fails when the call that started it is cancelled; this call then starts its own.
      if (cached === undefined || signal.aborted) throw cause;
      return this.get(key, compute, signal);
    }
  }
}
