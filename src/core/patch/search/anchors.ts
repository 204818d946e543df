// Compares positions in a file with the `@@` anchors and section headings of hunks.
//
//     @@ class A            an anchor (envelope): a line whose block contains the hunk; of several, the outermost first
//     @@ -4,3 +4,3 @@ f()   a section heading (git diff): the nearest heading above the hunk (searchedFile.ts)
import { encodeUtf8 } from '../../text/encoding.ts';
import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import { linesWithId, chargeBudget } from './lineIndex.ts';
import { headingOf, headingsOf, isHeading, type FileText, type SearchedFile } from './searchedFile.ts';
import { indexFor } from './findLines.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Keeps the positions of a hunk that its anchors allow:
 * - with line numbers: those under the section heading, perhaps none;
 * - without: those in the block that the anchors of the envelope name; all if none is in it.
 *
 * Keeps all if the hunk has neither.
 */
export function narrowByAnchors(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  positions: readonly number[],
): readonly number[] {
  if (hunk.anchors.length === 0 || positions.length < 2) return positions;
  const heading = headingOf(hunk);
  const isSection = hunk.anchors.some((anchor) => sectionPattern.test(anchor));
  if (hunk.numbers === undefined || isSection) return filterByBlocks(searchedFile, hunk.anchors, positions);
  if (heading === undefined) return positions;
  const headings = headingsOf(searchedFile.file);
  return positions.filter((position) => headings.above(position).startsWith(heading));
}

/**
 * Whether a hunk at the lines `[from, end)` would be above its anchor or section heading, which must be in the file only
 * once. Leading trivia of the anchor's line (comments, decorators) may be above it.
 */
export function isAnchorBelow(searchedFile: SearchedFile, hunk: PatchHunk, from: number, end: number): boolean {
  const anchorLine = lowestAnchorLine(searchedFile, hunk);
  return anchorLine >= end && !isLeadingTrivia(searchedFile.file, from, anchorLine);
}

const anchorLineCache = new WeakMap<FileText, Map<PatchHunk, number>>();

/**
 * The lowest line (0-based) that an anchor of a hunk names; -1 without one. Ignores lines that the hunk contains:
 * these cannot be above it.
 */
function lowestAnchorLine(searchedFile: SearchedFile, hunk: PatchHunk): number {
  const { file } = searchedFile;
  const cache = anchorLineCache.get(file) ?? new Map<PatchHunk, number>();
  anchorLineCache.set(file, cache);
  const cached = cache.get(hunk);
  if (cached !== undefined) return cached;
  const ownTexts = new Set(hunk.anchors.length === 0 ? [] : hunk.body.lines.map(({ text }) => text.trim()));
  let lowest = -1;
  for (const anchor of hunk.anchors) {
    const [line = -1, another] = anchorLines(searchedFile, anchor);
    if (another === undefined && line > lowest && !ownTexts.has((file.texts[line] ?? '').trim())) lowest = line;
  }
  cache.set(hunk, lowest);
  return lowest;
}

/** Maximum number of lines of leading trivia to examine, which bounds the time. */
const maxTriviaLines = 40;

/** Starts of a decorator (`@`), an attribute (`#[`, `[`) or a comment (`#`, `*`, `//`, `/*`, `--`). */
const triviaStart = /^(?:[@#*[]|\/[/*]|--)/;

/** Whether all lines from `from` up to a declaration are its leading trivia: comments, decorators, attributes. */
function isLeadingTrivia({ texts }: FileText, from: number, declaration: number): boolean {
  if (declaration - from > maxTriviaLines) return false;
  // At most as indented as the declaration; JSDoc lines have one more space, before their `*`.
  const maxIndent = splitIndent(texts[declaration] ?? '').indent.length + 1;
  for (let at = from; at < declaration; at++) {
    const { indent, rest } = splitIndent(texts[at] ?? '');
    if (indent.length > maxIndent || !triviaStart.test(rest)) return false;
  }
  return true;
}

/** Whether a position is outside the block that a hunk's anchors name, or not under its heading; false if unknown. */
export function isOutsideAnchorBlock(searchedFile: SearchedFile, hunk: PatchHunk, position: number): boolean {
  if (hunk.numbers !== undefined) return isUnderHeading(searchedFile, hunk, position) === false;
  const block = anchorBlock(searchedFile, hunk.anchors);
  if (block === undefined) return false;
  const [from, to] = block;
  let firstInside = from + 1;
  while (firstInside < to && isBlank(searchedFile.file.texts[firstInside] ?? '')) firstInside++;
  // An anchor without a block is a statement, which hunks may follow.
  const hasBlock = firstInside < to;
  return hasBlock && (position < from || position >= to);
}

/**
 * Whether a position is under the section heading of a numbered hunk; undefined if it has none, or if the file does not
 * have exactly one such line.
 */
export function isUnderHeading({ file }: SearchedFile, hunk: PatchHunk, position: number): boolean | undefined {
  const heading = headingOf(hunk);
  const headings = headingsOf(file);
  if (heading === undefined || hunk.numbers === undefined || headings.uniqueLine(heading) === undefined)
    return undefined;
  return headings.above(position).startsWith(heading);
}

/** The positions in the block that the anchors name; all if none is in it. */
function filterByBlocks(
  searchedFile: SearchedFile,
  anchors: readonly string[],
  positions: readonly number[],
): readonly number[] {
  const block = anchorBlock(searchedFile, anchors);
  if (block === undefined) return positions;
  const [from, to] = block;
  const positionsInside = positions.filter((position) => position >= from && position < to);
  return positionsInside.length > 0 ? positionsInside : positions;
}

/**
 * The lines `[from, to)` of the block that the anchors name, its first line included; the whole file without anchors.
 * Undefined unless each anchor is exactly once in the block of the one before it.
 *
 * @param anchors outermost first
 */
function anchorBlock(searchedFile: SearchedFile, anchors: readonly string[]): readonly [number, number] | undefined {
  const { file } = searchedFile;
  let from = 0;
  let to = file.texts.length;
  for (const anchor of anchors) {
    const matchingLines = anchorLines(searchedFile, anchor);
    const [line, another] = matchingLines.filter((candidate) => candidate >= from && candidate < to);
    if (line === undefined || another !== undefined) return undefined;
    const end = blockEnd(file, line);
    chargeBudget(searchedFile.budget, matchingLines.length + end - line);
    from = line;
    to = Math.min(to, end);
  }
  return [from, to];
}

/** The lines that equal an anchor, except for indentation; if no line does, the only heading that begins with it. */
function anchorLines(searchedFile: SearchedFile, anchor: string): Int32Array {
  const index = indexFor(searchedFile, 'indentation');
  const id = index.idByKey.get(anchor.trim());
  if (id !== undefined) return linesWithId(index, id);
  const beginning = anchor.trimEnd();
  const line = isHeading(beginning) ? headingsOf(searchedFile.file).uniqueLine(beginning) : undefined;
  // An anchor `class Foo` does not name `class FooStore`, unless git has cut the heading.
  const rest = searchedFile.file.texts[line ?? -1]?.slice(beginning.length) ?? '';
  const endsInsideWord = /[\w$]$/.test(beginning) && /^[\w$]/.test(rest);
  const mayBeCut = encodeUtf8(beginning).length >= minCutBytes;
  return line === undefined || (endsInsideWord && !mayBeCut) ? new Int32Array() : Int32Array.of(line);
}

/** Minimum length in bytes of a heading that git may have cut: it cuts at 80 bytes, less a partial character. */
const minCutBytes = 77;

/** Matches a line that begins with a bracket, and so continues or closes a block. */
const bracketLine = /^\s*[)\]}{]/;
/** Maximum number of characters of a line to examine, which bounds the time for long lines. */
const maxExaminedChars = 200;

/** Matches a heading of Markdown, or one of a table of TOML or INI; the lines of its section are not indented. */
const sectionPattern = /^(?:#{1,6} |\[)/;

/**
 * The line after the block that `line` opens: lines that are blank, indented deeper, or begin with a bracket; below the
 * heading of a section, all lines up to the next such heading.
 */
function blockEnd(file: FileText, line: number): number {
  const opening = file.texts[line] ?? '';
  const depth = splitIndent(opening).indent.length;
  const endsBlock = sectionPattern.test(opening)
    ? (text: string) => sectionPattern.test(text) && text[0] === opening[0]
    : (text: string) => !bracketLine.test(text.slice(0, maxExaminedChars));
  for (let at = line + 1; at < file.texts.length; at++) {
    const text = file.texts[at] ?? '';
    if (!isBlank(text) && splitIndent(text).indent.length <= depth && endsBlock(text)) return at;
  }
  return file.texts.length;
}
