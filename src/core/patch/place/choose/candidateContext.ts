// Compares the further context of a block, and the ends of the file, with the surroundings of a candidate.
//
// The further context of a block: the context lines of its hunk outside the block (`HunkBlock` in blocks.ts). It
// - is near a candidate within `maxGapLines`;
// - contradicts a candidate if a rare line of it is in the file, but not near the candidate;
// - confirms a candidate if a line that is in the file once is exactly as far from it as from the block in the hunk.
import { isBlank } from '../../../text/normalizeLine.ts';
import { countLetters, sideOf } from '../../parse/hunkLines.ts';
import { chargeBudget } from '../../search/lineIndex.ts';
import type { SearchedFile } from '../../search/searchedFile.ts';
import { findLinesAt, frequencyOf } from '../../search/findLines.ts';
import { lineKey } from '../../search/tier.ts';
import type { PatchHunk, HunkLine } from '../../parse/types.ts';
import type { HunkBlock } from '../blocks.ts';
import type { HunkHints } from '../placement.ts';

/** A position in the file where a block matches: its first line (0-based) and its number of lines there. */
export interface Candidate {
  readonly fileLine: number;
  readonly lineCount: number;
}

/**
 * The search for a block in a file by one of its sides. Callers keep the object, which is the key of the cache
 * `positionsByQuery`.
 */
export interface BlockQuery {
  readonly searchedFile: SearchedFile;
  readonly hunk: PatchHunk;
  readonly block: HunkBlock;
  readonly side: 'old' | 'new';
}

/** Maximum distance of context from its block in the file, in lines: others may have been inserted between them. */
const maxGapLines = 40;
/** Maximum number of the hunk's lines to compare on each side of the block. At least `maxContextRun` of blocks.ts. */
const maxContextLines = 20;
/** Minimum number of letters and digits of a line that counts as evidence; others are punctuation. */
const minLetters = 3;
/** Minimum number of letters and digits of a line, or of a block, that identifies a position. */
const minUniqueLetters = 6;
/** Maximum number of occurrences of a rare line in the file. */
const maxRareOccurrences = 2;

/** Context may have lost its leading space, so that the marker is part of its text. */
const contextReading = { allowsLostSpace: true } as const;

/**
 * Whether a candidate is at each end of the file that its hunk was at. A diff omits context only at the ends of the
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

/** The further context of a block, at most `maxContextLines` away from it. */
function contextAround({ hunk, block }: BlockQuery): { above: readonly HunkLine[]; below: readonly HunkLine[] } {
  const { from, to } = block;
  const isContext = (line: HunkLine): boolean => line.kind === 'context';
  return {
    above: hunk.body.lines.slice(Math.max(0, from - maxContextLines), from).filter(isContext),
    below: hunk.body.lines.slice(to, to + maxContextLines).filter(isContext),
  };
}

/** Positions of a block's further context in the file, as 0-based lines; the same for all candidates of the block. */
interface ContextPositions {
  /** All occurrences of each rare context line. */
  readonly rareAbove: readonly (readonly number[])[];
  readonly rareBelow: readonly (readonly number[])[];
  /** The occurrence of each context line next to the block; undefined unless it is the only occurrence. */
  readonly uniqueAbove: readonly (number | undefined)[];
  readonly uniqueBelow: readonly (number | undefined)[];
}

/** Cached, since a block may have as many candidates as the file has lines. */
const positionsByQuery = new WeakMap<BlockQuery, ContextPositions>();

function findContextPositions(query: BlockQuery): ContextPositions {
  const cached = positionsByQuery.get(query);
  if (cached !== undefined) return cached;
  const { searchedFile, block } = query;
  const { above, below } = contextAround(query);
  const find = (line: HunkLine): readonly number[] =>
    findLinesAt(searchedFile, [line], 'trailingWhitespace', contextReading);
  const findRare = (line: HunkLine): readonly (readonly number[])[] => {
    if (countLetters([line]) < minLetters) return [];
    const frequency = frequencyOf(searchedFile, line, contextReading);
    return frequency === 0 || frequency > maxRareOccurrences ? [] : [find(line)];
  };
  const findUnique = (line: HunkLine): number | undefined => {
    if (countLetters([line]) < minUniqueLetters) return undefined;
    return frequencyOf(searchedFile, line, contextReading) === 1 ? find(line)[0] : undefined;
  };
  const positions = {
    rareAbove: above.flatMap(findRare),
    rareBelow: below.flatMap(findRare),
    // Beyond another block, the distance of context differs between the hunk and the file.
    uniqueAbove: above.slice(above.length - block.contextRunAbove).map(findUnique),
    uniqueBelow: below.slice(0, block.contextRunBelow).map(findUnique),
  };
  positionsByQuery.set(query, positions);
  return positions;
}

/** Whether the further context contradicts a candidate: a rare line of it is in the file, but not near. */
export function isContradicted(query: BlockQuery, { fileLine, lineCount }: Candidate): boolean {
  const { rareAbove, rareBelow } = findContextPositions(query);
  const end = fileLine + lineCount;
  const areAllOutside = (lines: readonly number[], from: number, to: number): boolean =>
    !lines.some((line) => line >= from && line < to);
  return (
    rareAbove.some((lines) => areAllOutside(lines, fileLine - maxGapLines, fileLine)) ||
    rareBelow.some((lines) => areAllOutside(lines, end, end + maxGapLines))
  );
}

/** Whether a context line that is in the file once confirms a candidate: it is as far from it as from the block. */
export function isConfirmedByContext(query: BlockQuery, { fileLine, lineCount }: Candidate): boolean {
  const { uniqueAbove, uniqueBelow } = findContextPositions(query);
  return (
    uniqueAbove.some((line, index) => line === fileLine - uniqueAbove.length + index) ||
    uniqueBelow.some((line, index) => line === fileLine + lineCount + index)
  );
}

/**
 * Whether the file's edge confirms a candidate: it is as far away as the block is from that end of the hunk, and the
 * hunk has only context between the two.
 */
export function isConfirmedByFileEdge(
  { searchedFile, hunk, block }: BlockQuery,
  { fileLine, lineCount }: Candidate,
  fileEdge: HunkHints['fileEdge'],
): boolean {
  if (fileEdge === 'start') return fileLine === block.from && block.from === block.contextRunAbove;
  const linesBelow = searchedFile.file.texts.length - fileLine - lineCount;
  const hunkLinesBelow = hunk.body.lines.length - block.to;
  return fileEdge === 'end' && linesBelow === block.contextRunBelow && linesBelow === hunkLinesBelow;
}

/** The number of lines of the further context, except blank ones, that are near a candidate in the same order. */
export function countNearbyContext(query: BlockQuery, { fileLine, lineCount }: Candidate): number {
  const { searchedFile } = query;
  const { above, below } = contextAround(query);
  const { texts } = searchedFile.file;
  const end = fileLine + lineCount;
  const textsAbove = texts.slice(Math.max(0, fileLine - maxGapLines), fileLine);
  const textsBelow = texts.slice(end, end + maxGapLines);
  // Compares both sides from the block outwards.
  const countAbove = countInOrder(searchedFile, above.toReversed(), textsAbove.toReversed());
  return countAbove + countInOrder(searchedFile, below, textsBelow);
}

/** Counts the context lines, except blank ones, that occur among the texts in the same order. */
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

/** Whether a line of a block is rare in the file, and the block has enough letters and digits to be no coincidence. */
export function isRareBlock({ searchedFile, block, side }: BlockQuery): boolean {
  const lines = sideOf(block.lines, side);
  const isRareLine = (line: HunkLine): boolean =>
    countLetters([line]) >= minLetters &&
    frequencyOf(searchedFile, line, { allowsLostSpace: false }) <= maxRareOccurrences;
  return lines.some(isRareLine) && countLetters(lines) >= minUniqueLetters;
}
