// Chooses the place of a block whose hunk has lost some of its context (`changedContext`).
import { isBlank } from '../../text/normalizeLine.ts';
import { isUnderHeading } from '../search/anchors.ts';
import type { Block } from './blocks.ts';
import { decide, lazy } from './decide.ts';
import { changedContext } from './decisionTable.ts';
import { spend } from '../search/lineIndex.ts';
import { findAt, frequencyOf, type SearchedFile } from '../search/search.ts';
import { weightOf } from './findHunk.ts';
import { sideOf } from '../parse/hunkBody.ts';
import { keyOf } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** A place in the file where a block matches: its first line (0-based) and its number of lines there. */
export interface Candidate {
  readonly at: number;
  readonly lineCount: number;
}

/** The side of a block that is searched for. */
export interface Sought {
  readonly hunk: Hunk;
  readonly block: Block;
  readonly side: 'old' | 'new';
}

/** Facts about the block besides its lines. */
export interface PlaceHints {
  /** Offsets from the line of the header at which the hunk is expected. */
  readonly offsets: readonly number[];
  /** The end of the file at which the hunk was when the patch was made. */
  readonly edge: 'start' | 'end' | undefined;
  /** Whether the lines occur only once in the file. */
  readonly isOnlyOne: boolean;
}

/** Maximum distance of context from its block in the file, in lines, since other lines may have been inserted between. */
const maxGap = 40;
/** Maximum number of lines of the hunk that are compared on each side of the block. */
const maxContext = 20;
/** Minimum number of letters and digits of a line that counts as evidence; others are punctuation. */
const minWeight = 3;
/** Minimum number of letters and digits of lines that identify a place. */
const minUniqueWeight = 6;
/** Maximum number of occurrences of a rare line in the file. */
const maxRareOccurrences = 2;

/** Chooses a place by the decision table `changedContext`; undefined if it refuses. */
export function chooseCandidate(
  searched: SearchedFile,
  sought: Sought,
  candidates: readonly Candidate[],
  hints: PlaceHints,
): Candidate | undefined {
  const possible = candidates.filter((place) => keepsItsEdges(searched, sought.block, place));
  /** Places with an end of the file, or with unique context, as far away as in the hunk. */
  const confirmed = lazy(() =>
    possible.filter(
      (place) => isAtFileEdge(searched, sought, place, hints) || isConfirmedByContext(searched, sought, place),
    ),
  );
  /** Places under the section heading of the hunk. */
  const underHeading = lazy(() =>
    possible.filter((place) => isUnderHeading(searched, sought.hunk, place.at - sought.block.oldAbove) === true),
  );
  /** Places whose further context is not only elsewhere in the file. */
  const notContradicted = lazy(() => possible.filter((place) => !isContradicted(searched, sought, place)));
  /** Those of them on the expected line. */
  const expected = lazy(() => notContradicted().filter((place) => isExpected(sought, place, hints)));
  /** The number of context lines near each of them. */
  const support = lazy(() => new Map(notContradicted().map((place) => [place, countNear(searched, sought, place)])));
  const supportOf = (place: Candidate | undefined): number => (place && support().get(place)) ?? 0;
  const lines = sideOf(sought.block.lines, sought.side);
  const supported = lazy(() =>
    confirmed().length === 0 && underHeading().length === 1 ? underHeading() : confirmed(),
  );
  const verdict = decide(changedContext, {
    contradicted: () => supported().some((place) => isContradicted(searched, sought, place)),
    oneConfirmed: () => confirmed().length === 1,
    noneConfirmed: () => confirmed().length === 0,
    oneUnderHeading: () => underHeading().length === 1,
    oneExpected: () => {
      const [only] = expected();
      return (
        expected().length === 1 &&
        notContradicted().every((place) => place === only || supportOf(place) < supportOf(only))
      );
    },
    oneRemaining: () => notContradicted().length === 1,
    isOnlyOne: () => hints.isOnlyOne,
    isRare: () => isRare(searched, lines),
    hasTwoNear: () => supportOf(notContradicted()[0]) >= 2,
    hasThreeNear: () => supportOf(notContradicted()[0]) >= 3,
  });
  return verdict === 'refuse'
    ? undefined
    : { confirmed, underHeading, expected, remaining: notContradicted }[verdict]()[0];
}

function isExpected({ hunk, block, side }: Sought, { at }: Candidate, { offsets }: PlaceHints): boolean {
  if (hunk.numbers === undefined || side === 'new') return false;
  const start = hunk.numbers.oldStart - 1 + block.oldAbove;
  return offsets.includes(at - start);
}

/** False for a block without context on one side, which was at that end of the file, but is not placed there. */
function keepsItsEdges(searched: SearchedFile, { above, below }: Block, { at, lineCount }: Candidate): boolean {
  if (above === 0 && at > 0) return false;
  return below > 0 || at + lineCount === searched.file.texts.length;
}

/** The context lines of the hunk outside of the block, at most `maxContext` lines away from it. */
function contextAround(hunk: Hunk, { from, to }: Block): { above: readonly HunkLine[]; below: readonly HunkLine[] } {
  const isContext = (line: HunkLine): boolean => line.kind === 'context';
  return {
    above: hunk.body.lines.slice(Math.max(0, from - maxContext), from).filter(isContext),
    below: hunk.body.lines.slice(to, to + maxContext).filter(isContext),
  };
}

/** Whether a rare line of the further context is in the file, but not near this place. */
export function isContradicted(searched: SearchedFile, { hunk, block }: Sought, { at, lineCount }: Candidate): boolean {
  const isOnlyElsewhere = (line: HunkLine, from: number, to: number): boolean => {
    if (weightOf([line]) < minWeight) return false;
    const frequency = frequencyOf(searched, line, true);
    if (frequency === 0 || frequency > maxRareOccurrences) return false;
    const places = findAt(searched, [line], 'trailingWhitespace', true);
    return !places.some((place) => place >= from && place < to);
  };
  const end = at + lineCount;
  const { above, below } = contextAround(hunk, block);
  return (
    above.some((line) => isOnlyElsewhere(line, at - maxGap, at)) ||
    below.some((line) => isOnlyElsewhere(line, end, end + maxGap))
  );
}

/** Whether a context line that occurs once in the file is as far from the place as from the block in the hunk. */
export function isConfirmedByContext(
  searched: SearchedFile,
  { hunk, block }: Sought,
  { at, lineCount }: Candidate,
): boolean {
  const { above, below } = contextAround(hunk, block);
  const isAt = (line: HunkLine, place: number): boolean => {
    if (weightOf([line]) < minUniqueWeight || frequencyOf(searched, line, true) !== 1) return false;
    return findAt(searched, [line], 'trailingWhitespace', true)[0] === place;
  };
  // Beyond another block, the distance of context differs between the hunk and the file.
  const nearAbove = above.slice(above.length - block.contextAbove);
  const nearBelow = below.slice(0, block.contextBelow);
  return (
    nearAbove.some((line, index) => isAt(line, at - nearAbove.length + index)) ||
    nearBelow.some((line, index) => isAt(line, at + lineCount + index))
  );
}

/** Whether an end of the file is as far from the place as that end of the hunk is from the block. */
function isAtFileEdge(
  searched: SearchedFile,
  { hunk, block }: Sought,
  { at, lineCount }: Candidate,
  { edge }: PlaceHints,
): boolean {
  if (edge === 'start') return at === block.from && block.from === block.contextAbove;
  const linesBelow = searched.file.texts.length - at - lineCount;
  return edge === 'end' && linesBelow === block.contextBelow && hunk.body.lines.length - block.to === linesBelow;
}

/** The number of lines of the further context, except blank ones, that are near the place in the same order. */
function countNear(searched: SearchedFile, { hunk, block }: Sought, { at, lineCount }: Candidate): number {
  const { above, below } = contextAround(hunk, block);
  const { texts } = searched.file;
  return (
    countInOrder(searched, above.toReversed(), texts.slice(Math.max(0, at - maxGap), at).toReversed()) +
    countInOrder(searched, below, texts.slice(at + lineCount, at + lineCount + maxGap))
  );
}

/** Counts the context lines that occur among the texts in the same order. */
function countInOrder(searched: SearchedFile, context: readonly HunkLine[], texts: readonly string[]): number {
  spend(searched.budget, texts.length);
  const keys = texts.map((text) => keyOf('trailingWhitespace', text, ''));
  let from = 0;
  let count = 0;
  for (const line of context) {
    if (isBlank(line.text)) continue;
    spend(searched.budget, keys.length);
    const found = keys.indexOf(keyOf('trailingWhitespace', line.text, ''), from);
    if (found < 0) continue;
    from = found + 1;
    count++;
  }
  return count;
}

/** Whether one of the lines is rare in the file, and together they have enough letters and digits. */
function isRare(searched: SearchedFile, lines: readonly HunkLine[]): boolean {
  const isRareLine = (line: HunkLine): boolean =>
    weightOf([line]) >= minWeight && frequencyOf(searched, line, false) <= maxRareOccurrences;
  return lines.some(isRareLine) && weightOf(lines) >= minUniqueWeight;
}
