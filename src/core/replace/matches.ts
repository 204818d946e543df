import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/fold.ts';
import { findShift, noShift, type IndentShift } from '../text/indentShift.ts';
import { cutsCharacter } from './boundary.ts';
import type { Line } from '../text/text.ts';
import { shouldYield, type Yielding } from '../async/yielding.ts';
import { foldText, placeOf, type Folded, type Place } from './folded.ts';
import { cutPieces } from './pieces.ts';

/**
 * How loosely the text was compared, strictest first. Each tier disregards what the ones before it do, except that
 * look-alikes are only sought at the indentation that was sent.
 */
export const tiers = ['exact', 'line-endings', 'trailing-whitespace', 'indentation', 'look-alikes'] as const;
export type Tier = (typeof tiers)[number];

/**
 * A place `[start, end)` of the text where the sought text stands. `withoutLastEol`: it stands at the end of a text
 * that has no ending there, so that the last ending of what is sought has no counterpart.
 */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly shift: IndentShift;
  readonly withoutLastEol: boolean;
}

/** The places found, with overlaps, in order; `more` where the search ended early, so that others may be unfound. */
export interface Matches {
  readonly found: readonly Match[];
  readonly more: boolean;
}

/** How many places, and how many units of them, are compared at most before a search for further ones ends. */
const maxPlaces = 1_000_000;
const maxUnits = 15_000_000;

/** Where `sought` stands exactly; never in the middle of a character or of a CRLF. */
export function* findExact(text: string, sought: string): Yielding<Matches> {
  const found: Match[] = [];
  const turn = { lines: 0 };
  const { places, more } = yield* everyPlace(text, sought);
  for (const start of places) {
    const end = start + sought.length;
    if (shouldYield(turn, 1)) yield;
    if (cutsCharacter(text, start) || cutsCharacter(text, end)) continue;
    found.push({ start, end, shift: noShift, withoutLastEol: false });
  }
  return { found, more };
}

/** Where `sought` stands if compared at a looser tier. `base` is the offset behind the text's byte order mark. */
export function* findFolded(text: string, base: number, sought: string, tier: Tier): Yielding<Matches> {
  const foldLine = folds[tier];
  const contents = cutPieces(sought, true).map(({ content }) => content);
  const loosest = contents.every(isBlank) && tier !== 'line-endings';
  const isPlain = tier === 'look-alikes' && !(yield* hasLookAlike(text)) && foldLookAlikes(sought) === sought;
  if (loosest || isPlain) return { found: [], more: false };
  const folded = yield* foldText(text, base, foldLine);
  const last = contents.at(-1) ?? '';
  const head = contents
    .slice(0, -1)
    .map((line) => foldLine(line) + '\n')
    .join('');
  const found: Match[] = [];
  // White space at the very end of what is sought may stand in the middle of a line, or be some at a line's end.
  const plainLast = tier === 'look-alikes' ? foldLookAlikes(last) : last;
  const wholeLines = tier === 'indentation';
  const tails = wholeLines ? [foldLine(last)] : [...new Set([plainLast, foldLine(last)])];
  const ends = { startsEmpty: contents[0] === '', endsEmpty: last === '', wholeLines };
  const turn = { lines: 0 };
  let more = false;
  for (const [at, tail] of tails.entries()) {
    const search = yield* everyPlace(folded.text, head + tail);
    more ||= search.more;
    for (const place of search.places) {
      const match = matchAt(text, folded, place, place + head.length + tail.length, { ...ends, endsLine: at > 0 });
      if (match === undefined) continue;
      const shift = wholeLines ? shiftOf(text, match, contents) : noShift;
      if (shift !== undefined) found.push({ ...match, shift });
      if (shouldYield(turn, contents.length)) yield;
    }
  }
  return { found: found.sort((one, two) => one.start - two.start), more };
}

function* hasLookAlike(text: string): Yielding<boolean> {
  const size = 1_000_000;
  for (let at = 0; at < text.length; at += size) {
    const part = text.slice(at, at + size);
    if (foldLookAlikes(part) !== part) return true;
    yield;
  }
  return false;
}

const folds: Readonly<Record<Tier, (line: string) => string>> = {
  exact: (line) => line,
  'line-endings': (line) => line,
  'trailing-whitespace': trimTrailing,
  indentation: (line) => splitIndent(trimTrailing(line)).rest,
  'look-alikes': (line) => trimTrailing(foldLookAlikes(line)),
};

function* everyPlace(text: string, sought: string): Yielding<{ places: readonly number[]; more: boolean }> {
  const places: number[] = [];
  const turn = { lines: 0 };
  if (sought === '') return { places, more: false };
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    places.push(at);
    if (shouldYield(turn, 1)) yield;
    if (places.length > 1 && (places.length === maxPlaces || places.length * sought.length > maxUnits)) {
      return { places, more: true };
    }
  }
  return { places, more: false };
}

/** What the sought text asks of a place: how its first and its last piece look, and where they may stand. */
interface Ends {
  readonly startsEmpty: boolean;
  readonly endsEmpty: boolean;
  readonly wholeLines: boolean;
  readonly endsLine: boolean;
}

function matchAt(text: string, folded: Folded, from: number, to: number, ends: Ends): Match | undefined {
  if (folded.virtualEnd !== undefined && from >= folded.virtualEnd) return undefined;
  const first = placeOf(folded, from);
  const last = placeOf(folded, to);
  const firstLine = folded.lineAt(first.line);
  const lastLine = folded.lineAt(last.line);
  if (firstLine === undefined) return undefined;
  if (ends.wholeLines && (first.column > 0 || !(last.atEnd || ends.endsEmpty))) return undefined;
  if (ends.endsLine && !last.atEnd) return undefined;
  // What was folded away at a line's end lies outside a match that starts there, and inside one that ends there.
  const atLineEnd = first.atEnd && (first.column > 0 || ends.startsEmpty) && !ends.wholeLines;
  const start = atLineEnd ? firstLine.end : firstLine.start + first.column;
  const end = endOf(text, lastLine, last, ends);
  if (cutsCharacter(text, start) || cutsCharacter(text, end)) return undefined;
  return { start, end, shift: noShift, withoutLastEol: folded.virtualEnd === to - 1 };
}

function endOf(text: string, line: Line | undefined, place: Place, { endsEmpty }: Ends): number {
  if (line === undefined) return text.length;
  return place.atEnd && !(endsEmpty && place.column === 0) ? line.end : line.start + place.column;
}

function shiftOf(text: string, match: Match, contents: readonly string[]): IndentShift | undefined {
  const found = cutPieces(text.slice(match.start, match.end), true).map(({ content }) => content);
  return findShift(contents, found);
}
