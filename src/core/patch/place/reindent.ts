// Determines the indentation of added lines for a hunk that matches with another indentation.
import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import { findShift, noShift, shiftIndent, type IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * The shift of indentation by which a hunk matches, by its removed lines, or else its context. Undefined if lines are
 * shifted differently, an added line cannot be shifted, or added lines lost their indentation.
 */
export function indentShiftAt(file: FileText, lines: readonly HunkLine[], position: number): IndentShift | undefined {
  const old = sideOf(lines, 'old');
  const added = lines.filter((line) => line.kind === 'add' && !isBlank(line.text));
  const pairs = old.map((line, at) => ({ line, found: file.texts[position + at] ?? '' }));
  const nonBlank = pairs.filter(({ line }) => !isBlank(line.text));
  const removed = nonBlank.filter(({ line }) => line.kind === 'remove');
  const deciding = removed.length > 0 ? removed : nonBlank;
  const shiftOf = (some: typeof nonBlank): IndentShift | undefined =>
    findShift(
      some.map(({ line }) => line.text),
      some.map(({ found }) => found),
    );
  const shift = shiftOf(nonBlank) ?? shiftOf(deciding);
  if (shift === undefined) return added.length === 0 && removed.length === 0 ? noShift : undefined;
  if (added.some((line) => shiftIndent(line.text, shift) === undefined)) return undefined;
  if (shift.kind !== 'prefix' || shift.add === '') return shift;
  const isFlat = deciding.every(({ line }) => splitIndent(line.text).indent === '');
  return isFlat && lostIndentation(added, removed.length > 0) ? undefined : shift;
}

/** Whether a hunk lost its indentation: only its added lines are indented, or they open a block, but none is indented. */
function lostIndentation(added: readonly HunkLine[], removesLines: boolean): boolean {
  const isFlat = added.every((line) => splitIndent(line.text).indent === '');
  if (!isFlat) return !removesLines;
  return added.slice(0, -1).some((line) => /[{([:>]\s*$/.test(line.text.slice(-20)));
}
