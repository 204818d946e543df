// Tracks approved changes that agents may not have written yet.
import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { HookCall } from '../../core/dialects/dialect.ts';
import type { PendingWrite } from './pendingWrite.ts';

/** Timeouts and intervals in milliseconds. */
export interface Waits {
  /** Timeout for a change whose tool has ended: VS Code's own tools report their end before a new file is on disk. */
  readonly write: number;
  /** Time after which a change on disk counts as finished although no hook has reported the end of its tool. */
  readonly assumeEnded: number;
  /** Timeout of other calls for the files of a change that was handed over; its agent may have been killed. */
  readonly release: number;
  /** Maximum time for an agent to write a change. */
  readonly end: number;
  /** Polling intervals: if no hook reports the end of the tool, otherwise, and after the files were released. */
  readonly pollSilent: number;
  readonly poll: number;
  readonly pollLate: number;
}

const defaultWaits: Waits = {
  write: 5000,
  assumeEnded: 10_000,
  release: 120_000,
  end: 30 * 60_000,
  pollSilent: 100,
  poll: 1000,
  pollLate: 10_000,
};

/** Approved changes that agents may not have written yet, by session. */
export class PendingWrites {
  readonly #all = new Map<PendingWrite, string>();
  readonly #waits: Waits;

  constructor(waits: Waits = defaultWaits) {
    this.#waits = waits;
  }

  add(session: string, writing: PendingWrite): void {
    this.#all.set(writing, session);
    void writing.ended.then(() => this.#all.delete(writing));
    this.#poll(writing);
  }

  /** Handles the end of a call's tool. After the last tool of its review, resolves once the history has recorded the result. */
  async toolEnded(session: string, hook: HookCall): Promise<void> {
    for (const writing of this.#of(session)) {
      const haveAllEnded = writing.toolEnded(hook);
      if (haveAllEnded === undefined) continue;
      if (!haveAllEnded) return;
      await writing.isWrittenWithin(this.#waits.write);
      return writing.end();
    }
  }

  /**
   * Settles all pending writes of a session at the end of its turn, when no tool runs any more. Resolves once the
   * history has recorded them.
   */
  async endAll(session: string): Promise<void> {
    await Promise.all(
      this.#of(session).map(async (writing) => {
        if (!writing.isLate) await writing.isWrittenWithin(this.#waits.write);
        await writing.end();
      }),
    );
  }

  /** Prepares the next call of a session: waits until its files are written, and releases them after a timeout. */
  async settleBeforeNext(session: string): Promise<void> {
    await Promise.all(
      this.#of(session).map(async (writing) => {
        if (writing.isLate) return;
        if (await writing.isWrittenWithin(this.#waits.write)) await writing.end();
        else writing.release();
      }),
    );
  }

  /**
   * Path of a file that a session was allowed to change, but has not yet. Only one call waits for each change: if
   * another one comes, the agent has given the change up.
   */
  async findUnwritten(session: string, changes: readonly Change[]): Promise<string | undefined> {
    for (const writing of this.#of(session).filter((each) => each.isLate && each.changesAny(changes))) {
      if (writing.wasWaitedFor || (await writing.isWritten())) {
        await writing.end();
        continue;
      }
      writing.wasWaitedFor = true;
      return changes.filter((change) => writing.changesAny([change])).map(displayPathOf)[0];
    }
    return undefined;
  }

  #of(session: string): PendingWrite[] {
    return [...this.#all].flatMap(([writing, each]) => (each === session ? [writing] : []));
  }

  /** Polls the files until they are written: not every agent reports when its tool has ended. */
  #poll(writing: PendingWrite): void {
    if (!this.#all.has(writing)) return;
    const { assumeEnded, poll, pollLate, pollSilent } = this.#waits;
    const interval = writing.endsSilently && ageOf(writing) < assumeEnded ? pollSilent : poll;
    const timer = setTimeout(
      () => void this.#pollOnce(writing).finally(() => this.#poll(writing)),
      writing.isLate ? pollLate : interval,
    );
    timer.unref();
  }

  async #pollOnce(writing: PendingWrite): Promise<void> {
    if (writing.hasEnded) return;
    // Checked from the start: the agent, or the user, may restore the files before the tool counts as ended.
    await writing.isWritten();
    const age = ageOf(writing);
    const isOver = writing.endsSilently || age >= this.#waits.assumeEnded;
    if (age > this.#waits.end || (isOver && writing.wasWritten)) void writing.end();
    else if (age > this.#waits.release) writing.release();
  }
}

function ageOf({ startedAt }: PendingWrite): number {
  return Date.now() - startedAt;
}
