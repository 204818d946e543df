// Finds a text in a file, exactly or at a looser tier.
import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/normalizeLine.ts';
import { findShift, noShift, type IndentShift } from '../text/indentShift.ts';
import { cutsCharacter } from './boundary.ts';
import type { Line } from '../text/text.ts';
import { shouldYield, type Yielding } from '../async/yielding.ts';
import { normalizeLines, positionOf, type NormalizedText, type Position } from './normalizedText.ts';
import { cutPieces } from './pieces.ts';

/**
 * How loosely a text is compared, the strictest first. Each tier ignores what the tiers before it ignore, except that
 * look-alikes are searched only at the indentation that was sent.
 */
export const replaceTiers = ['exact', 'line-endings', 'trailing-whitespace', 'indentation', 'look-alikes'] as const;
export type ReplaceTier = (typeof replaceTiers)[number];

/** A match `[start, end)` in the text. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** How the indentation that was sent differs from the file's. */
  readonly shift: IndentShift;
  /** Whether the last line ending of the sought text matched the end of a text without one. */
  readonly withoutLastEol: boolean;
}

/** Matches in order, overlapping ones included. */
export interface Matches {
  readonly found: readonly Match[];
  /** Whether the search stopped early, so that there may be more. */
  readonly more: boolean;
}

/** Limits of a search: matches, and UTF-16 units in all of them. */
const maxMatches = 1_000_000;
const maxUnits = 15_000_000;

/** Finds `sought` exactly, but never in the middle of a character or of a CRLF. */
export function* findExact(text: string, sought: string): Yielding<Matches> {
  const found: Match[] = [];
  const sinceYield = { lines: 0 };
  const { offsets, more } = yield* everyOffset(text, sought);
  for (const start of offsets) {
    const end = start + sought.length;
    if (shouldYield(sinceYield, 1)) yield;
    if (cutsCharacter(text, start) || cutsCharacter(text, end)) continue;
    found.push({ start, end, shift: noShift, withoutLastEol: false });
  }
  return { found, more };
}

/** Finds `sought` at a looser tier. `base` is the offset after the text's byte order mark. */
export function* findLoosely(text: string, base: number, sought: string, tier: ReplaceTier): Yielding<Matches> {
  const normalize = normalizers[tier];
  const contents = cutPieces(sought, true).map(({ content }) => content);
  const matchesAnyBlanks = contents.every(isBlank) && tier !== 'line-endings';
  const isPlain = tier === 'look-alikes' && !(yield* hasLookAlike(text)) && foldLookAlikes(sought) === sought;
  if (matchesAnyBlanks || isPlain) return { found: [], more: false };
  const normalized = yield* normalizeLines(text, base, normalize);
  const last = contents.at(-1) ?? '';
  const head = contents
    .slice(0, -1)
    .map((line) => normalize(line) + '\n')
    .join('');
  const found: Match[] = [];
  // White space that ends `sought` may match inside a line as it is, or be ignored at the end of a line.
  const plainLast = tier === 'look-alikes' ? foldLookAlikes(last) : last;
  const wholeLines = tier === 'indentation';
  const tails = wholeLines ? [normalize(last)] : [...new Set([plainLast, normalize(last)])];
  const ends = { startsEmpty: contents[0] === '', endsEmpty: last === '', wholeLines };
  const sinceYield = { lines: 0 };
  let more = false;
  for (const [at, tail] of tails.entries()) {
    const search = yield* everyOffset(normalized.text, head + tail);
    more ||= search.more;
    for (const offset of search.offsets) {
      const match = matchAt(text, normalized, offset, offset + head.length + tail.length, {
        ...ends,
        endsLine: at > 0,
      });
      if (match === undefined) continue;
      const shift = wholeLines ? shiftOf(text, match, contents) : noShift;
      if (shift !== undefined) found.push({ ...match, shift });
      if (shouldYield(sinceYield, contents.length)) yield;
    }
  }
  return { found: found.sort((one, two) => one.start - two.start), more };
}

/** UTF-16 units that take a few milliseconds to search. */
const unitsBetweenYields = 1_000_000;

function* hasLookAlike(text: string): Yielding<boolean> {
  for (let at = 0; at < text.length; at += unitsBetweenYields) {
    const part = text.slice(at, at + unitsBetweenYields);
    if (foldLookAlikes(part) !== part) return true;
    yield;
  }
  return false;
}

const normalizers: Readonly<Record<ReplaceTier, (line: string) => string>> = {
  exact: (line) => line,
  'line-endings': (line) => line,
  'trailing-whitespace': trimTrailing,
  indentation: (line) => splitIndent(trimTrailing(line)).rest,
  'look-alikes': (line) => trimTrailing(foldLookAlikes(line)),
};

function* everyOffset(text: string, sought: string): Yielding<{ offsets: readonly number[]; more: boolean }> {
  const offsets: number[] = [];
  const sinceYield = { lines: 0 };
  if (sought === '') return { offsets, more: false };
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    offsets.push(at);
    if (shouldYield(sinceYield, 1)) yield;
    if (offsets.length > 1 && (offsets.length === maxMatches || offsets.length * sought.length > maxUnits)) {
      return { offsets, more: true };
    }
  }
  return { offsets, more: false };
}

/** The requirements for the ends of a match. */
interface Ends {
  /** `sought` starts with a line ending. */
  readonly startsEmpty: boolean;
  /** `sought` ends with a line ending. */
  readonly endsEmpty: boolean;
  /** Only whole lines match. */
  readonly wholeLines: boolean;
  /** The match must end at the end of a line. */
  readonly endsLine: boolean;
}

function matchAt(text: string, normalized: NormalizedText, from: number, to: number, ends: Ends): Match | undefined {
  if (normalized.addedEnd !== undefined && from >= normalized.addedEnd) return undefined;
  const first = positionOf(normalized, from);
  const last = positionOf(normalized, to);
  const firstLine = normalized.lineOf(first.line);
  const lastLine = normalized.lineOf(last.line);
  if (firstLine === undefined) return undefined;
  if (ends.wholeLines && (first.column > 0 || !(last.atEnd || ends.endsEmpty))) return undefined;
  if (ends.endsLine && !last.atEnd) return undefined;
  // Ignored white space at a line's end is outside of a match that starts there, and inside one that ends there.
  const atLineEnd = first.atEnd && (first.column > 0 || ends.startsEmpty) && !ends.wholeLines;
  const start = atLineEnd ? firstLine.end : firstLine.start + first.column;
  const end = endOf(text, lastLine, last, ends);
  if (cutsCharacter(text, start) || cutsCharacter(text, end)) return undefined;
  return { start, end, shift: noShift, withoutLastEol: normalized.addedEnd === to - 1 };
}

function endOf(text: string, line: Line | undefined, position: Position, { endsEmpty }: Ends): number {
  if (line === undefined) return text.length;
  return position.atEnd && !(endsEmpty && position.column === 0) ? line.end : line.start + position.column;
}

function shiftOf(text: string, match: Match, contents: readonly string[]): IndentShift | undefined {
  const found = cutPieces(text.slice(match.start, match.end), true).map(({ content }) => content);
  return findShift(contents, found);
}
