// Defines the rows of the view of waiting calls.

import type { Change } from '../../core/change/change.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { ReadNode } from './readSurfaces.ts';
import type { ListedWarning } from './reviewWarnings.ts';

/** A waiting call, or one of its changes, hunks or warnings. */
export interface PendingNode {
  readonly review: PendingReview;
  readonly change?: Change;
  /** Index of one of the change's hunks. */
  readonly hunk?: number;
  /** A warning of the call, or `all` for their parent row. */
  readonly warning?: ListedWarning | 'all';
  /** Whether the command was clicked in the diff. */
  readonly inDiff?: boolean;
}

/** A row of the view: a waiting call, one of its changes, or a file that an agent requests to read. */
export type PendingLine = PendingNode | ReadNode;

/** Whether two rows represent the same thing: the view creates new objects at each refresh. */
export function isSameRow(a: PendingNode, b: PendingNode): boolean {
  return a.review === b.review && a.change === b.change && a.hunk === b.hunk && a.warning === b.warning;
}
