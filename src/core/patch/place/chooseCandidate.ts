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

/** A place in the file where a block with its nearest context fits: 0-based line, and how many lines it covers there. */
export interface Candidate {
  readonly at: number;
  readonly height: number;
}

/** The side of a block that is searched for. */
export interface Sought {
  readonly hunk: Hunk;
  readonly block: Block;
  readonly side: 'old' | 'new';
}

/** Where the block is expected. */
export interface Hints {
  readonly offsets: readonly number[];
  /** The end of the file at which the hunk was. */
  readonly edge: 'start' | 'end' | undefined;
  /** The lines are nowhere else in the file. */
  readonly isOnlyOne: boolean;
}

/** Context may have moved away by this many lines, through what was put in between. */
const maxGap = 40;
/** How many lines of a hunk above and below a block are compared. */
const maxContext = 20;
/** A line with fewer letters and digits is punctuation, which proves nothing. */
const minWeight = 3;
/** Lines with fewer letters and digits identify no place. */
const minUniqueWeight = 6;
/** A line that occurs more often in the file is common. */
const maxRare = 2;

/** The place of a block by the rows of `changedContext`; `undefined` where they refuse. */
export function chooseCandidate(
  searched: SearchedFile,
  sought: Sought,
  places: readonly Candidate[],
  hints: Hints,
): number | undefined {
  const all = places.filter((place) => keepsItsEdges(searched, sought.block, place));
  const vouched = lazy(() =>
    all.filter(
      (place) => isAtFileEdge(searched, sought, place, hints) || isConfirmedByContext(searched, sought, place),
    ),
  );
  const underHeading = lazy(() =>
    all.filter((place) => isUnderHeading(searched, sought.hunk, place.at - sought.block.oldAbove) === true),
  );
  const left = lazy(() => all.filter((place) => !isContradicted(searched, sought, place)));
  const expected = lazy(() => left().filter((place) => isExpected(sought, place, hints)));
  const support = lazy(() => new Map(left().map((place) => [place, countNear(searched, sought, place)])));
  const supportOf = (place: Candidate | undefined): number => (place && support().get(place)) ?? 0;
  const lines = sideOf(sought.block.lines, sought.side);
  const isNamed = lazy(() => (vouched().length === 0 && underHeading().length === 1 ? underHeading() : vouched()));
  const verdict = decide(changedContext, {
    contradicted: () => isNamed().some((place) => isContradicted(searched, sought, place)),
    oneVouched: () => vouched().length === 1,
    noneVouched: () => vouched().length === 0,
    oneUnderHeading: () => underHeading().length === 1,
    oneExpected: () => {
      const [only] = expected();
      return expected().length === 1 && left().every((place) => place === only || supportOf(place) < supportOf(only));
    },
    oneLeft: () => left().length === 1,
    isOnlyOne: () => hints.isOnlyOne,
    isRare: () => isRare(searched, lines),
    hasTwoNear: () => supportOf(left()[0]) >= 2,
    hasThreeNear: () => supportOf(left()[0]) >= 3,
  });
  return verdict === 'refuse' ? undefined : { vouched, underHeading, expected, left }[verdict]()[0]?.at;
}

function isExpected({ hunk, block, side }: Sought, { at }: Candidate, { offsets }: Hints): boolean {
  if (hunk.numbers === undefined || side === 'new') return false;
  const start = hunk.numbers.oldStart - 1 + block.oldAbove;
  return offsets.includes(at - start);
}

/** A block without context on one side was at that end of the file, and must still be there. */
function keepsItsEdges(searched: SearchedFile, { above, below }: Block, { at, height }: Candidate): boolean {
  if (above === 0 && at > 0) return false;
  return below > 0 || at + height === searched.file.texts.length;
}

/** The context lines of the hunk outside of the block, up to `maxContext` lines away. */
function contextAround(hunk: Hunk, { from, to }: Block): { above: readonly HunkLine[]; below: readonly HunkLine[] } {
  const isContext = (line: HunkLine): boolean => line.kind === 'context';
  return {
    above: hunk.body.lines.slice(Math.max(0, from - maxContext), from).filter(isContext),
    below: hunk.body.lines.slice(to, to + maxContext).filter(isContext),
  };
}

/** True where a rare line of the further context is in the file, but not near this place. */
export function isContradicted(searched: SearchedFile, { hunk, block }: Sought, { at, height }: Candidate): boolean {
  const isElsewhere = (line: HunkLine, from: number, to: number): boolean => {
    if (weightOf([line]) < minWeight) return false;
    const frequency = frequencyOf(searched, line, true);
    if (frequency === 0 || frequency > maxRare) return false;
    const places = findAt(searched, [line], 'trailingWhitespace', true);
    return !places.some((place) => place >= from && place < to);
  };
  const end = at + height;
  const { above, below } = contextAround(hunk, block);
  return (
    above.some((line) => isElsewhere(line, at - maxGap, at)) ||
    below.some((line) => isElsewhere(line, end, end + maxGap))
  );
}

/** True where a context line that is in the file once is as far from the place as it is from the block in the hunk. */
export function isConfirmedByContext(
  searched: SearchedFile,
  { hunk, block }: Sought,
  { at, height }: Candidate,
): boolean {
  const { above, below } = contextAround(hunk, block);
  const isAt = (line: HunkLine, place: number): boolean => {
    if (weightOf([line]) < minUniqueWeight || frequencyOf(searched, line, true) !== 1) return false;
    return findAt(searched, [line], 'trailingWhitespace', true)[0] === place;
  };
  // Only context right beside the block keeps its distance; beyond another block it does not.
  const nearAbove = above.slice(above.length - block.contextAbove);
  const nearBelow = below.slice(0, block.contextBelow);
  return (
    nearAbove.some((line, index) => isAt(line, at - nearAbove.length + index)) ||
    nearBelow.some((line, index) => isAt(line, at + height + index))
  );
}

/** True where the end of the file is as far from the place as the end of the hunk is from the block. */
function isAtFileEdge(
  searched: SearchedFile,
  { hunk, block }: Sought,
  { at, height }: Candidate,
  { edge }: Hints,
): boolean {
  if (edge === 'start') return at === block.from && block.from === block.contextAbove;
  const linesBelow = searched.file.texts.length - at - height;
  return edge === 'end' && linesBelow === block.contextBelow && hunk.body.lines.length - block.to === linesBelow;
}

/** How many lines of the further context, except blank ones, are near the place in their order. */
function countNear(searched: SearchedFile, { hunk, block }: Sought, { at, height }: Candidate): number {
  const { above, below } = contextAround(hunk, block);
  const { texts } = searched.file;
  return (
    countInOrder(searched, above.toReversed(), texts.slice(Math.max(0, at - maxGap), at).toReversed()) +
    countInOrder(searched, below, texts.slice(at + height, at + height + maxGap))
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

/** True where at least one of the lines is rare in the file, and together they have enough letters and digits. */
function isRare(searched: SearchedFile, lines: readonly HunkLine[]): boolean {
  const isRareLine = (line: HunkLine): boolean =>
    weightOf([line]) >= minWeight && frequencyOf(searched, line, false) <= maxRare;
  return lines.some(isRareLine) && weightOf(lines) >= minUniqueWeight;
}
