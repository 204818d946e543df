// Waits until agents have written approved changes: by the reports of their hooks, else by polling the files.

import type { Change } from '../../../core/change/change.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { HookCall } from '../../../core/dialects/dialect.ts';
import type { PendingWrite } from './pendingWrite.ts';

/** Timeouts and polling intervals of the hooks of edits. */
export interface Timeouts {
  /** Timeout for a change whose tool has ended: VS Code's own tools report their end before a new file is on disk. */
  readonly writeMs: number;
  /** Time after which a change on disk counts as finished although no hook has reported the end of its tool. */
  readonly assumeEndedMs: number;
  /** Time after which the files of an unwritten change are released to other calls; its agent may have been killed. */
  readonly releaseMs: number;
  /** Maximum time for an agent to write a change. */
  readonly endMs: number;
  /** Polling interval if no hook reports the end of the tool; until `assumeEndedMs`. */
  readonly silentPollMs: number;
  /** Polling interval otherwise. */
  readonly pollMs: number;
  /** Polling interval after the files were released. */
  readonly latePollMs: number;
  /** Time in which a second hook of a call gets the answer of the first (`SharedAnswers`). */
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

/** Approved changes that agents may not have written yet, by session (of `hookSessionOf`). */
export class PendingWrites {
  readonly #sessionByWrite = new Map<PendingWrite, string>();
  readonly #timeouts: Timeouts;

  constructor(timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
  }

  /** Tracks a write until it ends, which the polling started here ensures. */
  add(session: string, pendingWrite: PendingWrite): void {
    this.#sessionByWrite.set(pendingWrite, session);
    void pendingWrite.ended.then(() => this.#sessionByWrite.delete(pendingWrite));
    this.#schedulePoll(pendingWrite);
  }

  /**
   * Handles the end of a call's tool. After the last tool of its review, waits until the files are written, and
   * resolves once the history has recorded the result.
   */
  async onToolEnd(session: string, hook: HookCall): Promise<void> {
    for (const pendingWrite of this.#writesOf(session)) {
      const haveAllEnded = pendingWrite.markEnded(hook);
      // The tool is of another write.
      if (haveAllEnded === undefined) continue;
      if (!haveAllEnded) return;
      await pendingWrite.waitUntilWritten(this.#timeouts.writeMs);
      return pendingWrite.end();
    }
  }

  /**
   * Settles all pending writes of a session at the end of its turn, when no tool runs any more. Resolves once the
   * history has recorded them.
   */
  async endAll(session: string): Promise<void> {
    await Promise.all(
      this.#writesOf(session).map(async (pendingWrite) => {
        if (!pendingWrite.isLate) await pendingWrite.waitUntilWritten(this.#timeouts.writeMs);
        await pendingWrite.end();
      }),
    );
  }

  /** Prepares the next call of a session: waits until its files are written, and releases them after a timeout. */
  async settleBeforeNext(session: string): Promise<void> {
    await Promise.all(
      this.#writesOf(session).map(async (pendingWrite) => {
        if (pendingWrite.isLate) return;
        if (await pendingWrite.waitUntilWritten(this.#timeouts.writeMs)) await pendingWrite.end();
        else pendingWrite.release();
      }),
    );
  }

  /**
   * Returns the path of a file that `changes` have in common with a late write which is not written yet; undefined if there
   * is none. Reports each write to one call only: a second call means that the agent has given the write up, so it is
   * ended. One that is found to be written is ended, too.
   */
  async takeUnwritten(session: string, changes: readonly Change[]): Promise<string | undefined> {
    for (const pendingWrite of this.#writesOf(session)) {
      const sharedChange = pendingWrite.isLate ? pendingWrite.findShared(changes) : undefined;
      if (sharedChange === undefined) continue;
      if (!pendingWrite.hasRefused && !(await pendingWrite.checkWritten())) {
        pendingWrite.hasRefused = true;
        return displayPathOf(sharedChange);
      }
      await pendingWrite.end();
    }
    return undefined;
  }

  /** A copy, since writes end while it is worked through. */
  #writesOf(session: string): PendingWrite[] {
    return [...this.#sessionByWrite].flatMap(([pendingWrite, owner]) => (owner === session ? [pendingWrite] : []));
  }

  /** Polls the files until they are written: not every agent reports when its tool has ended. */
  #schedulePoll(pendingWrite: PendingWrite): void {
    if (!this.#sessionByWrite.has(pendingWrite)) return;
    const { assumeEndedMs, pollMs, latePollMs, silentPollMs } = this.#timeouts;
    const isSilent = pendingWrite.endsSilently && ageMsOf(pendingWrite) < assumeEndedMs;
    const intervalMs = isSilent ? silentPollMs : pollMs;
    const timer = setTimeout(
      () => void this.#poll(pendingWrite).finally(() => this.#schedulePoll(pendingWrite)),
      pendingWrite.isLate ? latePollMs : intervalMs,
    );
    timer.unref();
  }

  async #poll(pendingWrite: PendingWrite): Promise<void> {
    if (pendingWrite.hasEnded) return;
    // Checked from the start: the agent, or the user, may restore the files before the tool counts as ended.
    await pendingWrite.checkWritten();
    const { assumeEndedMs, endMs, releaseMs } = this.#timeouts;
    const ageMs = ageMsOf(pendingWrite);
    const isToolExpectedToReport = !pendingWrite.endsSilently && ageMs < assumeEndedMs;
    const countsAsFinished = pendingWrite.wasWritten && !isToolExpectedToReport;
    if (countsAsFinished || ageMs > endMs) void pendingWrite.end();
    else if (ageMs > releaseMs) pendingWrite.release();
  }
}

function ageMsOf({ startedAtMs }: PendingWrite): number {
  return Date.now() - startedAtMs;
}
