import { isBlank } from '../../text/fold.ts';
import { standsUnderHeading } from '../search/anchors.ts';
import type { Block } from './blocks.ts';
import { spend } from '../search/lineIndex.ts';
import { findAt, frequencyOf, type Searched } from '../search/search.ts';
import { weightOf } from './seek.ts';
import { sideOf } from '../parse/sideOf.ts';
import { keyOf } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** A place at which a block and its nearest context stand: 0-based line, and how many lines they are there. */
export interface Candidate {
  readonly at: number;
  readonly height: number;
}

/** What is looked for. */
export interface Sought {
  readonly hunk: Hunk;
  readonly block: Block;
  readonly side: 'old' | 'new';
}

/** What is known of where it should be. */
export interface Hints {
  readonly offsets: readonly number[];
  /** The end of the file at which the hunk stood. */
  readonly edge: 'start' | 'end' | undefined;
  /** The block stands nowhere else in the file. */
  readonly isOnly: boolean;
}

/** Context may have moved apart by this many lines, through what was put in between. */
const apart = 40;
/** How many lines of a hunk are asked on either side of a block. */
const near = 20;
/** More places than this are not weighed against one another. */
const maxPlaces = 200;

/**
 * The one place that the rest of the hunk's context and the line numbers speak for, or `undefined`. A place speaks for
 * itself if it is the only one between the neighbours and its lines, or the context near it, are no commonplace; or if it is
 * off by as much as a neighbour. Against it speaks context that stands elsewhere.
 */
export function chooseCandidate(
  searched: Searched,
  sought: Sought,
  places: readonly Candidate[],
  hints: Hints,
): number | undefined {
  if (places.length > maxPlaces) return undefined;
  const standing = places
    .filter((place) => keepsItsEdges(searched, sought.block, place))
    .map((place) => ({
      place,
      isVouched: standsAtEdge(searched, sought, place, hints) || isVouchedFor(searched, sought, place),
      isUnderHeading: standsUnderHeading(searched, sought.hunk, place.at - sought.block.oldAbove) === true,
      isPossible: !isContradicted(searched, sought, place),
    }));
  const under = standing.filter((entry) => entry.isUnderHeading);
  const beside = standing.filter((entry) => entry.isVouched);
  // A section may hold many places: its heading speaks for one alone, and else only against those outside.
  const vouched = beside.length === 0 && under.length === 1 ? under : beside;
  // What speaks for a place and against it at once leaves all of them open.
  if (vouched.some((entry) => !entry.isPossible)) return undefined;
  const [known] = vouched;
  if (vouched.length === 1 && known !== undefined && (under.length === 0 || known.isUnderHeading))
    return known.place.at;
  const weighed = standing
    .filter((entry) => entry.isPossible)
    .map(({ place }) => ({
      place,
      support: supportFor(searched, sought, place),
      agrees: agrees(sought, place, hints),
    }));
  const [first, second] = weighed.toSorted((a, b) => b.support - a.support);
  if (first === undefined) return undefined;
  const agreeing = weighed.filter((entry) => entry.agrees);
  const [only] = agreeing;
  const isBest = weighed.every((entry) => entry === only || entry.support < (only?.support ?? 0));
  if (only !== undefined && agreeing.length === 1 && isBest) return only.place.at;
  if (second !== undefined || agreeing.length > 0) return undefined;
  const says = saysEnough(searched, sideOf(sought.block.lines, sought.side));
  const isPlain = hints.isOnly ? says || first.support >= 3 : says && first.support >= 2;
  return isPlain ? first.place.at : undefined;
}

function agrees({ hunk, block, side }: Sought, { at }: Candidate, { offsets }: Hints): boolean {
  if (hunk.numbers === undefined || side === 'new') return false;
  const start = hunk.numbers.oldStart - 1 + block.oldAbove;
  return offsets.includes(at - start);
}

/** A block without context on one side stood at that end of the file, and must still stand there. */
function keepsItsEdges(searched: Searched, { above, below }: Block, { at, height }: Candidate): boolean {
  if (above === 0 && at > 0) return false;
  return below > 0 || at + height === searched.file.texts.length;
}

/** The rest of the context, as far as it lies near. */
function contextAround(hunk: Hunk, { from, to }: Block): { above: readonly HunkLine[]; below: readonly HunkLine[] } {
  const isContext = (line: HunkLine): boolean => line.kind === 'context';
  return {
    above: hunk.body.lines.slice(Math.max(0, from - near), from).filter(isContext),
    below: hunk.body.lines.slice(to, to + near).filter(isContext),
  };
}

/** The rest of the context may be gone, or have moved apart; it must not stand only elsewhere. */
export function isContradicted(searched: Searched, { hunk, block }: Sought, { at, height }: Candidate): boolean {
  const isElsewhere = (line: HunkLine, from: number, to: number): boolean => {
    if (weightOf([line]) < 3) return false;
    const frequency = frequencyOf(searched, line, true);
    if (frequency === 0 || frequency > 2) return false;
    const places = findAt(searched, [line], 'trailingWhitespace', true);
    return !places.some((place) => place >= from && place < to);
  };
  const end = at + height;
  const { above, below } = contextAround(hunk, block);
  return (
    above.some((line) => isElsewhere(line, at - apart, at)) || below.some((line) => isElsewhere(line, end, end + apart))
  );
}

/** True where a context line that the file holds only once stands just as far from the block as in the hunk. */
export function isVouchedFor(searched: Searched, { hunk, block }: Sought, { at, height }: Candidate): boolean {
  const { above, below } = contextAround(hunk, block);
  const stands = (line: HunkLine, place: number): boolean => {
    if (weightOf([line]) < 6 || frequencyOf(searched, line, true) !== 1) return false;
    return findAt(searched, [line], 'trailingWhitespace', true)[0] === place;
  };
  // Only context right beside the block keeps its distance; beyond another block it does not.
  const nearAbove = above.slice(above.length - block.contextAbove);
  const nearBelow = below.slice(0, block.contextBelow);
  return (
    nearAbove.some((line, index) => stands(line, at - nearAbove.length + index)) ||
    nearBelow.some((line, index) => stands(line, at + height + index))
  );
}

/** True where as many lines are left to the end of the file as the hunk shows between the block and its own end. */
function standsAtEdge(
  searched: Searched,
  { hunk, block }: Sought,
  { at, height }: Candidate,
  { edge }: Hints,
): boolean {
  if (edge === 'start') return at === block.from && block.from === block.contextAbove;
  const left = searched.file.texts.length - at - height;
  return edge === 'end' && left === block.contextBelow && hunk.body.lines.length - block.to === left;
}

/** How many lines of the rest of the context, blank ones aside, stand near in their order. */
function supportFor(searched: Searched, { hunk, block }: Sought, { at, height }: Candidate): number {
  const { above, below } = contextAround(hunk, block);
  const { texts } = searched.file;
  return (
    inOrder(searched, above.toReversed(), texts.slice(Math.max(0, at - apart), at).toReversed()) +
    inOrder(searched, below, texts.slice(at + height, at + height + apart))
  );
}

/** Walks away from the block on both sides and counts the context lines met in turn. */
function inOrder(searched: Searched, context: readonly HunkLine[], texts: readonly string[]): number {
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

/** At least one of the lines is rare in the file, and together they hold some words. */
function saysEnough(searched: Searched, lines: readonly HunkLine[]): boolean {
  const isRare = (line: HunkLine): boolean => weightOf([line]) >= 3 && frequencyOf(searched, line, false) <= 2;
  return lines.some(isRare) && weightOf(lines) >= 6;
}
