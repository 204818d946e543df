// Lists the variants of a hunk to search for: lines without a marker may be context, be added, or not belong to it.
import { hasCountedLines, isBlankWithoutMarker, isEmptyWithoutMarker } from '../parse/hunkLines.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';

/** One interpretation of the lines of a hunk. */
export interface HunkVariant {
  readonly lines: readonly HunkLine[];
  /** The number of the hunk's lines omitted at the start. */
  readonly skippedLines: number;
}

/**
 * The variants of a hunk, in the order to try them: the whole hunk, then without lines at its edges that lost their
 * marker and so may not belong to it, then with lost markers read as those of added blank lines.
 *
 *     ␊             a blank line that separates hunks or follows the header
 *     -old
 *     +new
 *      context
 *     ␊             a blank line that separates hunks
 *     Then run it.  prose below the diff, parsed as a context line
 */
export function variantsOf(hunk: PatchHunk): readonly HunkVariant[] {
  const { lines } = hunk.body;
  const start = lines.findIndex((line) => !isBlankWithoutMarker(line));
  const end = lines.findLastIndex((line) => !isBlankWithoutMarker(line)) + 1;
  const markedEnd = lines.findLastIndex((line) => !line.lacksMarker) + 1;
  const sliceVariant = (from: number, to: number): HunkVariant => ({
    lines: lines.slice(from, to),
    skippedLines: from,
  });
  const variants = [sliceVariant(0, lines.length)];
  if (end < lines.length) variants.push(sliceVariant(0, end));
  if (start > 0) variants.push(sliceVariant(start, lines.length), sliceVariant(start, end));
  // Prose below the hunk follows a blank line.
  const separator = markedEnd < end ? lines[markedEnd] : undefined;
  if (separator !== undefined && isBlankWithoutMarker(separator)) variants.push(sliceVariant(0, markedEnd));
  for (const withBlanks of linesWithAddedBlanks(hunk)) variants.push({ lines: withBlanks, skippedLines: 0 });
  return variants;
}

/**
 * The lines of a hunk with blank lines without a marker read as added lines that lost their `+`:
 *
 *     +one
 *     ␊       between two added lines: read as added
 *     +two
 *     ␊       beside one added line: read as added only if the header's counts show it, or a blank context line with
 *      three  its leading space (so those kept their markers)
 *
 * Empty if the hunk has no such lines; two results if both readings are possible.
 */
export function linesWithAddedBlanks({ body: { lines }, numbers }: PatchHunk): readonly (readonly HunkLine[])[] {
  if (!lines.some(isEmptyWithoutMarker)) return [];
  const isBelow = isBelowAdded(lines);
  const isAbove = isBelowAdded(lines.toReversed()).toReversed();
  const readAsAdded = (isAdded: (at: number) => boolean): readonly HunkLine[] =>
    lines.map((line, at): HunkLine => (isEmptyWithoutMarker(line) && isAdded(at) ? { ...line, kind: 'add' } : line));
  const addedBetween = readAsAdded((at) => isBelow[at] === true && isAbove[at] === true);
  const addedBeside = readAsAdded((at) => isBelow[at] === true || isAbove[at] === true);
  if (hasCountedLines(numbers, addedBeside)) return [addedBeside];
  if (!addedBetween.some((line, at) => line !== lines[at])) return [];
  const hasMarkedBlank = lines.some((line) => line.kind === 'context' && !line.lacksMarker && line.text === '');
  const areEqual = addedBeside.every((line, at) => line.kind === addedBetween[at]?.kind);
  return hasMarkedBlank || areEqual ? [addedBeside] : [addedBetween, addedBeside];
}

/** Returns, for each line, whether the nearest line above it, except empty ones without a marker, is an added one. */
function isBelowAdded(lines: readonly HunkLine[]): boolean[] {
  let isAdded = false;
  return lines.map((line) => {
    const wasAdded = isAdded;
    if (!isEmptyWithoutMarker(line)) isAdded = line.kind === 'add';
    return wasAdded;
  });
}
