// Defines a user's comments as they were written (drafts), and maps their lines to the current texts.

import type { LineRange } from '../diff/lineBlocks.ts';
import type { Yielding } from '../async/yielding.ts';
import type { CommentSide, LineComment } from './lineComment.ts';
import { editorLinesOf } from '../text/text.ts';
import { createLineMover, type LineMover, type MovedLines } from './moveLines.ts';

/** The commented lines, in the text as it was when the comment was written. */
export interface CommentedLines {
  /** Canonical URI of the file. */
  readonly file: string;
  /** Display path. */
  readonly path: string;
  readonly side: CommentSide;
  readonly text: string;
  /** 1-based, inclusive. */
  readonly lines: LineRange;
  /** Whether the agent may see the lines. */
  readonly mayQuote: boolean;
}

/** A comment as the user wrote it; `toLineComments` converts it to what is sent to the agent. */
export interface Draft extends CommentedLines {
  /** The user's text. */
  readonly words: string;
}

/** A comment with its file, for a list from which the user chooses: "src/a.ts: Why?". */
export function draftText({ path, words }: Draft): string {
  return `${path}: ${words}`;
}

/** Lines of `text`, and the current text `now`, to which they are mapped. */
type LinesToMap = Pick<CommentedLines, 'text' | 'lines'> & { readonly now: string };

/**
 * Maps commented lines to the current texts, in order. Yields often, since a text may be very large.
 * @param isCurrent checked at each yield; once it is false, the work ends and returns undefined
 */
export function* mapCommentedLines(
  commentedLines: readonly LinesToMap[],
  isCurrent: () => boolean,
): Yielding<readonly MovedLines[] | undefined> {
  const work = mapAll(commentedLines);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (!isCurrent()) return undefined;
    yield;
  }
}

function* mapAll(commentedLines: readonly LinesToMap[]): Yielding<readonly MovedLines[]> {
  const mapper = new LineMapper();
  const movedLines: MovedLines[] = [];
  for (const { text, lines, now } of commentedLines) {
    movedLines.push(yield* mapper.map({ text, lines }, now));
    yield;
  }
  return movedLines;
}

/** Maps lines from one text to another; compares each pair of texts once. */
class LineMapper {
  /** By the old text, then by the new one. */
  readonly #moverByTexts = new Map<string, Map<string, LineMover>>();

  *map({ text, lines }: Pick<CommentedLines, 'text' | 'lines'>, currentText: string): Yielding<MovedLines> {
    if (text === currentText) return { lines, fate: 'same' };
    const moverByCurrentText = this.#moverByTexts.get(text) ?? new Map<string, LineMover>();
    const mover = moverByCurrentText.get(currentText) ?? (yield* createLineMover(text, currentText));
    this.#moverByTexts.set(text, moverByCurrentText.set(currentText, mover));
    return mover(lines);
  }
}

/** The text to which the line numbers of a comment refer when it is sent. */
export interface SentText {
  /** Display path of the file now; the comment may have been written before it was moved. */
  readonly path: string;
  readonly text: string;
  /** Whether the user approved the call without this file. */
  readonly isExcluded: boolean;
}

/**
 * Converts drafts to the comments to send, in order.
 * @param textOf returns undefined if the file is no longer part of the call: its lines then count as gone
 */
export function* toLineComments(
  drafts: readonly Draft[],
  textOf: (draft: Draft) => SentText | undefined,
): Yielding<LineComment[]> {
  const mapper = new LineMapper();
  const comments: LineComment[] = [];
  for (const draft of drafts) {
    const { side, words, lines, text, mayQuote } = draft;
    const sentText = textOf(draft);
    const movedLines =
      sentText === undefined ? { lines, fate: 'gone' as const } : yield* mapper.map(draft, sentText.text);
    const quotedLines = mayQuote ? editorLinesOf(text).slice(lines.start - 1, lines.end) : [];
    comments.push({
      path: sentText?.path ?? draft.path,
      side,
      words,
      quoted: quotedLines,
      ...movedLines,
      ...(sentText?.isExcluded === true ? { isExcluded: true } : {}),
    });
    yield;
  }
  return comments;
}
