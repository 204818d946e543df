// Searches a file for the lines of a hunk, from strict tiers to loose ones.
import { isBlank } from '../../text/normalizeLine.ts';
import { contextAbove, contextBelow, isBlankWithoutMarker, sideOf } from '../parse/hunkBody.ts';
import { indentShiftAt } from './reindent.ts';
import { findAt, type SearchedFile } from '../search/search.ts';
import { keyOf, type KeyTier, looseTiers, strictTiers } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** The places where a hunk matches, at the strictest tier at which it matches anywhere. */
export interface HunkMatch {
  /** `old`: the lines before the change match. `new`: its result does. */
  readonly side: 'old' | 'new';
  readonly tier: KeyTier;
  /** The lines of the hunk that match, without lines at its edges that may not belong to it. */
  readonly lines: readonly HunkLine[];
  /** The number of lines omitted at the start. */
  readonly skipped: number;
  /** 0-based lines of the file, ascending. */
  readonly places: readonly number[];
}

/**
 * Searches a file for a hunk: for its old lines strictly, for its result strictly, then for its old lines loosely. In the
 * other order, a hunk that only changes white space would match its own result as its old lines.
 */
export function findHunk(searched: SearchedFile, hunk: Hunk): HunkMatch | undefined {
  const forms = trimmedForms(hunk);
  return (
    firstOf(forms, (form) => oldSideOrStricterResult(searched, form)) ??
    firstOf(forms, (form) => (showsResult(form.lines) ? strictly(searched, form, 'new') : undefined)) ??
    firstOf(forms, (form) => loosely(searched, form)) ??
    firstOf(forms, (form) => (showsRemoval(form.lines) ? strictly(searched, form, 'new') : undefined))
  );
}

/** A hunk without some lines at its edges. */
interface TrimmedHunk {
  readonly lines: readonly HunkLine[];
  readonly skipped: number;
}

/**
 * The whole hunk, and the hunk without lines at its edges that may not belong to it: blank lines that separate hunks, and
 * prose below a diff. Such lines have no marker.
 */
function trimmedForms(hunk: Hunk): readonly TrimmedHunk[] {
  const { lines } = hunk.body;
  const first = lines.findIndex((line) => !isBlankWithoutMarker(line));
  const last = lines.findLastIndex((line) => !isBlankWithoutMarker(line)) + 1;
  const markedEnd = lines.findLastIndex((line) => !line.lostMarker) + 1;
  const cuts: (readonly [number, number])[] = [[0, lines.length]];
  if (last < lines.length) cuts.push([0, last]);
  if (first > 0) cuts.push([first, lines.length], [first, last]);
  const separator = markedEnd < last ? lines[markedEnd] : undefined;
  if (separator !== undefined && isBlankWithoutMarker(separator)) cuts.push([0, markedEnd]);
  const forms = cuts.map(([from, to]) => ({ lines: lines.slice(from, to), skipped: from }));
  return [...forms, ...withAddedBlanks(hunk).map((reading) => ({ lines: reading, skipped: 0 }))];
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function strictly(searched: SearchedFile, form: TrimmedHunk, side: 'old' | 'new'): HunkMatch | undefined {
  const lines = sideOf(form.lines, side);
  const exact = side === 'old' ? findAt(searched, lines, 'exact') : [];
  if (exact.length > 0) return { ...form, side, tier: 'exact', places: exact };
  // Fast path: the loosest of these searches finds nothing, so the others cannot.
  if (findAt(searched, lines, 'trailingWhitespace', true).length === 0) return undefined;
  for (const lostSpace of [false, true]) {
    for (const tier of strictTiers) {
      if (side === 'new' && hidesChange(form.lines, tier)) continue;
      const places = findAt(searched, lines, tier, lostSpace);
      if (places.length > 0) return { ...form, side, tier, places };
    }
  }
  return undefined;
}

/** Whether a tier ignores a change of the hunk, so that a match of the result at this tier proves nothing. */
export function hidesChange(lines: readonly HunkLine[], tier: KeyTier): boolean {
  if (tier === 'exact') return false;
  const removed = new Map<string, string>();
  for (const { kind, text, end } of lines) if (kind === 'remove') removed.set(keyOf(tier, text, end), text + end);
  return lines.some(({ kind, text, end }) => {
    const other = kind === 'add' ? removed.get(keyOf(tier, text, end)) : undefined;
    return other !== undefined && other !== text + end;
  });
}

/** Matches the old side strictly, or the result if that matches at the same place at a stricter tier (already applied). */
function oldSideOrStricterResult(searched: SearchedFile, form: TrimmedHunk): HunkMatch | undefined {
  const old = strictly(searched, form, 'old');
  if (old === undefined || old.tier === 'exact') return old;
  const result = strictly(searched, form, 'new');
  if (result === undefined || strictTiers.indexOf(result.tier) >= strictTiers.indexOf(old.tier)) return old;
  const above = Math.max(
    0,
    form.lines.findIndex((line) => line.kind !== 'add'),
  );
  const starts = new Set(
    old.places.map((place) => (form.lines.some((line) => line.kind === 'remove') ? place : place - above)),
  );
  const places = result.places.filter((place) => starts.has(place));
  return places.length === 0 ? old : { ...result, places };
}

function loosely(searched: SearchedFile, form: TrimmedHunk): HunkMatch | undefined {
  const lines = sideOf(form.lines, 'old');
  if (lines.every((line) => isBlank(line.text))) return undefined;
  for (const tier of looseTiers) {
    const places = findAt(searched, lines, tier).filter(
      (place) => tier !== 'indentation' || indentShiftAt(searched.file, form.lines, place) !== undefined,
    );
    if (places.length > 0) return { ...form, side: 'old', tier, places };
  }
  return undefined;
}

/** Whether a match of the result proves that the change was made: it adds text, and is too long for a coincidence. */
export function showsResult(lines: readonly HunkLine[]): boolean {
  return (
    lines.some((line) => line.kind === 'add' && !isBlank(line.text)) &&
    weightOf(sideOf(lines, 'new')) >= minResultWeight
  );
}

/** The same for a hunk that only removes lines: it has enough context on both sides, which is adjacent afterwards. */
function showsRemoval(lines: readonly HunkLine[]): boolean {
  if (lines.some((line) => line.kind === 'add')) return false;
  const above = lines.slice(0, contextAbove(lines));
  const below = lines.slice(lines.length - contextBelow(lines));
  return weightOf(above) >= minResultWeight / 2 && weightOf(below) >= minResultWeight / 2;
}

/** Minimum number of letters and digits of a result whose match is not taken for a coincidence. */
const minResultWeight = 8;

/** Characters of a line that are counted, which bounds the time for long lines. */
const maxCounted = 400;

/** The number of letters and digits of lines. */
export function weightOf(lines: readonly HunkLine[]): number {
  return lines.reduce(
    (total, line) => total + (line.text.slice(0, maxCounted).match(/[\p{L}\p{N}_]/gu)?.length ?? 0),
    0,
  );
}

/**
 * The hunk with blank lines beside added ones read as added lines that lost their `+`; none if it has no such lines. Those
 * at the edge of a run count only if the header's counts, or blank context lines with their leading space, show it.
 */
export function withAddedBlanks({ body: { lines }, numbers }: Hunk): readonly (readonly HunkLine[])[] {
  if (!lines.some(isEmptyWithoutMarker)) return [];
  const above = isBelowAdded(lines);
  const below = isBelowAdded(lines.toReversed()).toReversed();
  const fill = (isFilled: (at: number) => boolean): readonly HunkLine[] =>
    lines.map((line, at): HunkLine => (isEmptyWithoutMarker(line) && isFilled(at) ? { ...line, kind: 'add' } : line));
  const between = fill((at) => above[at] === true && below[at] === true);
  const beside = fill((at) => above[at] === true || below[at] === true);
  const isCounted =
    numbers?.oldCount === sideOf(beside, 'old').length && numbers.newCount === sideOf(beside, 'new').length;
  if (isCounted) return [beside];
  if (!between.some((line, at) => line !== lines[at])) return [];
  const hasMarkedBlank = lines.some((line) => line.kind === 'context' && !line.lostMarker && line.text === '');
  const areEqual = beside.every((line, at) => line.kind === between[at]?.kind);
  return hasMarkedBlank || areEqual ? [beside] : [between, beside];
}

function isEmptyWithoutMarker(line: HunkLine): boolean {
  return line.lostMarker && line.text === '';
}

/** For each line, whether the nearest line above it that is not bare is an added one. */
function isBelowAdded(lines: readonly HunkLine[]): boolean[] {
  let isAdded = false;
  return lines.map((line) => {
    const above = isAdded;
    if (!isEmptyWithoutMarker(line)) isAdded = line.kind === 'add';
    return above;
  });
}
