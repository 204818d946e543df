import { ToolError } from '../wording/errors.ts';
import { applyEditsInTurns, endingBefore, lineStarts, type TextEdit } from '../text/text.ts';
import { lineAt } from '../diff/lineBlocks.ts';
import { atOnce, shouldYield, type Yielding } from '../async/yielding.ts';
import { makesPair } from './boundary.ts';
import { ambiguous, cannotGraft, noMatch, otherNumber, tooMany } from './failures.ts';
import { findExact, findFolded, tiers, type Match, type Matches, type Tier } from './matches.ts';
import { sameButEndings, transplant } from './transplant.ts';

/** What to replace by what. `path` names the file in errors. */
export interface Replacement {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll?: boolean;
  /** Another number of replacements is refused; above 1 it means all of them, as `replaceAll` does. */
  readonly expectedReplacements?: number | undefined;
  readonly path?: string;
}

/** `firstLines` are the lines (1-based, of the text after) on which the replacements begin; `edits` are sorted. */
export interface Replaced {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly replacements: number;
  readonly tier: Tier;
  readonly firstLines: readonly number[];
}

const bom = '\uFEFF';

/**
 * Replaces the one place of `text` where `oldString` stands, or with `replaceAll` every place, by `newString`, taken
 * literally (`$&` is no pattern). The tiers are tried in order, and the first that finds a place counts:
 *
 * - `exact` — unit by unit, but never within a CRLF or within a character made of several units;
 * - `line-endings` — LF, CRLF, CR and the end of the text are alike, a byte order mark is no text;
 * - `trailing-whitespace` — white space before a line ending does not count;
 * - `indentation` — whole lines, all indented more (or less, or by other characters) than sent, uniformly;
 * - `look-alikes` — typographic quotes, dashes and spaces are their plain forms.
 *
 * Two places, overlapping ones included, are ambiguous. Whatever the tier: line endings in `newString` become those of
 * the file at that place, unless only line endings are to change; and what `oldString` and `newString` have in common
 * stays as the file has it, to the byte. No similarity ever decides on a place.
 *
 * Throws `VALIDATION_ERROR` (empty `oldString`), `NO_CHANGE`, `NO_MATCH` with the closest place, `AMBIGUOUS_MATCH` with
 * the lines of the matches (also of another number of them than expected), and `TOO_LARGE` where there are too many to
 * count.
 */
export function replace(text: string, wish: Replacement): Replaced {
  return atOnce(replaceInTurns(text, wish));
}

/** The same in turns: in a long text it takes a while, above all to find nothing. */
export function* replaceInTurns(text: string, wish: Replacement): Yielding<Replaced> {
  const { oldString, newString } = wish;
  const path = wish.path ?? 'the file';
  checkStrings(oldString, newString, path);
  const { tier, found: all } = yield* find(text, wish, path);
  const found = yield* apart(all);
  const { expectedReplacements: expected = found.length } = wish;
  if (expected !== found.length) throw otherNumber(text, found, expected, tier, path);
  yield;
  const source = { text, starts: lineStarts(text), path };
  yield;
  const turn = { lines: 0 };
  const edits: TextEdit[] = [];
  for (const match of found) {
    const edit = { start: match.start, end: match.end, text: graft(source, match, tier, wish) };
    checkSeams(text, edit);
    edits.push(edit);
    if (shouldYield(turn, 1)) yield;
  }
  const after = yield* applyEditsInTurns(text, edits);
  if (after === text) {
    throw new ToolError('NO_CHANGE', `${path} already has newString at that place. There is nothing to change.`);
  }
  return { text: after, edits, replacements: edits.length, tier, firstLines: yield* firstLinesOf(after, edits) };
}

/** Of places that overlap, the first. */
function* apart(found: readonly Match[]): Yielding<readonly Match[]> {
  const turn = { lines: 0 };
  const left: Match[] = [];
  let end = 0;
  for (const match of found) {
    if (match.start >= end) {
      left.push(match);
      end = match.end;
    }
    if (shouldYield(turn, 1)) yield;
  }
  return left;
}

interface Source {
  readonly text: string;
  readonly starts: Int32Array;
  readonly path: string;
}

function checkStrings(oldString: string, newString: string, path: string): void {
  if (oldString === '') {
    throw new ToolError(
      'VALIDATION_ERROR',
      'oldString is empty. Send the text to replace; to insert, send a line that is there and the same line with the new text; to write a whole file, use redline_write_file.',
    );
  }
  if (oldString === newString) {
    throw new ToolError(
      'NO_CHANGE',
      `oldString and newString are equal, so ${path} stays as it is. Send the new text as newString.`,
    );
  }
  const halves = newString.match(/[\uD800-\uDFFF]/gu) ?? [];
  if (halves.some((half) => !oldString.includes(half))) {
    throw new ToolError('VALIDATION_ERROR', 'newString contains half of a surrogate pair. Send whole characters.');
  }
}

interface Found {
  readonly tier: Tier;
  readonly found: readonly Match[];
}

function* find(text: string, wish: Replacement, path: string): Yielding<Found> {
  const base = text.startsWith(bom) ? 1 : 0;
  const sought = withoutBom(wish.oldString);
  for (const tier of tiers) {
    const finding = tier === 'exact' ? findExact(text, wish.oldString) : findFolded(text, base, sought, tier);
    const matches = yield* finding;
    if (matches.found.length === 0 && !matches.more) continue;
    if (wish.replaceAll !== true && (wish.expectedReplacements ?? 1) <= 1) {
      if (matches.found.length > 1) throw ambiguous(text, matches, tier, path);
      if (matches.more) throw tooMany(path);
      return { tier, found: matches.found };
    }
    if (matches.more) throw tooMany(path);
    return yield* everyEnding(text, base, wish, tier, matches);
  }
  throw yield* noMatch(text, wish.oldString, wish.newString, path);
}

/**
 * To the eye, places that differ in line endings are the same: replacing all means those too, except for someone who
 * sends CRs, and so knows of them.
 */
function* everyEnding(text: string, base: number, wish: Replacement, tier: Tier, exact: Matches): Yielding<Found> {
  const sought = withoutBom(wish.oldString);
  if (sameButEndings(sought, wish.newString)) return { tier, found: exact.found };
  if (tier !== 'exact' || !sought.includes('\n') || sought.includes('\r') || !text.includes('\r')) {
    return { tier, found: exact.found };
  }
  const { found, more } = yield* findFolded(text, base, sought, 'line-endings');
  return more || found.length <= exact.found.length ? { tier, found: exact.found } : { tier: 'line-endings', found };
}

/** The text that takes the place of a match. */
function graft({ text, starts, path }: Source, match: Match, tier: Tier, wish: Replacement): string {
  let { oldString: old, newString: fresh } = wish;
  const holdsBom = match.start === 0 && text.startsWith(bom);
  if (old.startsWith(bom) && (tier !== 'exact' || holdsBom)) [old, fresh] = [withoutBom(old), withoutBom(fresh)];
  if (match.withoutLastEol) [old, fresh] = [withoutLastEol(old), withoutLastEol(fresh)];
  const mark = holdsBom ? bom : '';
  if (tier === 'exact' && !/[\r\n]/.test(fresh)) return mark + fresh;
  if (tier === 'exact' && !fresh.includes('\r') && !text.includes('\r')) return mark + fresh;
  // A CR that was sent alone and stands for a CRLF: whether the LF goes with it cannot be told.
  const halved = tier !== 'exact' && old.endsWith('\r') && !fresh.endsWith('\r');
  const own = text.slice(match.start + mark.length, match.end);
  const { shift } = match;
  const grafted = halved
    ? undefined
    : transplant({ tier, own, old, fresh, eol: eolAt(text, starts, match.start), shift });
  if (grafted === undefined) throw cannotGraft(lineAt(starts, match.start) + 1, tier, path);
  return mark + grafted;
}

/** The ending of the line at an offset; on a last line without one, the ending of the line before; else `''`. */
function eolAt(text: string, starts: Int32Array, offset: number): string {
  const at = Math.min(lineAt(starts, offset), starts.length - 2);
  return endingBefore(text, starts[at + 1] ?? 0) || endingBefore(text, starts[at] ?? 0);
}

function checkSeams(text: string, edit: TextEdit): void {
  const before = text.charAt(edit.start - 1);
  const after = text.charAt(edit.end);
  if (edit.text === '' ? makesPair(before, after) : makesPair(before, edit.text) || makesPair(edit.text, after)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'The edit would join two halves of characters into one. Send whole characters.',
    );
  }
  if (before === '\r' && (edit.text === '' ? after : edit.text[0]) === '\n') {
    throw new ToolError(
      'VALIDATION_ERROR',
      'The edit would join a lone CR and an LF into one line ending. Include the line before in oldString.',
    );
  }
  if (edit.start === 0 && edit.text.startsWith(bom) && !text.startsWith(bom)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'newString begins with a byte order mark, which the file keeps anyway. Omit it.',
    );
  }
}

function* firstLinesOf(after: string, edits: readonly TextEdit[]): Yielding<number[]> {
  const starts = lineStarts(after);
  const turn = { lines: 0 };
  const lines: number[] = [];
  let shift = 0;
  let line = 0;
  for (const edit of edits) {
    line = lineAt(starts, edit.start + shift, line);
    lines.push(line + 1);
    shift += edit.text.length - (edit.end - edit.start);
    if (shouldYield(turn, 1)) yield;
  }
  return lines;
}

function withoutBom(text: string): string {
  return text.startsWith(bom) ? text.slice(1) : text;
}

function withoutLastEol(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)$/, '');
}
