import { isBlank } from '../../text/normalizeLine.ts';
import { contextAbove, contextBelow, sideOf } from '../parse/hunkBody.ts';
import { indentShiftAt } from './reindent.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { keyOf, type KeyTier, looseTiers, strictTiers } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** The places where a hunk was found, at the strictest tier that finds it anywhere. */
export interface HunkMatch {
  /** `old`: the lines before the change were found. `new`: its result was. */
  readonly side: 'old' | 'new';
  readonly tier: KeyTier;
  /** The lines of the hunk that were found; stray lines at its edges are left out. */
  readonly lines: readonly HunkLine[];
  /** How many lines were left out at the beginning. */
  readonly skipped: number;
  /** 0-based lines of the file, ascending. */
  readonly places: readonly number[];
}

/**
 * Searches a file for a hunk, strictly first. The result is searched for before the loose tiers: at these, a hunk that
 * only changes white space would find its own result as its old lines.
 */
export function findHunk(searched: SearchedFile, hunk: Hunk): HunkMatch | undefined {
  const trims = trimmedForms(hunk);
  return (
    firstOf(trims, (trim) => oldOrCloserResult(searched, trim)) ??
    firstOf(trims, (trim) => (showsResult(trim.lines) ? strictly(searched, trim, 'new') : undefined)) ??
    firstOf(trims, (trim) => loosely(searched, trim)) ??
    firstOf(trims, (trim) => (showsRemoval(trim.lines) ? strictly(searched, trim, 'new') : undefined))
  );
}

/** A hunk without some of the lines at its edges. */
interface TrimmedHunk {
  readonly lines: readonly HunkLine[];
  readonly skipped: number;
}

/**
 * The whole hunk, and the hunk without lines at its edges that may not belong to it: blank lines that separate hunks, and
 * prose below a diff. Leaves out only context lines that lack their space.
 */
function trimmedForms(hunk: Hunk): readonly TrimmedHunk[] {
  const { lines } = hunk.body;
  const isStray = (line: HunkLine): boolean => line.lostMarker && line.text.trim() === '';
  const first = lines.findIndex((line) => !isStray(line));
  const last = lines.findLastIndex((line) => !isStray(line)) + 1;
  const marked = lines.findLastIndex((line) => !line.lostMarker) + 1;
  const cuts: (readonly [number, number])[] = [[0, lines.length]];
  if (last < lines.length) cuts.push([0, last]);
  if (first > 0) cuts.push([first, lines.length], [first, last]);
  if (marked < last && isStray(lines[marked] ?? { kind: 'context', text: 'x', end: '\n', lostMarker: true })) {
    cuts.push([0, marked]);
  }
  const trims = cuts.map(([from, to]) => ({ lines: lines.slice(from, to), skipped: from }));
  return [...trims, ...withAddedBlanks(hunk).map((reading) => ({ lines: reading, skipped: 0 }))];
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function strictly(searched: SearchedFile, trim: TrimmedHunk, side: 'old' | 'new'): HunkMatch | undefined {
  const lines = sideOf(trim.lines, side);
  const exact = side === 'old' ? findAt(searched, lines, 'exact') : [];
  if (exact.length > 0) return { ...trim, side, tier: 'exact', places: exact };
  // Fast path: the loosest of these searches finds nothing, so the others cannot.
  if (findAt(searched, lines, 'trailingWhitespace', true).length === 0) return undefined;
  for (const lostSpace of [false, true]) {
    for (const tier of strictTiers) {
      if (side === 'new' && hidesChange(trim.lines, tier)) continue;
      const places = findAt(searched, lines, tier, lostSpace);
      if (places.length > 0) return { ...trim, side, tier, places };
    }
  }
  return undefined;
}

/** True where a change cannot be seen at a tier, so that finding the result at it proves nothing. */
export function hidesChange(lines: readonly HunkLine[], tier: KeyTier): boolean {
  if (tier === 'exact') return false;
  const removed = new Map<string, string>();
  for (const { kind, text, end } of lines) if (kind === 'remove') removed.set(keyOf(tier, text, end), text + end);
  return lines.some(({ kind, text, end }) => {
    const other = kind === 'add' ? removed.get(keyOf(tier, text, end)) : undefined;
    return other !== undefined && other !== text + end;
  });
}

/** The old side, unless the result is at the same place at a stricter tier: then the change was made. */
function oldOrCloserResult(searched: SearchedFile, trim: TrimmedHunk): HunkMatch | undefined {
  const old = strictly(searched, trim, 'old');
  if (old === undefined || old.tier === 'exact') return old;
  const result = strictly(searched, trim, 'new');
  if (result === undefined || strictTiers.indexOf(result.tier) >= strictTiers.indexOf(old.tier)) return old;
  const above = Math.max(
    0,
    trim.lines.findIndex((line) => line.kind !== 'add'),
  );
  const starts = new Set(
    old.places.map((place) => (trim.lines.some((line) => line.kind === 'remove') ? place : place - above)),
  );
  const places = result.places.filter((place) => starts.has(place));
  return places.length === 0 ? old : { ...result, places };
}

function loosely(searched: SearchedFile, trim: TrimmedHunk): HunkMatch | undefined {
  const lines = sideOf(trim.lines, 'old');
  if (lines.every((line) => isBlank(line.text))) return undefined;
  for (const tier of looseTiers) {
    const places = findAt(searched, lines, tier).filter(
      (place) => tier !== 'indentation' || indentShiftAt(searched.file, trim.lines, place) !== undefined,
    );
    if (places.length > 0) return { ...trim, side: 'old', tier, places };
  }
  return undefined;
}

/** True where finding the result proves that the change was made: it adds text, and is too long to be found by chance. */
export function showsResult(lines: readonly HunkLine[]): boolean {
  return (
    lines.some((line) => line.kind === 'add' && !isBlank(line.text)) &&
    weightOf(sideOf(lines, 'new')) >= minResultWeight
  );
}

/** The same for a hunk that only removes lines: enough context on both sides, now adjacent. */
function showsRemoval(lines: readonly HunkLine[]): boolean {
  if (lines.some((line) => line.kind === 'add')) return false;
  const above = lines.slice(0, contextAbove(lines));
  const below = lines.slice(lines.length - contextBelow(lines));
  return weightOf(above) >= minResultWeight / 2 && weightOf(below) >= minResultWeight / 2;
}

/** A result with fewer letters and digits may be in a file by chance. */
const minResultWeight = 8;

/** How many letters and digits lines have, those behind the first 400 characters of a line aside. */
export function weightOf(lines: readonly HunkLine[]): number {
  return lines.reduce((total, line) => total + (line.text.slice(0, 400).match(/[\p{L}\p{N}_]/gu)?.length ?? 0), 0);
}

/**
 * The readings of a hunk in which blank lines between added ones lost their `+`; none if it has no such lines. Those at
 * the edge of a run are added lines too if the counts of the header, or blank context lines that kept their space, say so.
 */
export function withAddedBlanks({ body: { lines }, numbers }: Hunk): readonly (readonly HunkLine[])[] {
  if (!lines.some(isBare)) return [];
  const above = besideAdded(lines);
  const below = besideAdded(lines.toReversed()).toReversed();
  const fill = (isFilled: (at: number) => boolean): readonly HunkLine[] =>
    lines.map((line, at): HunkLine => (isBare(line) && isFilled(at) ? { ...line, kind: 'add' } : line));
  const between = fill((at) => above[at] === true && below[at] === true);
  const beside = fill((at) => above[at] === true || below[at] === true);
  const isCounted =
    numbers?.oldCount === sideOf(beside, 'old').length && numbers.newCount === sideOf(beside, 'new').length;
  if (isCounted) return [beside];
  if (!between.some((line, at) => line !== lines[at])) return [];
  const keepsSpace = lines.some((line) => line.kind === 'context' && !line.lostMarker && line.text === '');
  const isOne = beside.every((line, at) => line.kind === between[at]?.kind);
  return keepsSpace || isOne ? [beside] : [between, beside];
}

function isBare(line: HunkLine): boolean {
  return line.lostMarker && line.text === '';
}

/** For each line, whether the nearest line above it that is not bare is an added one. */
function besideAdded(lines: readonly HunkLine[]): boolean[] {
  let isAdded = false;
  return lines.map((line) => {
    const above = isAdded;
    if (!isBare(line)) isAdded = line.kind === 'add';
    return above;
  });
}
