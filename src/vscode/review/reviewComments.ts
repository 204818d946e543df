// Declares how a review knows of the person's comments on its lines; the code behind it is loaded with the first review.

import type { LineComment } from '../../core/comments/lineComment.ts';
import type { DiffPair } from './diff/openDiff.ts';
import type { ShownTexts } from './diff/amendments.ts';
import type { Answer, PendingReview } from './pendingReviews.ts';

/** The person's comments on the lines of one review. They are withdrawn from the screen when it is answered. */
export interface ReviewComments {
  /**
   * What goes to the agent with the person's answer; nothing if the call ended without one, and then the comments are
   * shown again with the agent's next change of their files.
   * @param texts the amended texts, which an approval's line numbers refer to
   */
  end(answer: CommentedAnswer, texts: ShownTexts): Promise<SaidComments>;
}

/** How a review ended. */
export type CommentedAnswer = 'approved' | 'rejected' | 'unanswered';

export function endOf({ approve, surface }: Answer): CommentedAnswer {
  if (approve) return 'approved';
  return surface === 'stop' || surface === 'failure' ? 'unanswered' : 'rejected';
}

/** Parts of a decision; both are undefined without comments. */
export interface SaidComments {
  readonly comments?: readonly LineComment[];
  readonly takeBackComments?: () => void;
}

/** @param pairs all files of the review, excluded ones too */
export type OpenComments = (review: PendingReview, pairs: readonly DiffPair[]) => Promise<ReviewComments>;
