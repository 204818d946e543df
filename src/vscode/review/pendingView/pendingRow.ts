// Defines the rows of the view of waiting calls, by which its commands identify a call or a part of it.

import type { Change } from '../../../core/change/change.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { ReadRow } from './readSurfaces.ts';
import type { ListedWarning } from '../warnings/reviewWarnings.ts';

interface RowOf<Kind> {
  readonly kind: Kind;
  readonly review: PendingReview;
}

interface ChangeRow extends RowOf<'change'> {
  readonly change: Change;
  /** Whether a command in the diff created the row, so that the focus stays in the diff. */
  readonly inDiff?: boolean;
}

/** One of a change's hunks, by its index. */
export interface HunkRow extends RowOf<'hunk'>, Omit<ChangeRow, 'kind'> {
  readonly hunk: number;
}

export interface WarningRow extends RowOf<'warning'> {
  readonly warning: ListedWarning;
}

/** A waiting call, one of its changes or their hunks, the parent row of its warnings, or one of its warnings. */
export type CallRow = RowOf<'call'> | ChangeRow | HunkRow | RowOf<'warnings'> | WarningRow;

/** A row of the view: of a waiting call, or a file that an agent requests to read. */
export type PendingRow = CallRow | ReadRow;

export function isExcludable(row: CallRow): row is ChangeRow | HunkRow {
  return row.kind === 'change' || row.kind === 'hunk';
}

/**
 * Whether two rows represent the same thing: the view creates new rows at each refresh, of the same reviews, changes and
 * warnings.
 */
export function isSameRow(a: CallRow, b: CallRow): boolean {
  // Rows of the same kind have the same fields; `inDiff` does not change what a row represents.
  return Object.entries(a).every(([field, value]) => field === 'inDiff' || Reflect.get(b, field) === value);
}
