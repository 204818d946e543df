// Passes the user's comments on lines of a change to the agent, in the answer or error. Loaded at the first comment.

import { formatCommentCount, listComments } from '../../core/comments/commentsText.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import { ToolError, toToolError, StalePlan } from '../../core/wording/errors.ts';
import { asSentence } from '../../core/wording/phrase.ts';
import type { Approval } from '../ports/ports.ts';
import type { ToolAnswer } from '../shared/tool.ts';
import { createRejection } from './rejection.ts';

/** An error whose message lists the user's comments. */
export class CommentedError extends ToolError {
  readonly comments: readonly LineComment[];
  /**
   * Creates the rejection of one of several calls that were reviewed together: with the comments on that call (`own`),
   * perhaps none. Undefined for an error after an approval.
   */
  readonly rejectionWith: ((own: readonly LineComment[]) => ToolError) | undefined;

  constructor(
    error: Pick<ToolError, 'code' | 'message' | 'userMessage' | 'cause'>,
    comments: readonly LineComment[],
    rejectionWith?: CommentedError['rejectionWith'],
  ) {
    super(error.code, error.message, error);
    this.comments = comments;
    this.rejectionWith = rejectionWith;
  }
}

/** The error for a change that the user rejected with comments on its lines. */
export function createCommentedRejection(reason: string | undefined, comments: readonly LineComment[]): CommentedError {
  const reasonText = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  const headline = `The user rejected the change and asks for changes, by ${formatCommentCount(comments)}.${reasonText}`;
  const advice =
    'Nothing was written. Do not repeat the call as it was; do what the comments ask for, and propose the change again.';
  const message = `${headline} ${advice}\n${listComments(comments, 'your proposal')}`;
  const rejectionWith = (ownComments: readonly LineComment[]): ToolError =>
    ownComments.length > 0 ? createCommentedRejection(reason, ownComments) : createRejection(reason);
  return new CommentedError(new ToolError('REJECTED', message), comments, rejectionWith);
}

/** The message to the model with the comments of an approval. */
export function describeApprovalComments(comments: readonly LineComment[]): string {
  const advice = 'Take them up in what you do next.';
  return `The user approved with ${formatCommentCount(comments)}. ${advice}\n${listComments(comments, 'the approved text')}`;
}

/**
 * Runs the steps after an approval with comments, and adds the comments to the answer or error. After a `StalePlan`, the
 * call is planned and asked again, so the comments become drafts again.
 */
export async function passOnComments(
  { comments = [], withdrawComments }: Approval,
  run: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  try {
    const answer = await run();
    return { ...answer, text: `${answer.text}\n${describeApprovalComments(comments)}`, comments };
  } catch (cause) {
    if (cause instanceof StalePlan) {
      withdrawComments?.();
      throw cause;
    }
    const { code, message, userMessage } = toToolError(cause, 'The change');
    throw new CommentedError(
      { code, message: `${message}\n${describeApprovalComments(comments)}`, userMessage, cause },
      comments,
    );
  }
}
