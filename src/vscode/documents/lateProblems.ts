// Finds problems that are new since a change, and reports each once, to the session that made the change.

import type { Location } from '../../core/change/change.ts';
import { sessionKey } from '../../core/watch/agentSession.ts';
import type { Caller } from '../../tools/ports/caller.ts';

/** Milliseconds after a change in which new problems in its visible files count as caused by it. */
const lateReportMs = 30_000;
/** Maximum number of changes that may still have problems to report; the oldest are dropped. */
const maxEarlierChanges = 100;

export interface Problem {
  /** Text of a problem: `path:line severity message`. */
  readonly text: string;
  /** The same without the line number, which changes with edits above the problem. */
  readonly identity: string;
}

/** Files that a session changes in one call. */
export interface WatchedFiles {
  readonly sessionKey: string;
  readonly files: readonly Location[];
  /** Identities of the problems that were there before the change, and of those that were reported since. */
  readonly known: Set<string>;
  /** By `Date.now`: a problem that appears later does not count as caused by the change. */
  readonly endMs: number;
}

/** A change whose answer was given. Later answers report its problems, but only those that appeared before `endMs`. */
interface EarlierChange extends WatchedFiles {
  /** Identities of the problems that were new at `endMs`; empty until then. */
  readonly inTime: Set<string>;
}

/**
 * Finds new problems in changed files. Reports to a session only problems in files that the session changed, since it
 * may not be allowed to read others.
 */
export class LateProblems {
  /** Earlier changes that may still have problems to report, oldest first. */
  #earlier: readonly EarlierChange[] = [];
  readonly #problemsIn: (files: readonly Location[]) => readonly Problem[];

  constructor(problemsIn: (files: readonly Location[]) => readonly Problem[]) {
    this.#problemsIn = problemsIn;
  }

  /** Starts watching files, for `hasNewProblem` and `take`; must be called right before a change. */
  watch(files: readonly Location[], { agent, session = '' }: Caller): WatchedFiles {
    const known = new Set(this.#problemsIn(files).map(({ identity }) => identity));
    return { sessionKey: sessionKey({ agent, session }), files, known, endMs: Date.now() + lateReportMs };
  }

  hasNewProblem(watched: WatchedFiles): boolean {
    return this.#findNew(watched).length > 0;
  }

  /**
   * Returns the texts of new problems in this change and the session's earlier ones, each once.
   * @param visible the files of this change in which later answers report new problems
   */
  take(watched: WatchedFiles, visible: readonly Location[]): string[] {
    const nowMs = Date.now();
    const texts: string[] = [];
    for (const change of this.#earlier.filter(({ sessionKey }) => sessionKey === watched.sessionKey)) {
      const hasEnded = nowMs >= change.endMs;
      texts.push(...this.#takeNew(change, hasEnded ? change.inTime : undefined));
      if (hasEnded) this.#forget(change);
    }
    texts.push(...this.#takeNew(watched));
    // Shares the set of known problems with `watched`.
    if (visible.length > 0) this.#keepWatching({ ...watched, files: visible, inTime: new Set() });
    return [...new Set(texts)];
  }

  /** Lets later answers report problems of a change, and stores at its `endMs` which were new by then. */
  #keepWatching(change: EarlierChange): void {
    this.#earlier = [...this.#earlier, change].slice(-maxEarlierChanges);
    const storeInTime = (): void => {
      for (const { identity } of this.#findNew(change)) change.inTime.add(identity);
      if (change.inTime.size === 0) this.#forget(change);
    };
    setTimeout(storeInTime, change.endMs - Date.now());
  }

  #forget(change: EarlierChange): void {
    this.#earlier = this.#earlier.filter((other) => other !== change);
  }

  #findNew({ files, known }: WatchedFiles): Problem[] {
    return this.#problemsIn(files).filter(({ identity }) => !known.has(identity));
  }

  /** Returns the texts of the new problems, and marks them as known. @param among identities; undefined for all */
  #takeNew(watched: WatchedFiles, among?: ReadonlySet<string>): string[] {
    const taken = this.#findNew(watched).filter(({ identity }) => among === undefined || among.has(identity));
    for (const { identity } of taken) watched.known.add(identity);
    return taken.map(({ text }) => text);
  }
}
