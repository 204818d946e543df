// Defines a user's comments on lines of a change, as sent to the agent, and their limits.

import type { LineRange } from '../diff/lineBlocks.ts';

/** The side of a diff that the lines belong to: the old or the proposed text. */
export type CommentSide = 'before' | 'after';

/** Status of commented lines since the comment: unchanged, edited or deleted. */
export type LineFate = 'same' | 'changed' | 'gone';

/** A user's comment on lines of one file. */
export interface LineComment {
  /** Display path, as in the change. */
  readonly path: string;
  readonly side: CommentSide;
  /** Current location of the lines; for deleted lines, the location where they would be. */
  readonly lines: LineRange;
  readonly fate: LineFate;
  /** The lines when the comment was written; empty if they may not be quoted. */
  readonly quoted: readonly string[];
  /** The user's text. */
  readonly words: string;
  /**
   * In a notebook: the cell in which the lines begin, and the first line's number in the cell's source, both 1-based.
   * `line` is undefined in outputs and metadata.
   */
  readonly cell?: { readonly number: number; readonly line: number | undefined };
  /** Set if the user approved the call without the file: then the line numbers refer to the proposal. */
  readonly isExcluded?: boolean;
}

/** Maximum number of comments in one answer. */
const maxComments = 500;
/** Maximum UTF-16 units of one comment's text. */
export const maxCommentChars = 10_000;
/** Maximum UTF-16 units of the texts of all comments in one answer. */
export const maxTotalChars = 100_000;

/**
 * The limit that a new comment would exceed: `one` is the limit of a comment, `all` a limit of an answer; undefined if
 * the comment fits. Checked when the comment is written, so that it need not be truncated later.
 * @param otherComments other comments of the same answer
 */
export function exceededLimit(
  otherComments: readonly { readonly words: string }[],
  words: string,
): 'one' | 'all' | undefined {
  if (words.length > maxCommentChars) return 'one';
  const totalChars = otherComments.reduce((sum, comment) => sum + comment.words.length, words.length);
  return totalChars > maxTotalChars || otherComments.length >= maxComments ? 'all' : undefined;
}
