// Replaces text in a file: matches it exactly or at ever looser tiers, adapts the new text to the file, and cautions
// about loose matches.
import { ToolError, validationError } from '../wording/errors.ts';
import { applyEditsYielding, endingBefore, lineAt, lineStarts, type TextEdit } from '../text/text.ts';
import { runSync, countTowardsYield, type Yielding } from '../async/yielding.ts';
import {
  ambiguousError,
  cannotAdaptError,
  noMatchError,
  unexpectedCountError,
  tooManyMatchesError,
} from './replaceErrors.ts';
import {
  bom,
  checkJoins,
  findExact,
  replaceTiers,
  withoutBom,
  withoutOverlaps,
  type Match,
  type ReplaceTier,
  type TierMatches,
} from './matches.ts';
import { findLoosely, withOtherEndings } from './looseMatches.ts';
import { adaptNewText } from './adaptNewText.ts';
import type { Caution } from '../change/change.ts';
import { placementCautions, type LoosePlacement } from '../change/reviewTexts.ts';

/** A requested replacement. */
export interface ReplaceRequest {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll?: boolean;
  /** Expected number of matches; any other is an error. Above 1 it implies `replaceAll`. */
  readonly expectedReplacements?: number | undefined;
  /** Ending for new lines of a text without one, such as that before earlier edits; `''` or absent: as requested. */
  readonly eol?: string;
  /** Path of the file, for errors. */
  readonly path?: string;
}

/** The result of a replacement. */
export interface ReplaceResult {
  readonly text: string;
  /** Edits of the old text, sorted. */
  readonly edits: readonly TextEdit[];
  readonly replacements: number;
  readonly tier: ReplaceTier;
  /** Lines (1-based, of the new text) on which the replacements begin. */
  readonly firstLines: readonly number[];
}

/**
 * Replaces the single match of `oldString`, or with `replaceAll` every match, by `newString`, which is literal (`$&`
 * has no meaning). The tiers are tried in order until one matches:
 *
 * - `exact`: unit by unit, but never inside a CRLF or a character of several units;
 * - `line-endings`: ignores differences of LF, CRLF and CR, the end of the text, and a byte order mark;
 * - `trailing-whitespace`: ignores white space at line ends;
 * - `indentation`: whole lines whose indentation differs uniformly;
 * - `look-alikes`: typographic quotes, dashes and spaces equal their plain forms.
 *
 * Several matches, overlapping ones included, are ambiguous. Text that `oldString` and `newString` have in common stays
 * byte for byte as in the file, and new lines get the file's line endings, unless only line endings are to change.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an empty `oldString`; `NO_CHANGE`; `NO_MATCH` with the closest lines;
 *   `AMBIGUOUS_MATCH` with the lines of all matches; `TOO_LARGE` for too many matches to count
 */
export function replace(text: string, request: ReplaceRequest): ReplaceResult {
  return runSync(replaceYielding(text, request));
}

/** `replace` as a time-sliced generator. */
export function* replaceYielding(text: string, request: ReplaceRequest): Yielding<ReplaceResult> {
  const { oldString, newString } = request;
  const path = request.path ?? 'the file';
  checkStrings(oldString, newString, path);
  const { tier, matches } = yield* findAtStrictestTier(text, request, path);
  const distinctMatches = yield* withoutOverlaps(matches);
  const { expectedReplacements: expectedCount = distinctMatches.length } = request;
  if (expectedCount !== distinctMatches.length)
    throw unexpectedCountError(text, distinctMatches, expectedCount, tier, path);
  // `lineStarts` takes long for a large file, and cannot yield.
  yield;
  const source = { text, hasCr: text.includes('\r'), starts: lineStarts(text), path };
  yield;
  const sinceYield = { units: 0 };
  const edits: TextEdit[] = [];
  for (const match of distinctMatches) {
    const edit = { start: match.start, end: match.end, text: newTextAt(source, match, tier, request) };
    checkJoins(text, edit);
    edits.push(edit);
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  const newText = yield* applyEditsYielding(text, edits);
  if (newText === text) {
    throw new ToolError('NO_CHANGE', `${path} already has newString at that place. There is nothing to change.`);
  }
  return { text: newText, edits, replacements: edits.length, tier, firstLines: yield* firstLinesOf(newText, edits) };
}

/** The file before the replacement; `starts` are its `lineStarts`. */
interface ReplaceSource {
  readonly text: string;
  readonly hasCr: boolean;
  readonly starts: Int32Array;
  readonly path: string;
}

function checkStrings(oldString: string, newString: string, path: string): void {
  if (oldString === '') {
    throw validationError(
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
    throw validationError('newString contains half of a surrogate pair. Send whole characters.');
  }
}

/**
 * Searches from the strictest tier to the loosest.
 *
 * @throws ToolError NO_MATCH; AMBIGUOUS_MATCH for several matches where one is wanted; TOO_LARGE for too many to count
 */
function* findAtStrictestTier(text: string, request: ReplaceRequest, path: string): Yielding<TierMatches> {
  const startOffset = text.startsWith(bom) ? 1 : 0;
  const needle = withoutBom(request.oldString);
  const wantsOne = request.replaceAll !== true && (request.expectedReplacements ?? 1) <= 1;
  for (const tier of replaceTiers) {
    const isExact = tier === 'exact';
    const result = yield* isExact ? findExact(text, request.oldString) : findLoosely(text, startOffset, needle, tier);
    const { matches, isTruncated } = result;
    if (matches.length === 0 && !isTruncated) continue;
    if (wantsOne && matches.length > 1) throw ambiguousError(text, result, tier, path);
    if (isTruncated) throw tooManyMatchesError(path);
    return wantsOne ? { tier, matches } : yield* withOtherEndings(text, startOffset, request, tier, matches);
  }
  throw yield* noMatchError(text, request.oldString, request.newString, path);
}

/**
 * The text that replaces a match.
 *
 * @throws ToolError NO_MATCH if adapting the new text to the file would be a guess
 */
function newTextAt(
  { text, hasCr, starts, path }: ReplaceSource,
  match: Match,
  tier: ReplaceTier,
  request: ReplaceRequest,
): string {
  const hasBom = match.start === 0 && text.startsWith(bom);
  // A byte order mark that begins oldString stands for the file's byte order mark, which stays.
  const dropsBom = request.oldString.startsWith(bom) && (tier !== 'exact' || hasBom);
  const partInMatch = (requested: string): string => {
    const withoutMark = dropsBom ? withoutBom(requested) : requested;
    return match.withoutLastEol ? withoutLastEol(withoutMark) : withoutMark;
  };
  const [oldText, newText] = [partInMatch(request.oldString), partInMatch(request.newString)];
  const bomPrefix = hasBom ? bom : '';
  const eol = eolAt(text, starts, match.start) || (request.eol ?? '');
  // With LF only, or without a line break in the new text, an exact match has nothing to adapt.
  const hasOnlyLf = !hasCr && !eol.includes('\r') && !newText.includes('\r');
  if (tier === 'exact' && (hasOnlyLf || !/[\r\n]/.test(newText))) return bomPrefix + newText;
  // If a lone CR matched a CRLF, it is unclear whether to replace the LF, too.
  const isHalfEnding = tier !== 'exact' && oldText.endsWith('\r') && !newText.endsWith('\r');
  const fileText = text.slice(match.start + bomPrefix.length, match.end);
  // A CR that was sent may make the LF below it a CRLF.
  const isAboveLf = text[match.end] === '\n' && !newText.endsWith('\r');
  const adapted = isHalfEnding
    ? undefined
    : adaptNewText({ tier, fileText, oldText, newText, eol, shift: match.shift, isAboveLf });
  if (adapted === undefined) throw cannotAdaptError(lineAt(starts, match.start) + 1, tier, path);
  return bomPrefix + adapted;
}

/** The ending of the line at an offset, or of the line before if that has none. */
function eolAt(text: string, starts: Int32Array, offset: number): string {
  // At most the last line: at the end of the text, `lineAt` returns the number of lines.
  const line = Math.min(lineAt(starts, offset), starts.length - 2);
  return endingBefore(text, starts[line + 1] ?? 0) || endingBefore(text, starts[line] ?? 0);
}

/** Lines (1-based) of the new text on which the edits begin. */
function* firstLinesOf(newText: string, edits: readonly TextEdit[]): Yielding<number[]> {
  const starts = lineStarts(newText);
  const sinceYield = { units: 0 };
  const lines: number[] = [];
  /** Difference between an offset in the new and in the old text. */
  let addedLength = 0;
  let line = 0;
  for (const edit of edits) {
    line = lineAt(starts, edit.start + addedLength, line);
    lines.push(line + 1);
    addedLength += edit.text.length - (edit.end - edit.start);
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return lines;
}

function withoutLastEol(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)$/, '');
}

/** Tiers so loose that another position may be intended. */
const differenceByLooseTier: Readonly<Partial<Record<ReplaceTier, LoosePlacement['difference']>>> = {
  indentation: 'indentation',
  'look-alikes': 'lookAlikes',
};

/** Formats the cautions for replacements in a file that matched loosely. */
export function looseCautions(path: string, replacements: readonly ReplaceResult[]): readonly Caution[] {
  const placements = replacements.flatMap(({ tier, firstLines }) => {
    const difference = differenceByLooseTier[tier];
    return difference === undefined ? [] : firstLines.map((line) => ({ difference, line }));
  });
  return placementCautions(path, placements);
}
