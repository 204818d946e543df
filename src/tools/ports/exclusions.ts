// Defines the user's exclusions, as reported in the answer to a change.

import type { Change } from '../../core/change/change.ts';

/** A hunk that the user excluded from a change whose other hunks are written. */
export interface ExcludedHunk {
  readonly path: string;
  /** Its lines in the proposed text, 1-based, inclusive; `end` is `start - 1` if it only removes lines. */
  readonly lines: { readonly start: number; readonly end: number };
  /** The hunk as lines of a diff, with `-` and `+`. */
  readonly diff: string;
  readonly reason?: string;
}

/** The hunks that the user excluded from an approved call. */
export interface ExcludedHunks {
  readonly excludedHunks?: readonly ExcludedHunk[];
  /**
   * What the user's edits are compared with: the planned changes without the excluded hunks. Undefined if no hunk is
   * excluded, for the planned changes themselves.
   */
  readonly amendedFrom?: readonly Change[];
}

/** A path that the user excluded from a call, with their reason, if any. */
export interface ExcludedPath {
  readonly path: string;
  readonly reason?: string;
}
