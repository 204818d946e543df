// Finds all occurrences of a text in a file that begin and end between whole characters, and checks that an edit leaves
// characters whole.
import { noShift, type IndentShift } from '../text/indentShift.ts';
import { carriageReturn, lineFeed, type TextEdit } from '../text/text.ts';
import { isInsidePair } from '../text/encoding.ts';
import { countTowardsYield, type Yielding } from '../async/yielding.ts';
import { validationError } from '../wording/errors.ts';

/**
 * How loosely a text is compared, strictest first. Each tier ignores the differences that the previous tiers ignore,
 * except that look-alikes are searched only at the requested indentation.
 */
export const replaceTiers = ['exact', 'line-endings', 'trailing-whitespace', 'indentation', 'look-alikes'] as const;
export type ReplaceTier = (typeof replaceTiers)[number];

/** A match `[start, end)` in the text, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The shift from the requested to the file's indentation; `noShift` except at the tier `indentation`. */
  readonly shift: IndentShift;
  /** Whether the last line ending of the searched text matched the end of a text without one. */
  readonly withoutLastEol: boolean;
}

/** Matches in order, overlapping ones included. */
export interface Matches {
  readonly matches: readonly Match[];
  /** Whether the search stopped early, so that there may be more. */
  readonly isTruncated: boolean;
}

/** The matches at the strictest tier that has any. */
export interface TierMatches {
  readonly tier: ReplaceTier;
  readonly matches: readonly Match[];
}

/** Maximum number of matches of a search, which bounds memory. */
const maxMatches = 1_000_000;
/** Maximum number of UTF-16 units in all matches of a search. */
const maxMatchedChars = 15_000_000;

/** Finds `needle` exactly, but never in the middle of a character or of a CRLF. */
export function* findExact(text: string, needle: string): Yielding<Matches> {
  const matches: Match[] = [];
  const sinceYield = { units: 0 };
  const { offsets, isTruncated } = yield* findOffsets(text, needle);
  for (const start of offsets) {
    const end = start + needle.length;
    if (countTowardsYield(sinceYield, 1)) yield;
    if (isInsideCharacter(text, start) || isInsideCharacter(text, end)) continue;
    matches.push({ start, end, shift: noShift, withoutLastEol: false });
  }
  return { matches, isTruncated };
}

/** All offsets of `needle` in a text, overlapping ones included; `isTruncated` if a limit stopped the search. */
export function* findOffsets(
  text: string,
  needle: string,
): Yielding<{ readonly offsets: readonly number[]; readonly isTruncated: boolean }> {
  const offsets: number[] = [];
  const sinceYield = { units: 0 };
  if (needle === '') return { offsets, isTruncated: false };
  for (let offset = text.indexOf(needle); offset >= 0; offset = text.indexOf(needle, offset + 1)) {
    offsets.push(offset);
    if (countTowardsYield(sinceYield, 1)) yield;
    const isAtLimit = offsets.length === maxMatches || offsets.length * needle.length > maxMatchedChars;
    // A single match is no reason to stop, however long it is.
    if (isAtLimit && offsets.length > 1) return { offsets, isTruncated: true };
  }
  return { offsets, isTruncated: false };
}

/** Drops each match that overlaps an earlier one; `matches` are in order. */
export function* withoutOverlaps(matches: readonly Match[]): Yielding<readonly Match[]> {
  const sinceYield = { units: 0 };
  const distinctMatches: Match[] = [];
  let end = 0;
  for (const match of matches) {
    if (match.start >= end) {
      distinctMatches.push(match);
      end = match.end;
    }
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return distinctMatches;
}

/** Matches a text that begins with a combining mark or a joiner (U+200D). */
const continuesCharacter = /^[\p{M}\u200d]/u;

/** Whether an offset is inside a CRLF, a surrogate pair, a letter with a combining mark, or emoji joined by U+200D. */
export function isInsideCharacter(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  // Fast path: ASCII.
  if (before < 0x80 && after < 0x80) return before === carriageReturn && after === lineFeed;
  if (isInsidePair(text, offset)) return true;
  if (before === lineFeed || before === carriageReturn) return false;
  return before === 0x200d || continuesCharacter.test(text.slice(offset, offset + 2));
}

/** The byte order mark, which counts only at the start of a text. */
export const bom = '\uFEFF';

/** A text without its byte order mark. */
export function withoutBom(text: string): string {
  return text.startsWith(bom) ? text.slice(1) : text;
}

/**
 * Checks that an edit joins no halves of a surrogate pair or of a CRLF, and adds no byte order mark.
 *
 * @throws ToolError VALIDATION_ERROR
 */
export function checkJoins(text: string, edit: TextEdit): void {
  const before = text.charAt(edit.start - 1);
  const after = text.charAt(edit.end);
  const joinsSurrogates =
    edit.text === ''
      ? wouldJoinSurrogates(before, after)
      : wouldJoinSurrogates(before, edit.text) || wouldJoinSurrogates(edit.text, after);
  if (joinsSurrogates) {
    throw validationError('The edit would join two halves of characters into one. Send whole characters.');
  }
  if (wouldJoinCrLf(text, edit)) {
    throw validationError(
      'The edit would join a lone CR and an LF into one line ending. Include the line before in oldString.',
    );
  }
  if (edit.start === 0 && edit.text.startsWith(bom) && !text.startsWith(bom)) {
    throw validationError('newString begins with a byte order mark, which the file keeps anyway. Omit it.');
  }
}

/** Whether an edit would put an LF right after a CR, so that two line endings become one. */
export function wouldJoinCrLf(text: string, edit: TextEdit): boolean {
  const after = edit.text === '' ? text[edit.end] : edit.text[0];
  return text[edit.start - 1] === '\r' && after === '\n';
}

/** Whether concatenating two texts would join two lone surrogates into a pair. */
export function wouldJoinSurrogates(left: string, right: string): boolean {
  return isInsidePair(left.slice(-1) + right.slice(0, 1), 1);
}
