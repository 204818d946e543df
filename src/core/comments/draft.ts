// Holds comments that are not sent yet, and places them in a text.

import type { LineRange } from '../diff/diff.ts';
import type { Yielding } from '../async/yielding.ts';
import type { CommentSide, LineComment } from './lineComment.ts';
import { editorLinesOf, lineMover, type MovedLines } from './moveLines.ts';

/** Lines of a text that a comment is on. They stay as they were when it was written; `placeLines` follows them. */
export interface CommentedLines {
  /** The file's URI with links resolved. */
  readonly file: string;
  /** For display. */
  readonly path: string;
  readonly side: CommentSide;
  readonly text: string;
  readonly lines: LineRange;
  /** Whether the agent may be shown the lines. */
  readonly mayQuote: boolean;
}

/** A comment of the person. */
export interface Draft extends CommentedLines {
  readonly words: string;
}

/**
 * Places lines in the texts that are there now, yielding often, since a text may be very large.
 * @param isCurrent asked at each yield: once false, the work ends with undefined
 */
export function* placeAll(
  all: readonly (Pick<CommentedLines, 'text' | 'lines'> & { readonly now: string })[],
  isCurrent: () => boolean,
): Yielding<readonly MovedLines[] | undefined> {
  const placer = new LinePlacer();
  const moved: MovedLines[] = [];
  for (const each of all) {
    const work = placer.place(each, each.now);
    for (;;) {
      const { done, value } = work.next();
      if (done === true) {
        moved.push(value);
        break;
      }
      if (!isCurrent()) return undefined;
      yield;
    }
    if (!isCurrent()) return undefined;
    yield;
  }
  return moved;
}

/** Places lines in texts; each pair of texts is compared once. */
class LinePlacer {
  readonly #movers = new Map<string, Map<string, (lines: LineRange) => MovedLines>>();

  *place({ text, lines }: Pick<CommentedLines, 'text' | 'lines'>, now: string): Yielding<MovedLines> {
    if (text === now) return { lines, fate: 'same' };
    const known = this.#movers.get(text)?.get(now);
    const mover = known ?? (yield* lineMover(text, now));
    if (known === undefined) this.#movers.set(text, new Map([...(this.#movers.get(text) ?? []), [now, mover]]));
    return mover(lines);
  }
}

/** What the line numbers of a comment refer to as it is sent. */
export interface SentText {
  readonly text: string;
  /** Whether the person approved the call without this file. */
  readonly isExcluded: boolean;
}

/** The comments as they are sent. @param textOf undefined if there is no such text any more */
export function* toLineComments(
  drafts: readonly Draft[],
  textOf: (draft: Draft) => SentText | undefined,
): Yielding<LineComment[]> {
  const placer = new LinePlacer();
  const comments: LineComment[] = [];
  for (const draft of drafts) {
    const { path, side, words, lines, text, mayQuote } = draft;
    const now = textOf(draft);
    const moved = now === undefined ? { lines, fate: 'gone' as const } : yield* placer.place(draft, now.text);
    const quoted = mayQuote ? editorLinesOf(text).slice(lines.start - 1, lines.end) : [];
    comments.push({ path, side, words, quoted, ...moved, ...(now?.isExcluded === true ? { isExcluded: true } : {}) });
    yield;
  }
  return comments;
}
