import type { Change } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { HookCall } from '../../core/dialects/dialect.ts';
import type { Writing } from './writing.ts';

/** Times in milliseconds. */
export interface Waits {
  /**
   * How long a change that was handed over is waited for once its tool has ended: VS Code's own tools say that they are done
   * before a new file is on disk.
   */
  readonly write: number;
  /** When a change is taken as written, although no hook has said that its tool has ended. */
  readonly unsaid: number;
  /** How long other calls wait for the files of a change that was handed over; an agent may have been killed. */
  readonly release: number;
  /** How long an agent may take to write a change. */
  readonly end: number;
  /** How often the files are looked at: before they are freed for other calls, and afterwards. */
  readonly look: number;
  readonly lookLate: number;
}

const defaultWaits: Waits = {
  write: 5000,
  unsaid: 10_000,
  release: 120_000,
  end: 30 * 60_000,
  look: 1000,
  lookLate: 10_000,
};

/** What agents were allowed to write and may not have written yet, by session. */
export class Writings {
  readonly #all = new Map<Writing, string>();
  readonly #waits: Waits;

  constructor(waits: Waits = defaultWaits) {
    this.#waits = waits;
  }

  add(session: string, writing: Writing): void {
    this.#all.set(writing, session);
    void writing.ended.then(() => this.#all.delete(writing));
    this.#look(writing);
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

  /** Frees the files of a session for its next call, once they are written or it has waited for long enough. */
  async free(session: string): Promise<void> {
    await Promise.all(
      this.#of(session).map(async (writing) => {
        if (writing.isLate) return;
        if (await writing.isWrittenWithin(this.#waits.write)) await writing.end();
        else writing.letGo();
      }),
    );
  }

  /**
   * The path of a file that a session was allowed to change, and has not yet. Each change is waited for by one call: if the next
   * one comes, the agent has given it up.
   */
  async unwritten(session: string, changes: readonly Change[]): Promise<string | undefined> {
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

  #of(session: string): Writing[] {
    return [...this.#all].flatMap(([writing, each]) => (each === session ? [writing] : []));
  }

  /** Looks at the files until they are written: not every agent says when its tool has ended. */
  #look(writing: Writing): void {
    if (!this.#all.has(writing)) return;
    const timer = setTimeout(
      () => void this.#lookOnce(writing).finally(() => this.#look(writing)),
      writing.isLate ? this.#waits.lookLate : this.#waits.look,
    );
    timer.unref();
  }

  async #lookOnce(writing: Writing): Promise<void> {
    const age = Date.now() - writing.startedAt;
    if (writing.hasEnded || age < this.#waits.unsaid) return;
    if (age > this.#waits.end || (await writing.isWritten())) void writing.end();
    else if (age > this.#waits.release) writing.letGo();
  }
}
