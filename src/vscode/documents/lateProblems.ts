// Finds problems that are new since a change, and reports each once, to the session that made the change.

import type { Location } from '../../core/change/change.ts';
import { keyOf } from '../../core/toReview/linkedSessions.ts';
import type { Caller } from '../../tools/ports/caller.ts';

/** Milliseconds after a change during which later answers still report new problems in its visible files. */
const lateReportMs = 30_000;

export interface Problem {
  /** Text of a problem: `path:line severity message`. */
  readonly text: string;
  /** The same without the line number, which changes with edits above the problem. */
  readonly identity: string;
}

/** Files that a session changes, and their problems that existed before or were already reported. */
export interface WatchedFiles {
  readonly sessionKey: string;
  readonly files: readonly Location[];
  readonly known: Set<string>;
  /** When later answers stop reporting new problems, by `Date.now`. */
  readonly endMs: number;
}

/**
 * New problems in changed files. A session learns only of those in files that it changed, since it may not be allowed
 * to read others.
 */
export class LateProblems {
  /** Earlier changes that may still get problems. */
  #earlier: readonly WatchedFiles[] = [];
  readonly #problemsIn: (files: readonly Location[]) => readonly Problem[];

  constructor(problemsIn: (files: readonly Location[]) => readonly Problem[]) {
    this.#problemsIn = problemsIn;
  }

  /** Starts watching files; called right before a change. */
  watch(files: readonly Location[], { agent, session = '' }: Caller): WatchedFiles {
    const known = new Set(this.#problemsIn(files).map(({ identity }) => identity));
    return { sessionKey: keyOf({ agent, session }), files, known, endMs: Date.now() + lateReportMs };
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
    this.#earlier = this.#earlier.filter(({ endMs }) => nowMs < endMs);
    const ofSession = this.#earlier.filter(({ sessionKey }) => sessionKey === watched.sessionKey);
    const texts = [...ofSession, watched].flatMap((change) => this.#takeNew(change));
    if (visible.length > 0) this.#earlier = [...this.#earlier, { ...watched, files: visible }];
    return [...new Set(texts)];
  }

  #findNew({ files, known }: WatchedFiles): Problem[] {
    return this.#problemsIn(files).filter(({ identity }) => !known.has(identity));
  }

  /** Returns the texts of the new problems, and marks them as known. */
  #takeNew(watched: WatchedFiles): string[] {
    const fresh = this.#findNew(watched);
    for (const { identity } of fresh) watched.known.add(identity);
    return fresh.map(({ text }) => text);
  }
}
