// Finds which replacements of an answered call were written, if the user excluded or amended parts of them.
import { runYielding } from '../../../async/eventLoop.ts';
import type { Change } from '../../../core/change/change.ts';
import { comparableTexts, compareChange } from '../../../core/change/changeComparison.ts';
import type { Yielding } from '../../../core/async/yielding.ts';
import { compareLinesYielding, mapLineToAfter, type Comparison } from '../../../core/diff/lineBlocks.ts';
import { composeEditsYielding } from '../../../core/diff/composeEdits.ts';
import { findFinalRanges, trimEdits } from '../../../core/diff/moveOffsets.ts';
import { compareWithWritten, createIsWritten } from '../../../core/diff/writtenEdits.ts';
import { lineAt, type TextEdit } from '../../../core/text/text.ts';
import { dominantEol } from '../../../core/text/lineEndings.ts';
import { parseNotebook } from '../../shared/parseNotebook.ts';

/** The edits of a text, and the text after them. */
export interface EditedText {
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/** A replacement, compared with the written text. */
export interface WrittenReplacement {
  readonly isWritten: boolean;
  /** The line (1-based) of the written text at which it begins or, if it was not written, would begin. */
  readonly line: number;
}

/** The successive edits of one text: a file, or the source of a cell. */
export class SuccessiveEdits {
  readonly #before: string;
  #after: string;
  #eolBefore: string | undefined;
  /** The edits, trimmed; undefined if the text was changed in another way between them, which rules out a comparison. */
  #steps: (readonly TextEdit[])[] | undefined = [];

  constructor(before: string) {
    this.#before = before;
    this.#after = before;
  }

  /** The most frequent line ending of the text before the edits; `''` if it has none. */
  get eolBefore(): string {
    return (this.#eolBefore ??= /[\r\n]/.test(this.#before) ? dominantEol(this.#before) : '');
  }

  /** Adds the next edit, with the texts before and after it. */
  add(before: string, { text, edits }: EditedText): void {
    if (before === this.#after) this.#steps?.push(trimEdits(before, edits));
    else this.#steps = undefined;
    this.#after = text;
  }

  /**
   * For each edit, its replacements; undefined if `written` is the planned text, or cannot be compared.
   *
   * @param written the text as written; undefined if it is unknown
   * @param plannedChange the planned change of the file; undefined for the source of a cell
   */
  async findIn(
    written: string | undefined,
    plannedChange?: Change,
  ): Promise<readonly (readonly WrittenReplacement[])[] | undefined> {
    const [before, after, steps] = [this.#before, this.#after, this.#steps];
    if (steps === undefined || written === undefined || written === after) return undefined;
    const ranges = await runYielding(findFinalRanges(steps));
    const comparison = await runYielding(this.#compare(steps, plannedChange));
    const planned = { before, after, comparison };
    const amendments = await runYielding(compareWithWritten(planned, written));
    const isWritten = createIsWritten(planned, written);
    const lineOf = (start: number): number => mapLineToAfter(amendments, lineAt(comparison.afterStarts, start) + 1);
    return ranges.map((rangesOfEdit) =>
      rangesOfEdit.map((range) => ({ isWritten: isWritten(range), line: lineOf(range.start) })),
    );
  }

  /**
   * The comparison whose hunks the user could exclude: the comparison of the planned change or, for a cell, of these
   * edits.
   */
  *#compare(steps: readonly (readonly TextEdit[])[], planned: Change | undefined): Yielding<Comparison> {
    const [before, after] = [this.#before, this.#after];
    if (planned !== undefined) {
      const texts = comparableTexts(planned);
      const comparison = yield* compareChange(planned);
      if (comparison !== undefined && texts.before === before && texts.after === after) return comparison;
    }
    return yield* compareLinesYielding(before, after, yield* composeEditsYielding(before, steps));
  }
}

/** The source of a cell (by number) in the text of a notebook; undefined if it is invalid or has no such cell. */
export async function readCellSource(text: string, path: string, cell: number): Promise<string | undefined> {
  const parsed = await parseNotebook(text, path);
  return parsed?.notebook.cells[cell - 1]?.source.text;
}
