// Declares the interface between a review and the user's comments on its lines; the implementation is loaded with the
// first review.

import type { LineComment } from '../../core/comments/lineComment.ts';
import type { DiffPair } from './diff/diffPair.ts';
import type { EditorTexts } from './proposal/amendments.ts';
import type { ReviewAnswer, PendingReview } from './pendingReviews.ts';

export interface ReviewComments {
  /**
   * Removes the comments from the editor, and returns those to send with the user's answer: none if the call ended
   * unanswered. The comments of such a call reappear with the agent's next change of their files. Later calls return
   * none.
   * @param texts the edited texts, to which the line numbers refer after an approval
   */
  takeForAnswer(reviewEnd: ReviewEnd, texts: EditorTexts): Promise<SentComments>;
}

/** The end of a review, as far as its comments depend on it. */
export type ReviewEnd = 'approved' | 'rejected' | 'unanswered';

export function reviewEndOf({ approve, surface }: ReviewAnswer): ReviewEnd {
  if (approve) return 'approved';
  return surface === 'stop' || surface === 'failure' ? 'unanswered' : 'rejected';
}

/** The comments that go with a decision, and how to take them back; both are undefined if there are none. */
export interface SentComments {
  readonly comments?: readonly LineComment[];
  readonly withdrawComments?: () => void;
}

/** @param pairs all files of the review, including excluded ones */
export type OpenComments = (review: PendingReview, pairs: readonly DiffPair[]) => Promise<ReviewComments>;
