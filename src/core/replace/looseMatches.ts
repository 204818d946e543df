// Finds all occurrences of a text in a file at a looser tier, by their normalized forms.
import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/normalizeLine.ts';
import { findShift, noShift, type IndentShift } from '../text/indentShift.ts';
import type { Line } from '../text/text.ts';
import { countTowardsYield, type Yielding } from '../async/yielding.ts';
import { isSameExceptEndings } from './adaptNewText.ts';
import {
  findOffsets,
  isInsideCharacter,
  withoutBom,
  type Match,
  type Matches,
  type ReplaceTier,
  type TierMatches,
} from './matches.ts';
import { normalizeLines, positionAt, type NormalizedText, type Position } from './normalizedText.ts';
import { splitAtEols } from './splitAtEols.ts';

/**
 * Finds `needle` at a looser tier, by an exact search of the normalized `needle` in the normalized text (see
 * `normalizedText.ts`). `startOffset` is the offset after the text's byte order mark.
 */
export function* findLoosely(text: string, startOffset: number, needle: string, tier: ReplaceTier): Yielding<Matches> {
  const normalize = normalizerByTier[tier];
  const lines = splitAtEols(needle).map(({ content }) => content);
  if (!(yield* mayFindMore(text, needle, lines, tier))) return { matches: [], isTruncated: false };
  const normalized = yield* normalizeLines(text, startOffset, normalize);
  const linesBeforeLast = lines.slice(0, -1).map((line) => normalize(line) + '\n');
  const needleShape = {
    startsWithEol: lines[0] === '',
    endsWithEol: lines.at(-1) === '',
    isWholeLines: tier === 'indentation',
  };
  const matches: Match[] = [];
  const sinceYield = { units: 0 };
  let isTruncated = false;
  for (const lastLineForm of lastLineForms(lines.at(-1) ?? '', tier)) {
    const shape: MatchShape = { ...needleShape, ...lastLineForm };
    const normalizedNeedle = linesBeforeLast.join('') + lastLineForm.text;
    const occurrences = yield* findOffsets(normalized.text, normalizedNeedle);
    isTruncated ||= occurrences.isTruncated;
    for (const offset of occurrences.offsets) {
      const match = matchAt(text, normalized, [offset, offset + normalizedNeedle.length], shape);
      if (match === undefined) continue;
      // Undefined if the lines differ in more than a uniform shift.
      const shift = needleShape.isWholeLines ? indentShiftOf(text, match, lines) : noShift;
      if (shift !== undefined) matches.push({ ...match, shift });
      if (countTowardsYield(sinceYield, lines.length)) yield;
    }
  }
  // As at the tier `exact`, the end of the text counts as a line ending only where no other place has one.
  const withEol = matches.filter(({ withoutLastEol }) => !withoutLastEol);
  const found = withEol.length === 0 ? matches : withEol;
  return { matches: found.sort((one, two) => one.start - two.start), isTruncated };
}

/** Whether a search at this tier could find more than at the stricter ones, and not just by chance. */
function* mayFindMore(text: string, needle: string, lines: readonly string[], tier: ReplaceTier): Yielding<boolean> {
  if (tier === 'line-endings') return true;
  // At looser tiers, blank lines would match any blank lines.
  if (lines.every(isBlank)) return false;
  return tier !== 'look-alikes' || foldLookAlikes(needle) !== needle || (yield* hasLookAlike(text));
}

/** A form of the last line of the needle to search for. */
interface LastLineForm {
  readonly text: string;
  /** The match must end at the end of a line. */
  readonly mustEndLine: boolean;
}

/**
 * The forms of the last line of the needle, which may end inside a line of the file. Its trailing white space is
 * searched literally, and ignored only at the end of a line: `"a "` matches in `a b`, and at the end of the line `a`.
 */
function lastLineForms(last: string, tier: ReplaceTier): readonly LastLineForm[] {
  const normalizedForm = { text: normalizerByTier[tier](last), mustEndLine: false };
  if (tier === 'indentation') return [normalizedForm];
  const literalText = tier === 'look-alikes' ? foldLookAlikes(last) : last;
  if (literalText === normalizedForm.text) return [normalizedForm];
  return [
    { text: literalText, mustEndLine: false },
    { ...normalizedForm, mustEndLine: true },
  ];
}

/** Number of UTF-16 units that take a few milliseconds to search. */
const charsBetweenYields = 1_000_000;

function* hasLookAlike(text: string): Yielding<boolean> {
  for (let start = 0; start < text.length; start += charsBetweenYields) {
    const part = text.slice(start, start + charsBetweenYields);
    if (foldLookAlikes(part) !== part) return true;
    yield;
  }
  return false;
}

const normalizerByTier: Readonly<Record<ReplaceTier, (line: string) => string>> = {
  // Unused: `findExact` searches the text itself.
  exact: (line) => line,
  'line-endings': (line) => line,
  'trailing-whitespace': trimTrailing,
  indentation: (line) => splitIndent(trimTrailing(line)).rest,
  'look-alikes': (line) => trimTrailing(foldLookAlikes(line)),
};

/** Properties of the needle that decide where a match may begin and end. */
interface MatchShape {
  readonly startsWithEol: boolean;
  readonly endsWithEol: boolean;
  /** Only whole lines match. */
  readonly isWholeLines: boolean;
  /** The match must end at the end of a line. */
  readonly mustEndLine: boolean;
}

/**
 * The match in the original text for the range `[from, to)` of the normalized one; undefined if it may not begin or end
 * there. The caller sets its `shift`.
 */
function matchAt(
  text: string,
  normalized: NormalizedText,
  [from, to]: readonly [number, number],
  { startsWithEol, endsWithEol, isWholeLines, mustEndLine }: MatchShape,
): Match | undefined {
  const beginsAfterText = normalized.addedEolAt !== undefined && from >= normalized.addedEolAt;
  if (beginsAfterText) return undefined;
  const firstPosition = positionAt(normalized, from);
  const lastPosition = positionAt(normalized, to);
  const firstLine = normalized.lineOf(firstPosition.line);
  const lastLine = normalized.lineOf(lastPosition.line);
  if (firstLine === undefined) return undefined;
  const coversWholeLines = firstPosition.column === 0 && (lastPosition.isAtLineEnd || endsWithEol);
  if (isWholeLines && !coversWholeLines) return undefined;
  if (mustEndLine && !lastPosition.isAtLineEnd) return undefined;
  // A match that starts at a line's end starts after the trimmed white space; a match that ends there includes the
  // white space. On an empty line, only a needle that starts with a line ending starts at the end.
  const startsAtLineEnd = firstPosition.isAtLineEnd && (firstPosition.column > 0 || startsWithEol) && !isWholeLines;
  const start = startsAtLineEnd ? firstLine.end : firstLine.start + firstPosition.column;
  const end = endOffset(text, lastLine, lastPosition, endsWithEol);
  if (isInsideCharacter(text, start) || isInsideCharacter(text, end)) return undefined;
  return { start, end, shift: noShift, withoutLastEol: normalized.addedEolAt === to - 1 };
}

/** The end of a match in the original text, after white space that was removed from the end of its last line. */
function endOffset(text: string, line: Line | undefined, last: Position, endsWithEol: boolean): number {
  if (line === undefined) return text.length;
  const endsWithLineAbove = endsWithEol && last.column === 0;
  return last.isAtLineEnd && !endsWithLineAbove ? line.end : line.start + last.column;
}

/** The shift of indentation from the requested lines to the matched lines; undefined if they differ in other ways. */
function indentShiftOf(text: string, { start, end }: Match, lines: readonly string[]): IndentShift | undefined {
  const fileLines = splitAtEols(text.slice(start, end)).map(({ content }) => content);
  return findShift(lines, fileLines);
}

/**
 * Adds, for `replaceAll`, the matches that differ from exact ones only in line endings, since they look the same. A
 * caller that sends CRs distinguishes them.
 */
export function* withOtherEndings(
  text: string,
  startOffset: number,
  { oldString, newString }: { readonly oldString: string; readonly newString: string },
  tier: ReplaceTier,
  exactMatches: readonly Match[],
): Yielding<TierMatches> {
  const needle = withoutBom(oldString);
  const mayDiffer = tier === 'exact' && needle.includes('\n') && !needle.includes('\r') && text.includes('\r');
  if (!mayDiffer || isSameExceptEndings(needle, newString)) return { tier, matches: exactMatches };
  const { matches, isTruncated } = yield* findLoosely(text, startOffset, needle, 'line-endings');
  if (isTruncated || matches.length <= exactMatches.length) return { tier, matches: exactMatches };
  return { tier: 'line-endings', matches };
}
