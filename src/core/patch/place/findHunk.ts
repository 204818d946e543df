// Searches a file for the lines of a hunk, from strict tiers to loose ones.
import { isBlank } from '../../text/normalizeLine.ts';
import {
  hasCountedLines,
  leadingContext,
  trailingContext,
  isBlankWithoutMarker,
  isEmptyWithoutMarker,
  sideOf,
} from '../parse/hunkLines.ts';
import { indentShiftAt } from './indentShiftAt.ts';
import { findLinesAt, type SearchedFile } from '../search/searchedFile.ts';
import { lineKey, type LineTier, looseTiers, strictTiers } from '../search/tier.ts';
import type { PatchHunk, HunkLine } from '../parse/types.ts';

/** The positions where a hunk matches, at the strictest tier at which it matches anywhere. */
export interface HunkMatch {
  /** `old`: the lines before the change match. `new`: its result does. */
  readonly side: 'old' | 'new';
  readonly tier: LineTier;
  /** The lines of the hunk that match, without lines at its edges that may not belong to it. */
  readonly lines: readonly HunkLine[];
  /** The number of lines omitted at the start. */
  readonly skippedLines: number;
  /** 0-based lines of the file, ascending. */
  readonly positions: readonly number[];
}

/** One step of the search for a hunk: its tier and the lines it looks for. */
interface Attempt {
  /** Description for the list in docs/patches.md, which is generated from it. */
  readonly description: string;
  readonly find: (searchedFile: SearchedFile, form: TrimmedHunk) => HunkMatch | undefined;
}

/**
 * The steps in order. The result is searched for before loose matches of the old lines: otherwise a hunk that only
 * changes white space would match its own result as its old lines.
 */
export const matchAttempts: readonly Attempt[] = [
  {
    description:
      'its old lines: byte for byte; then ignoring line endings and the byte order mark; then also white space at line ends (but its result, if that matches more strictly at the same place: already applied)',
    find: findOldSideOrStricterResult,
  },
  {
    description: 'its result, ignoring at most the same, if that is more than blank lines: already applied',
    find: (searchedFile, form) => (showsResult(form.lines) ? findStrictly(searchedFile, form, 'new') : undefined),
  },
  {
    description:
      'its old lines, ignoring indentation, if all are shifted alike; then ignoring the spelling of quotes, dashes and spaces',
    find: findLoosely,
  },
  {
    description:
      'its result, if it only removes lines, and the context above and below is now adjacent: already applied',
    find: (searchedFile, form) => (showsRemoval(form.lines) ? findStrictly(searchedFile, form, 'new') : undefined),
  },
];

/** Searches a file for a hunk by the `matchAttempts`, each with all forms of the hunk; undefined if all fail. */
export function findHunk(searchedFile: SearchedFile, hunk: PatchHunk): HunkMatch | undefined {
  const forms = trimmedForms(hunk);
  for (const { find } of matchAttempts) {
    for (const form of forms) {
      const match = find(searchedFile, form);
      if (match !== undefined) return match;
    }
  }
  return undefined;
}

/** A hunk without some lines at its edges. */
interface TrimmedHunk {
  readonly lines: readonly HunkLine[];
  readonly skippedLines: number;
}

/**
 * The whole hunk, and the hunk without lines at its edges that lost their marker, and so may not belong to it:
 *
 *     ␊             a blank line that separates hunks or follows the header
 *     -old
 *     +new
 *      context
 *     ␊             a blank line that separates hunks
 *     Then run it.  prose below the diff, read as a context line
 *
 * The first form that matches counts. After these come the forms in which lost markers were those of added blank lines.
 */
function trimmedForms(hunk: PatchHunk): readonly TrimmedHunk[] {
  const { lines } = hunk.body;
  const first = lines.findIndex((line) => !isBlankWithoutMarker(line));
  const trimmedEnd = lines.findLastIndex((line) => !isBlankWithoutMarker(line)) + 1;
  const markedEnd = lines.findLastIndex((line) => !line.lacksMarker) + 1;
  const slice = (from: number, to: number): TrimmedHunk => ({ lines: lines.slice(from, to), skippedLines: from });
  const wholeHunk = slice(0, lines.length);
  const withoutBlanksBelow = trimmedEnd < lines.length ? [slice(0, trimmedEnd)] : [];
  const withoutBlanksAbove = first > 0 ? [slice(first, lines.length), slice(first, trimmedEnd)] : [];
  // Prose follows the hunk only after a blank line.
  const separator = markedEnd < trimmedEnd ? lines[markedEnd] : undefined;
  const withoutProse = separator !== undefined && isBlankWithoutMarker(separator) ? [slice(0, markedEnd)] : [];
  const withBlanksAdded = withAddedBlanks(hunk).map((added) => ({ lines: added, skippedLines: 0 }));
  return [wholeHunk, ...withoutBlanksBelow, ...withoutBlanksAbove, ...withoutProse, ...withBlanksAdded];
}

function findStrictly(searchedFile: SearchedFile, form: TrimmedHunk, side: 'old' | 'new'): HunkMatch | undefined {
  const lines = sideOf(form.lines, side);
  const exactPositions = side === 'old' ? findLinesAt(searchedFile, lines, 'exact') : [];
  if (exactPositions.length > 0) return { ...form, side, tier: 'exact', positions: exactPositions };
  // Fast path: if the loosest of these searches finds nothing, the others cannot.
  if (findLinesAt(searchedFile, lines, 'trailingWhitespace', true).length === 0) return undefined;
  for (const lostSpace of [false, true]) {
    for (const tier of strictTiers) {
      if (side === 'new' && hidesChange(form.lines, tier)) continue;
      const positions = findLinesAt(searchedFile, lines, tier, lostSpace);
      if (positions.length > 0) return { ...form, side, tier, positions };
    }
  }
  return undefined;
}

/** Whether a tier ignores a change of the hunk, so that a match of the result at this tier proves nothing. */
export function hidesChange(lines: readonly HunkLine[], tier: LineTier): boolean {
  if (tier === 'exact') return false;
  const removedTextByKey = new Map<string, string>();
  for (const { kind, text, ending: end } of lines)
    if (kind === 'remove') removedTextByKey.set(lineKey(tier, text, end), text + end);
  return lines.some(({ kind, text, ending: end }) => {
    const removedText = kind === 'add' ? removedTextByKey.get(lineKey(tier, text, end)) : undefined;
    return removedText !== undefined && removedText !== text + end;
  });
}

/**
 * Matches the old side strictly, or the result if that matches at the same position at a stricter tier (already
 * applied), for example after a hunk that only removes trailing white space.
 */
function findOldSideOrStricterResult(searchedFile: SearchedFile, form: TrimmedHunk): HunkMatch | undefined {
  const oldMatch = findStrictly(searchedFile, form, 'old');
  if (oldMatch === undefined || oldMatch.tier === 'exact') return oldMatch;
  const resultMatch = findStrictly(searchedFile, form, 'new');
  if (resultMatch === undefined || strictTiers.indexOf(resultMatch.tier) >= strictTiers.indexOf(oldMatch.tier))
    return oldMatch;
  // Without removed lines, the result begins above the old lines by the number of lines added before them.
  const isAddition = form.lines.every((line) => line.kind !== 'remove');
  const addedAbove = Math.max(
    0,
    form.lines.findIndex((line) => line.kind !== 'add'),
  );
  const starts = new Set(oldMatch.positions.map((position) => (isAddition ? position - addedAbove : position)));
  const positions = resultMatch.positions.filter((position) => starts.has(position));
  return positions.length === 0 ? oldMatch : { ...resultMatch, positions };
}

function findLoosely(searchedFile: SearchedFile, form: TrimmedHunk): HunkMatch | undefined {
  const lines = sideOf(form.lines, 'old');
  if (lines.every((line) => isBlank(line.text))) return undefined;
  for (const tier of looseTiers) {
    const positions = findLinesAt(searchedFile, lines, tier).filter(
      (position) => tier !== 'indentation' || indentShiftAt(searchedFile.file, form.lines, position) !== undefined,
    );
    if (positions.length > 0) return { ...form, side: 'old', tier, positions };
  }
  return undefined;
}

/** Whether a match of the result proves that the change was made: the hunk adds text, and its result is not short. */
export function showsResult(lines: readonly HunkLine[]): boolean {
  return (
    lines.some((line) => line.kind === 'add' && !isBlank(line.text)) &&
    countLetters(sideOf(lines, 'new')) >= minResultLetters
  );
}

/** The same for a hunk that only removes lines: it has enough context on both sides, which is adjacent afterwards. */
function showsRemoval(lines: readonly HunkLine[]): boolean {
  if (lines.some((line) => line.kind === 'add')) return false;
  const contextAbove = lines.slice(0, leadingContext(lines));
  const contextBelow = lines.slice(lines.length - trailingContext(lines));
  return countLetters(contextAbove) >= minResultLetters / 2 && countLetters(contextBelow) >= minResultLetters / 2;
}

/** Minimum number of letters and digits of a result whose match is not a coincidence. */
const minResultLetters = 8;

/** Maximum number of characters to count in a line, which bounds the time for long lines. */
const maxCountedChars = 400;

/** The number of letters and digits of lines. */
export function countLetters(lines: readonly HunkLine[]): number {
  return lines.reduce(
    (total, line) => total + (line.text.slice(0, maxCountedChars).match(/[\p{L}\p{N}_]/gu)?.length ?? 0),
    0,
  );
}

/**
 * The readings of a hunk in which blank lines without a marker are added lines that lost their `+`:
 *
 *     +one
 *     ␊       between two added lines: read as added
 *     +two
 *     ␊       beside one added line: read as added only if the header's counts show it, or a blank context line with
 *      three  its leading space (so those kept their markers)
 *
 * Empty if the hunk has no such lines.
 */
export function withAddedBlanks({ body: { lines }, numbers }: PatchHunk): readonly (readonly HunkLine[])[] {
  if (!lines.some(isEmptyWithoutMarker)) return [];
  const isAddedAbove = isBelowAdded(lines);
  const isAddedBelow = isBelowAdded(lines.toReversed()).toReversed();
  const fill = (isFilled: (at: number) => boolean): readonly HunkLine[] =>
    lines.map((line, at): HunkLine => (isEmptyWithoutMarker(line) && isFilled(at) ? { ...line, kind: 'add' } : line));
  const filledBetween = fill((at) => isAddedAbove[at] === true && isAddedBelow[at] === true);
  const filledBeside = fill((at) => isAddedAbove[at] === true || isAddedBelow[at] === true);
  if (hasCountedLines(numbers, filledBeside)) return [filledBeside];
  if (!filledBetween.some((line, at) => line !== lines[at])) return [];
  const hasMarkedBlank = lines.some((line) => line.kind === 'context' && !line.lacksMarker && line.text === '');
  const areEqual = filledBeside.every((line, at) => line.kind === filledBetween[at]?.kind);
  return hasMarkedBlank || areEqual ? [filledBeside] : [filledBetween, filledBeside];
}

/** For each line, whether the nearest line above it, apart from empty ones without a marker, is an added one. */
function isBelowAdded(lines: readonly HunkLine[]): boolean[] {
  let isAdded = false;
  return lines.map((line) => {
    const wasAdded = isAdded;
    if (!isEmptyWithoutMarker(line)) isAdded = line.kind === 'add';
    return wasAdded;
  });
}
