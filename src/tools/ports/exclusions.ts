// What the answer to a change tells of what the person excluded.

import type { Change } from '../../core/change/change.ts';

/** A hunk that the person excluded from a change that is written otherwise. */
export interface ExcludedHunk {
  readonly path: string;
  /** Its lines in the proposed text, 1-based, inclusive; `end` is `start - 1` if it only removes lines. */
  readonly lines: { readonly start: number; readonly end: number };
  /** The hunk as lines of a diff, with `-` and `+`. */
  readonly diff: string;
  readonly reason?: string;
}

/** The hunks that the person excluded from an approved call. */
export interface ExcludedHunks {
  readonly excludedHunks?: readonly ExcludedHunk[];
  /** The planned changes without the excluded hunks, from which the person amended; without it, the planned ones. */
  readonly amendedFrom?: readonly Change[];
}

/** A path that the person excluded from a call, and their reason, if they gave one. */
export interface ExcludedPath {
  readonly path: string;
  readonly reason?: string;
}
