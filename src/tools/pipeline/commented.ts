// Passes a user's comments on lines to the agent, with the outcome of the call. Loaded on demand.

import { commentsCount, commentsText } from '../../core/comments/commentsText.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { asSentence } from '../shared/common.ts';
import type { Decision } from '../ports/ports.ts';
import type { ToolAnswer } from '../shared/tool.ts';
import { rejection } from './rejection.ts';

/** An error whose message lists the user's comments. */
export class CommentedError extends ToolError {
  readonly comments: readonly LineComment[];
  /** Creates the same rejection with some of the comments, for one of several calls that were reviewed together. */
  readonly rejectionOf: ((own: readonly LineComment[]) => ToolError) | undefined;

  constructor(
    error: Pick<ToolError, 'code' | 'message' | 'userMessage' | 'cause'>,
    comments: readonly LineComment[],
    rejectionOf?: CommentedError['rejectionOf'],
  ) {
    super(error.code, error.message, error);
    this.comments = comments;
    this.rejectionOf = rejectionOf;
  }
}

/** The error for a change that the user rejected with comments on its lines. */
export function commentedRejection(reason: string | undefined, comments: readonly LineComment[]): CommentedError {
  const why = reason === undefined || reason.trim() === '' ? '' : ` Their reason: ${asSentence(reason)}`;
  const what = `The user rejected the change and asks for changes, by ${commentsCount(comments)}.${why}`;
  const next =
    'Nothing was written. Do not repeat the call as it was; do what the comments ask for, and propose the change again.';
  const message = `${what} ${next}\n${commentsText(comments, 'your proposal')}`;
  const rejectionOf = (own: readonly LineComment[]): ToolError =>
    own.length > 0 ? commentedRejection(reason, own) : rejection(reason);
  return new CommentedError(new ToolError('REJECTED', message), comments, rejectionOf);
}

/** The message to the model with the comments of an approval. */
export function approvalComments(comments: readonly LineComment[]): string {
  const next = 'Take them up in what you do next.';
  return `The user approved with ${commentsCount(comments)}. ${next}\n${commentsText(comments, 'the approved text')}`;
}

/**
 * Runs the steps after an approval with comments, and adds the comments to the answer or error. If the call is planned
 * and asked again, they become drafts again.
 */
export async function passOnComments(
  { comments = [], takeBackComments }: Extract<Decision, { approved: true }>,
  run: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  try {
    const answer = await run();
    return { ...answer, text: `${answer.text}\n${approvalComments(comments)}`, comments };
  } catch (cause) {
    if (cause instanceof StalePlan) {
      takeBackComments?.();
      throw cause;
    }
    const { code, message, userMessage } = toToolError(cause, 'The change');
    throw new CommentedError(
      { code, message: `${message}\n${approvalComments(comments)}`, userMessage, cause },
      comments,
    );
  }
}
