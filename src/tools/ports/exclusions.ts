// Defines the parts of a change that the user excluded in the review, as the answer reports them.

import type { Change } from '../../core/change/change.ts';

/** A hunk that the user excluded from a change whose other hunks are written. */
export interface ExcludedHunk {
  readonly path: string;
  /**
   * Lines of the hunk in the proposed text, 1-based, inclusive; `end` is `start - 1` if the hunk only removes lines.
   */
  readonly lines: { readonly start: number; readonly end: number };
  /** The hunk as lines of a diff, with `-` and `+`. */
  readonly diff: string;
  /** The user's reason, as typed. */
  readonly reason?: string;
}

/** The part of an approval about excluded hunks. */
export interface ExcludedHunks {
  readonly excludedHunks?: readonly ExcludedHunk[];
  /**
   * The planned changes without the excluded hunks, for the diff to the user's edits. Undefined if no hunk is excluded:
   * the diff is then from the planned changes.
   */
  readonly amendedFrom?: readonly Change[];
}

/** A path that the user excluded from a call, with their reason, if any. */
export interface ExcludedPath {
  readonly path: string;
  readonly reason?: string;
}
