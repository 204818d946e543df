// Compares the context of a hunk, and the ends of the file, with the surroundings of a candidate.
import { isBlank } from '../../text/normalizeLine.ts';
import { sideOf } from '../parse/hunkLines.ts';
import { chargeBudget } from '../search/lineIndex.ts';
import { findLinesAt, frequencyOf, type SearchedFile } from '../search/searchedFile.ts';
import { lineKey } from '../search/tier.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';
import type { HunkBlock } from './blocks.ts';
import { countLetters } from './findHunk.ts';

/** A position in the file where a block matches: its first line (0-based) and its number of lines there. */
export interface Candidate {
  readonly fileLine: number;
  readonly lineCount: number;
}

/** A block and the side of it to search for. */
export interface SoughtBlock {
  readonly hunk: PatchHunk;
  readonly block: HunkBlock;
  readonly side: 'old' | 'new';
}

/** Maximum distance of context from its block in the file, in lines: others may have been inserted between them. */
const maxGapLines = 40;
/** Maximum number of the hunk's lines to compare on each side of the block. */
const maxContextLines = 20;
/** Minimum number of letters and digits of a line that counts as evidence; others are punctuation. */
const minLetters = 3;
/** Minimum number of letters and digits of lines that identify a position. */
const minUniqueLetters = 6;
/** Maximum number of occurrences of a rare line in the file. */
const maxRareOccurrences = 2;

/**
 * Whether a candidate is at the ends of the file that missing context shows: a diff omits context only at an end of the
 * file, so lines without context above began the file, and lines without context below ended it.
 */
export function fitsFileEdges(
  searchedFile: SearchedFile,
  { hasContextAbove, hasContextBelow }: Pick<HunkBlock, 'hasContextAbove' | 'hasContextBelow'>,
  { fileLine, lineCount }: Candidate,
): boolean {
  if (!hasContextAbove && fileLine > 0) return false;
  return hasContextBelow || fileLine + lineCount === searchedFile.file.texts.length;
}

/** The context lines of the hunk outside the block, at most `maxContextLines` away from it. */
function contextAround(
  hunk: PatchHunk,
  { from, to }: HunkBlock,
): { above: readonly HunkLine[]; below: readonly HunkLine[] } {
  const isContext = (line: HunkLine): boolean => line.kind === 'context';
  return {
    above: hunk.body.lines.slice(Math.max(0, from - maxContextLines), from).filter(isContext),
    below: hunk.body.lines.slice(to, to + maxContextLines).filter(isContext),
  };
}

/** Positions in the file of a block's context lines; the same for all its candidates. */
interface ContextPositions {
  /** The lines of each rare context line. */
  readonly rareAbove: readonly (readonly number[])[];
  readonly rareBelow: readonly (readonly number[])[];
  /** The line of each adjacent context line that is in the file once; undefined for others. */
  readonly uniqueAbove: readonly (number | undefined)[];
  readonly uniqueBelow: readonly (number | undefined)[];
}

/** Cached, since a block may have as many candidates as the file has lines. A `SoughtBlock` is made for one file. */
const positionsByBlock = new WeakMap<SoughtBlock, ContextPositions>();

function findContextPositions(searchedFile: SearchedFile, sought: SoughtBlock): ContextPositions {
  const cached = positionsByBlock.get(sought);
  if (cached !== undefined) return cached;
  const { hunk, block } = sought;
  const { above, below } = contextAround(hunk, block);
  const find = (line: HunkLine): readonly number[] => findLinesAt(searchedFile, [line], 'trailingWhitespace', true);
  const findRare = (line: HunkLine): readonly (readonly number[])[] => {
    const frequency = countLetters([line]) < minLetters ? 0 : frequencyOf(searchedFile, line, true);
    return frequency === 0 || frequency > maxRareOccurrences ? [] : [find(line)];
  };
  const findUnique = (line: HunkLine): number | undefined =>
    countLetters([line]) < minUniqueLetters || frequencyOf(searchedFile, line, true) !== 1 ? undefined : find(line)[0];
  const positions = {
    rareAbove: above.flatMap(findRare),
    rareBelow: below.flatMap(findRare),
    // Beyond another block, the distance of context differs between the hunk and the file.
    uniqueAbove: above.slice(above.length - block.contextRunAbove).map(findUnique),
    uniqueBelow: below.slice(0, block.contextRunBelow).map(findUnique),
  };
  positionsByBlock.set(sought, positions);
  return positions;
}

/** Whether a rare line of the further context is in the file, but not near the candidate. */
export function isContradicted(
  searchedFile: SearchedFile,
  sought: SoughtBlock,
  { fileLine, lineCount }: Candidate,
): boolean {
  const { rareAbove, rareBelow } = findContextPositions(searchedFile, sought);
  const end = fileLine + lineCount;
  const areAllOutside = (lines: readonly number[], from: number, to: number): boolean =>
    !lines.some((line) => line >= from && line < to);
  return (
    rareAbove.some((lines) => areAllOutside(lines, fileLine - maxGapLines, fileLine)) ||
    rareBelow.some((lines) => areAllOutside(lines, end, end + maxGapLines))
  );
}

/** Whether a context line that occurs once in the file is as far from the candidate as from the block in the hunk. */
export function isConfirmedByContext(
  searchedFile: SearchedFile,
  sought: SoughtBlock,
  { fileLine, lineCount }: Candidate,
): boolean {
  const { uniqueAbove, uniqueBelow } = findContextPositions(searchedFile, sought);
  return (
    uniqueAbove.some((line, index) => line === fileLine - uniqueAbove.length + index) ||
    uniqueBelow.some((line, index) => line === fileLine + lineCount + index)
  );
}

/** Whether the candidate is as far from the file's `fileEdge` as the block is from that end of the hunk. */
export function isConfirmedByFileEdge(
  searchedFile: SearchedFile,
  { hunk, block }: SoughtBlock,
  { fileLine, lineCount }: Candidate,
  fileEdge: 'start' | 'end' | undefined,
): boolean {
  if (fileEdge === 'start') return fileLine === block.from && block.from === block.contextRunAbove;
  const linesBelow = searchedFile.file.texts.length - fileLine - lineCount;
  const hunkLinesBelow = hunk.body.lines.length - block.to;
  return fileEdge === 'end' && linesBelow === block.contextRunBelow && linesBelow === hunkLinesBelow;
}

/** The number of lines of the further context, except blank ones, that are near the candidate in the same order. */
export function countNearbyContext(
  searchedFile: SearchedFile,
  { hunk, block }: SoughtBlock,
  { fileLine, lineCount }: Candidate,
): number {
  const { above, below } = contextAround(hunk, block);
  const { texts } = searchedFile.file;
  const end = fileLine + lineCount;
  return (
    countInOrder(
      searchedFile,
      above.toReversed(),
      texts.slice(Math.max(0, fileLine - maxGapLines), fileLine).toReversed(),
    ) + countInOrder(searchedFile, below, texts.slice(end, end + maxGapLines))
  );
}

/** Counts the context lines that occur among the texts in the same order. */
function countInOrder(searchedFile: SearchedFile, context: readonly HunkLine[], texts: readonly string[]): number {
  chargeBudget(searchedFile.budget, texts.length);
  const keys = texts.map((text) => lineKey('trailingWhitespace', text, ''));
  let from = 0;
  let count = 0;
  for (const line of context) {
    if (isBlank(line.text)) continue;
    chargeBudget(searchedFile.budget, keys.length);
    const index = keys.indexOf(lineKey('trailingWhitespace', line.text, ''), from);
    if (index < 0) continue;
    from = index + 1;
    count++;
  }
  return count;
}

/** Whether a line of the block is rare in the file, and the block has enough letters and digits to identify a place. */
export function isRareBlock(searchedFile: SearchedFile, { block, side }: SoughtBlock): boolean {
  const lines = sideOf(block.lines, side);
  const isRareLine = (line: HunkLine): boolean =>
    countLetters([line]) >= minLetters && frequencyOf(searchedFile, line, false) <= maxRareOccurrences;
  return lines.some(isRareLine) && countLetters(lines) >= minUniqueLetters;
}
