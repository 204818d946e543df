// Declares the interface between a review and the user's comments on its lines; the implementation is loaded with the
// first review.

import type { LineComment } from '../../core/comments/lineComment.ts';
import type { DiffPair } from './diff/diffPair.ts';
import type { EditorTexts } from './diff/amendments.ts';
import type { ReviewAnswer, PendingReview } from './pendingReviews.ts';

/** The user's comments on the lines of one review. They disappear when it is answered. */
export interface ReviewComments {
  /**
   * Returns the comments to send with the user's answer; none if the call ended without one. In that case they reappear
   * with the agent's next change of their files.
   * @param texts the edited texts, to which an approval's line numbers refer
   */
  end(answer: CommentedAnswer, texts: EditorTexts): Promise<SentComments>;
}

/** The end of a review. */
export type CommentedAnswer = 'approved' | 'rejected' | 'unanswered';

export function commentedAnswerOf({ approve, surface }: ReviewAnswer): CommentedAnswer {
  if (approve) return 'approved';
  return surface === 'stop' || surface === 'failure' ? 'unanswered' : 'rejected';
}

/** Parts of a decision; both are undefined if there are no comments. */
export interface SentComments {
  readonly comments?: readonly LineComment[];
  readonly withdrawComments?: () => void;
}

/** @param pairs all files of the review, including excluded ones */
export type OpenComments = (review: PendingReview, pairs: readonly DiffPair[]) => Promise<ReviewComments>;
