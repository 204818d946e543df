// Determines by how much to indent the added lines of a hunk that matches with another indentation than its own.
import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import { findShift, noShift, shiftIndent, type IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/searchedFile.ts';
import { sideOf } from '../parse/hunkLines.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * The shift of indentation by which a hunk matches: the shift of all its old lines or, if they differ, of its removed
 * lines. Undefined if the removed lines differ, too, if an added line cannot be shifted, or if the added lines lost
 * their indentation.
 */
export function indentShiftAt(file: FileText, lines: readonly HunkLine[], position: number): IndentShift | undefined {
  const oldLines = sideOf(lines, 'old');
  const addedLines = lines.filter((line) => line.kind === 'add' && !isBlank(line.text));
  const allPairs = oldLines.map((line, at): LinePair => ({ line, found: file.texts[position + at] ?? '' }));
  const pairs = allPairs.filter(({ line }) => !isBlank(line.text));
  const removedPairs = pairs.filter(({ line }) => line.kind === 'remove');
  const decidingPairs = removedPairs.length > 0 ? removedPairs : pairs;
  const shift = shiftOfPairs(pairs) ?? shiftOfPairs(decidingPairs);
  const changesOnlyBlankLines = addedLines.length === 0 && removedPairs.length === 0;
  if (shift === undefined) return changesOnlyBlankLines ? noShift : undefined;
  if (addedLines.some((line) => shiftIndent(line.text, shift) === undefined)) return undefined;
  const addsIndentation = shift.kind === 'prefix' && shift.add !== '';
  if (!addsIndentation) return shift;
  const isFlat = decidingPairs.every(({ line }) => splitIndent(line.text).indent === '');
  return isFlat && hasLostIndentation(addedLines, removedPairs.length > 0) ? undefined : shift;
}

/** An old line of a hunk, and the line of the file where it matches. */
interface LinePair {
  readonly line: HunkLine;
  readonly found: string;
}

function shiftOfPairs(pairs: readonly LinePair[]): IndentShift | undefined {
  const requestedLines = pairs.map(({ line }) => line.text);
  const fileLines = pairs.map(({ found }) => found);
  return findShift(requestedLines, fileLines);
}

/** Matches the end of a line that opens a block, whose lines would be indented. */
const opensBlock = /[{([:>]\s*$/;
/** Maximum number of characters at the end of a line to examine, which bounds the time. */
const maxExaminedChars = 20;

/**
 * Whether a hunk whose old lines are flat lost its indentation, so that the right one of its added lines is unknown:
 * - added lines are indented, and it removes none that they could be compared with; or
 * - no added line is indented, though one opens a block.
 */
function hasLostIndentation(addedLines: readonly HunkLine[], removesLines: boolean): boolean {
  const isFlat = addedLines.every((line) => splitIndent(line.text).indent === '');
  if (!isFlat) return !removesLines;
  return addedLines.slice(0, -1).some((line) => opensBlock.test(line.text.slice(-maxExaminedChars)));
}
