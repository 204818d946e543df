// Keeps what agents were allowed to write and may not have written yet.
import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { HookCall } from '../../core/dialects/dialect.ts';
import type { PendingWrite } from './pendingWrite.ts';

/** Times in milliseconds. */
export interface Waits {
  /**
   * How long a change that was handed over is waited for once its tool has ended: VS Code's own tools say that they are done
   * before a new file is on disk.
   */
  readonly write: number;
  /** After this time, a change that is on disk counts as written although no hook has said that its tool has ended. */
  readonly assumeEnded: number;
  /** How long other calls wait for the files of a change that was handed over; an agent may have been killed. */
  readonly release: number;
  /** How long an agent may take to write a change. */
  readonly end: number;
  /** How often the files are looked at: where no hook says that the tool has ended, otherwise, and once they are released. */
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

/** What agents were allowed to write and may not have written yet, by session. */
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

  /** The tool of a call has ended. Resolves when the history has what was written, if it was the last of its review. */
  async toolEnded(session: string, hook: HookCall): Promise<void> {
    for (const writing of this.#of(session)) {
      const haveAllEnded = writing.toolEnded(hook);
      if (haveAllEnded === undefined) continue;
      if (!haveAllEnded) return;
      await writing.isWrittenWithin(this.#waits.write);
      return writing.end();
    }
  }

  /** The turn has ended, and with it all tools. Resolves when the history has what they wrote. */
  async endAll(session: string): Promise<void> {
    await Promise.all(
      this.#of(session).map(async (writing) => {
        if (!writing.isLate) await writing.isWrittenWithin(this.#waits.write);
        await writing.end();
      }),
    );
  }

  /** Before the next call of a session: waits until its files are written, and releases them if they are not in time. */
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
   * The path of a file that a session was allowed to change, and has not yet. Each change is waited for by one call: if the next
   * one comes, the agent has given it up.
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

  /** Looks at the files until they are written: not every agent says when its tool has ended. */
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
    // From the start: the agent, or the person, may put the files back before the tool counts as ended.
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
