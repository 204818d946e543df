// Finds problems that are new since a change, and reports each once, to the session that made the change.

import type { Location } from '../../core/change/change.ts';
import { sessionKey } from '../../core/watch/agentSession.ts';
import type { Caller } from '../../tools/ports/caller.ts';

/** Milliseconds after a change in which new problems in its visible files count as its own. */
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
  /** Identities of problems that are not reported, or not again. */
  readonly known: Set<string>;
  /** When new problems no longer count, by `Date.now`. */
  readonly endMs: number;
}

/** A change whose answer was given. After its time has ended, later answers report only problems that came in time. */
interface EarlierChange extends WatchedFiles {
  /** Identities of the problems that were new when the time ended. */
  readonly inTime: Set<string>;
}

/**
 * Finds new problems in changed files. Reports to a session only those in files that it changed, since it may not be
 * allowed to read others.
 */
export class LateProblems {
  /** Earlier changes that may still have problems to report, oldest first. */
  #earlier: readonly EarlierChange[] = [];
  readonly #problemsIn: (files: readonly Location[]) => readonly Problem[];

  constructor(problemsIn: (files: readonly Location[]) => readonly Problem[]) {
    this.#problemsIn = problemsIn;
  }

  /** Starts watching files; called right before a change. */
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
    if (visible.length > 0) this.#keepWatching({ ...watched, files: visible, inTime: new Set() });
    return [...new Set(texts)];
  }

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
