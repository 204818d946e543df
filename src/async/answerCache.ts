// Caches the results of asynchronous computations, and shares a running computation among concurrent callers.

import { untilAborted } from './signals.ts';

interface Lookup<Answer> {
  readonly answer: Answer;
  /** Whether the answer existed, or was being computed, before it was requested. */
  readonly isCached: boolean;
}

/** Caches answers by key. Concurrent callers share one computation; failures are not cached. */
export class AnswerCache<Answer> {
  readonly #maxKeys: number;
  /** Answers, and computations in progress; a failed one is removed. */
  readonly #answers = new Map<string, Promise<Answer>>();

  /** @param maxKeys above this number, the next `get` clears the cache first */
  constructor(maxKeys = Infinity) {
    this.#maxKeys = maxKeys;
  }

  has(key: string): boolean {
    return this.#answers.has(key);
  }

  clear(): void {
    this.#answers.clear();
  }

  delete(key: string): void {
    this.#answers.delete(key);
  }

  /** The cached answer, or `undefined` if there is none or its computation fails. */
  async peek(key: string, signal: AbortSignal): Promise<Answer | undefined> {
    const shared = this.#answers.get(key)?.catch(() => undefined);
    return shared && untilAborted(shared, signal);
  }

  /**
   * Returns the cached answer, or computes it.
   *
   * @param compute may stop at the signal: another caller that waits for it then computes the answer again
   * @throws what `compute` throws, or the signal's reason
   */
  async get(key: string, compute: () => Promise<Answer>, signal: AbortSignal): Promise<Lookup<Answer>> {
    const cached = this.#answers.get(key);
    const answer = cached ?? compute();
    // Clears all instead of the oldest: simple, and rare, since there are few different keys.
    if (this.#answers.size > this.#maxKeys) this.#answers.clear();
    this.#answers.set(key, answer);
    try {
      return { answer: await untilAborted(answer, signal), isCached: cached !== undefined };
    } catch (cause) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      // A shared computation fails when the call that started it is cancelled; this call then starts its own.
      if (cached === undefined || signal.aborted) throw cause;
      return this.get(key, compute, signal);
    }
  }
}
