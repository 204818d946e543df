// A person's comments on lines of a proposal, as they go to the agent.

import type { LineRange } from '../diff/diff.ts';

/** The side of a diff that lines belong to: as they were, or as they are proposed. */
export type CommentSide = 'before' | 'after';

/** What became of commented lines since the comment was written. */
export type LineFate = 'same' | 'changed' | 'gone';

/** A comment of the person on lines of one file. */
export interface LineComment {
  /** For display, as in the change. */
  readonly path: string;
  readonly side: CommentSide;
  /** Where the lines are now; where they would be if they are gone. */
  readonly lines: LineRange;
  readonly fate: LineFate;
  /** The lines as they were when the comment was written; empty where they may not be quoted. */
  readonly quoted: readonly string[];
  readonly words: string;
  /** In a notebook, where the lines begin: the cell, and the line of its source, which none has outside of it. */
  readonly cell?: { readonly number: number; readonly line: number | undefined };
  /** Set if the person approved the call without the file: the line numbers are those of what was proposed. */
  readonly isExcluded?: boolean;
}

/** Maximum number of comments that one answer carries. */
const maxComments = 500;
/** Maximum UTF-16 units of one comment, and of all in one answer. */
export const maxWords = 10_000;
export const maxAllWords = 100_000;

/** Why one more comment would not fit, so that none is cut later; undefined if it fits. */
export function whyTooMuch(others: readonly { readonly words: string }[], words: string): 'one' | 'all' | undefined {
  if (words.length > maxWords) return 'one';
  const all = others.reduce((sum, each) => sum + each.words.length, words.length);
  return all > maxAllWords || others.length >= maxComments ? 'all' : undefined;
}
