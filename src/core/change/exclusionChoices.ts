// Stores which changes of a call the user excluded, and why.

import type { Change } from './change.ts';
import { excludeWithDependents, findDependencies, includeAgain, type Dependencies } from './exclude.ts';

/** The user's exclusions of whole changes, and the reasons for these and for excluded hunks. */
export class ExclusionChoices {
  readonly #dependencies: Dependencies;
  #excludedByUser: ReadonlySet<Change> = new Set();
  #excluded: ReadonlySet<Change> = new Set();
  /** By change and index of the hunk; the key `undefined` is for the whole change. */
  readonly #reasons = new Map<Change, Map<number | undefined, string | undefined>>();

  constructor(changes: readonly Change[]) {
    this.#dependencies = findDependencies(changes);
  }

  /** The changes that the user excluded, and those that depend on them. */
  get excluded(): ReadonlySet<Change> {
    return this.#excluded;
  }

  /** The changes that the user excluded. */
  get excludedByUser(): ReadonlySet<Change> {
    return this.#excludedByUser;
  }

  /** Excludes changes, or includes them again with those that they depend on; `reason` counts only for exclusion. */
  setExcluded(targets: readonly Change[], isExcluded: boolean, reason: string | undefined): void {
    const excludedBefore = this.#excludedByUser;
    this.#excludedByUser = isExcluded
      ? new Set([...excludedBefore, ...targets])
      : includeAgain(this.#dependencies, excludedBefore, targets);
    if (isExcluded) for (const change of targets) this.setReason(change, reason);
    // Drops the reasons of all changes that are included again, such as the creation of a target's folder.
    for (const change of excludedBefore) if (!this.#excludedByUser.has(change)) this.setReason(change, undefined);
    this.#excluded = excludeWithDependents(this.#dependencies, this.#excludedByUser);
  }

  /** The reason for excluding a change, or one of its hunks (by index). */
  reasonOf(change: Change, hunk?: number): string | undefined {
    return this.#reasons.get(change)?.get(hunk);
  }

  /** Sets the reason for excluding a change, or one of its hunks; undefined or empty for none. */
  setReason(change: Change, reason: string | undefined, hunk?: number): void {
    const reasons = this.#reasons.get(change) ?? new Map<number | undefined, string | undefined>();
    reasons.set(hunk, reason === '' ? undefined : reason);
    this.#reasons.set(change, reasons);
  }
}
