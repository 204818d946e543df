// Waits until agents have written approved changes: by their hooks, else by polling the files, with timeouts.
import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { HookCall } from '../../core/dialects/dialect.ts';
import type { PendingWrite } from './pendingWrite.ts';

/** Timeouts and polling intervals. */
export interface Timeouts {
  /** Timeout for a change whose tool has ended: VS Code's own tools report their end before a new file is on disk. */
  readonly writeMs: number;
  /** Time after which a change on disk counts as finished although no hook has reported the end of its tool. */
  readonly assumeEndedMs: number;
  /** Timeout of other calls for the files of a change that was handed over; its agent may have been killed. */
  readonly releaseMs: number;
  /** Maximum time for an agent to write a change. */
  readonly endMs: number;
  /** Polling intervals: if no hook reports the end of the tool, otherwise, and after the files were released. */
  readonly silentPollMs: number;
  readonly pollMs: number;
  readonly latePollMs: number;
  /** Time in which a second hook of a call gets the answer of the first. */
  readonly shareMs: number;
}

export const defaultTimeouts: Timeouts = {
  writeMs: 5000,
  assumeEndedMs: 10_000,
  releaseMs: 120_000,
  endMs: 30 * 60_000,
  silentPollMs: 100,
  pollMs: 1000,
  latePollMs: 10_000,
  shareMs: 3000,
};

/** Approved changes that agents may not have written yet, by session. */
export class PendingWrites {
  readonly #sessionByWrite = new Map<PendingWrite, string>();
  readonly #timeouts: Timeouts;

  constructor(timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
  }

  add(session: string, writing: PendingWrite): void {
    this.#sessionByWrite.set(writing, session);
    void writing.ended.then(() => this.#sessionByWrite.delete(writing));
    this.#schedulePoll(writing);
  }

  /**
   * Handles the end of a call's tool. After the last tool of its review, waits until the files are written, and
   * resolves once the history has recorded the result.
   */
  async toolEnded(session: string, hook: HookCall): Promise<void> {
    for (const writing of this.#writesOf(session)) {
      const haveAllEnded = writing.toolEnded(hook);
      if (haveAllEnded === undefined) continue;
      if (!haveAllEnded) return;
      await writing.isWrittenWithin(this.#timeouts.writeMs);
      return writing.end();
    }
  }

  /**
   * Settles all pending writes of a session at the end of its turn, when no tool runs any more. Resolves once the
   * history has recorded them.
   */
  async endAll(session: string): Promise<void> {
    await Promise.all(
      this.#writesOf(session).map(async (writing) => {
        if (!writing.isLate) await writing.isWrittenWithin(this.#timeouts.writeMs);
        await writing.end();
      }),
    );
  }

  /** Prepares the next call of a session: waits until its files are written, and releases them after a timeout. */
  async settleBeforeNext(session: string): Promise<void> {
    await Promise.all(
      this.#writesOf(session).map(async (writing) => {
        if (writing.isLate) return;
        if (await writing.isWrittenWithin(this.#timeouts.writeMs)) await writing.end();
        else writing.release();
      }),
    );
  }

  /**
   * Path of a file that a session was allowed to change, but has not yet. Only one call waits for each change: if
   * another one comes, the agent has given the change up.
   */
  async findUnwritten(session: string, changes: readonly Change[]): Promise<string | undefined> {
    for (const writing of this.#writesOf(session).filter((write) => write.isLate && write.changesAny(changes))) {
      if (writing.wasWaitedFor || (await writing.isWritten())) {
        await writing.end();
        continue;
      }
      writing.wasWaitedFor = true;
      return changes.filter((change) => writing.changesAny([change])).map(displayPathOf)[0];
    }
    return undefined;
  }

  #writesOf(session: string): PendingWrite[] {
    return [...this.#sessionByWrite].flatMap(([writing, owner]) => (owner === session ? [writing] : []));
  }

  /** Polls the files until they are written: not every agent reports when its tool has ended. */
  #schedulePoll(writing: PendingWrite): void {
    if (!this.#sessionByWrite.has(writing)) return;
    const { assumeEndedMs, pollMs, latePollMs, silentPollMs } = this.#timeouts;
    const interval = writing.endsSilently && ageMsOf(writing) < assumeEndedMs ? silentPollMs : pollMs;
    const timer = setTimeout(
      () => void this.#poll(writing).finally(() => this.#schedulePoll(writing)),
      writing.isLate ? latePollMs : interval,
    );
    timer.unref();
  }

  async #poll(writing: PendingWrite): Promise<void> {
    if (writing.hasEnded) return;
    // Checked from the start: the agent, or the user, may restore the files before the tool counts as ended.
    await writing.isWritten();
    const ageMs = ageMsOf(writing);
    const mayHaveEnded = writing.endsSilently || ageMs >= this.#timeouts.assumeEndedMs;
    if (ageMs > this.#timeouts.endMs || (mayHaveEnded && writing.wasWritten)) void writing.end();
    else if (ageMs > this.#timeouts.releaseMs) writing.release();
  }
}

function ageMsOf({ startedAt }: PendingWrite): number {
  return Date.now() - startedAt;
}
