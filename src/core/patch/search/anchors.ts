// Narrows positions by the `@@` anchors and section headings of hunks, and by the ends of the file.
import { firstIndex } from '../../text/firstIndex.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import type { FileText } from './fileText.ts';
import { linesWithId, chargeBudget } from './lineIndex.ts';
import { indexFor, type SearchedFile } from './searchedFile.ts';
import { hasCountedLines, leadingContext, trailingContext } from '../parse/hunkLines.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * The positions that the anchors of a hunk select; all if the anchors select none. The anchor of an envelope is a line
 * whose block contains the hunk. The section heading of a git hunk is the nearest line above that begins with a letter,
 * `_` or `$` (git's default for function names), truncated at 80 bytes.
 */
export function narrowByAnchors(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  positions: readonly number[],
): readonly number[] {
  if (hunk.anchors.length === 0 || positions.length < 2) return positions;
  if (hunk.numbers === undefined) return filterByBlocks(searchedFile, hunk.anchors, positions);
  const heading = headingOf(hunk);
  if (heading === undefined) return positions;
  const headings = headingsOf(searchedFile.file);
  return positions.filter((position) => headings.above(position).startsWith(heading));
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

/**
 * Whether an anchor or section heading of a hunk is in the file once, at line `end` or below, although a hunk comes
 * below its anchor. Not if all lines from `from` to that line are its leading trivia.
 */
export function isAnchorBelow(searchedFile: SearchedFile, hunk: PatchHunk, from: number, end: number): boolean {
  const anchorLine = lowestAnchorLine(searchedFile, hunk);
  return anchorLine >= end && !isLeadingTrivia(searchedFile.file, from, anchorLine);
}

const lowestAnchorLines = new WeakMap<FileText, Map<PatchHunk, number>>();

/** The lowest line that an anchor of a hunk names and the hunk itself does not hold; -1 without one. Cached. */
function lowestAnchorLine(searchedFile: SearchedFile, hunk: PatchHunk): number {
  const { file } = searchedFile;
  const cache = lowestAnchorLines.get(file) ?? new Map<PatchHunk, number>();
  lowestAnchorLines.set(file, cache);
  const cached = cache.get(hunk);
  if (cached !== undefined) return cached;
  const ownTexts = new Set(hunk.anchors.length === 0 ? [] : hunk.body.lines.map(({ text }) => text.trim()));
  let lowest = -1;
  for (const anchor of hunk.anchors) {
    const line = uniqueAnchorLine(searchedFile, anchor) ?? -1;
    if (line > lowest && !ownTexts.has((file.texts[line] ?? '').trim())) lowest = line;
  }
  cache.set(hunk, lowest);
  return lowest;
}

/** Maximum number of lines between a change and the declaration below it, which bounds the time. */
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

/** The only line that equals an anchor, indentation aside; if none does, the only heading that begins with it. */
function uniqueAnchorLine(searchedFile: SearchedFile, anchor: string): number | undefined {
  const lines = anchorLines(searchedFile, anchor);
  if (lines.length > 0) return lines.length === 1 ? lines[0] : undefined;
  const beginning = anchor.trimEnd();
  const line = isHeading(beginning) ? headingsOf(searchedFile.file).uniqueLine(beginning) : undefined;
  // `class Foo` does not name `class FooStore`, unless git has cut the heading.
  const rest = searchedFile.file.texts[line ?? -1]?.slice(beginning.length) ?? '';
  const isCutInWord = encodeUtf8(beginning).length < minCutBytes && /[\w$]$/.test(beginning) && /^[\w$]/.test(rest);
  return isCutInWord ? undefined : line;
}

/** Fewest bytes of a heading that git may have cut, at 80 bytes, within a word or a character. */
const minCutBytes = 77;

/** Whether a position is outside of the block that the anchors of a hunk name, or not under its section heading. */
export function isOutsideAnchorBlock(searchedFile: SearchedFile, hunk: PatchHunk, position: number): boolean {
  if (hunk.numbers !== undefined) return isUnderHeading(searchedFile, hunk, position) === false;
  const block = anchorBlock(searchedFile, hunk.anchors);
  if (block === undefined) return false;
  const [from, to] = block;
  // A block of one line, apart from blank ones, is a statement, which hunks may follow.
  let firstInside = from + 1;
  while (firstInside < to && isBlank(searchedFile.file.texts[firstInside] ?? '')) firstInside++;
  return firstInside < to && (position < from || position >= to);
}

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

/** The lines `[from, to)` of the block that the anchors name, outermost first; undefined unless each is there once. */
function anchorBlock(searchedFile: SearchedFile, anchors: readonly string[]): readonly [number, number] | undefined {
  const { file } = searchedFile;
  let from = 0;
  let to = file.texts.length;
  for (const anchor of anchors) {
    const anchorLinesInFile = anchorLines(searchedFile, anchor);
    const lines = anchorLinesInFile.filter((line) => line >= from && line < to);
    const [line] = lines;
    if (line === undefined || lines.length > 1) return undefined;
    const end = blockEnd(file, line);
    chargeBudget(searchedFile.budget, anchorLinesInFile.length + end - line);
    from = line;
    to = Math.min(to, end);
  }
  return [from, to];
}

function anchorLines(searchedFile: SearchedFile, anchor: string): Int32Array {
  const index = indexFor(searchedFile, 'indentation');
  const id = index.idByKey.get(anchor.trim());
  return id === undefined ? new Int32Array() : linesWithId(index, id);
}

/** The line after the block that `line` opens: lines with deeper indentation, or that only close it. */
function blockEnd(file: FileText, line: number): number {
  const depth = splitIndent(file.texts[line] ?? '').indent.length;
  for (let at = line + 1; at < file.texts.length; at++) {
    const text = file.texts[at] ?? '';
    if (isBlank(text) || splitIndent(text).indent.length > depth) continue;
    if (!/^\s*[)\]}{]/.test(text.slice(0, 200))) return at;
  }
  return file.texts.length;
}

/** The lines of a file that git uses as section headings: those that begin with a letter, `_` or `$`. */
export interface Headings {
  /** The nearest heading above a position (0-based line); empty if there is none. */
  readonly above: (position: number) => string;
  /** The line of the only one that begins with a text; undefined for none or several. */
  readonly uniqueLine: (beginning: string) => number | undefined;
}

const headingsByFile = new WeakMap<FileText, Headings>();

/** The headings of a file, cached. */
export function headingsOf(file: FileText): Headings {
  const headings = headingsByFile.get(file) ?? findHeadings(file);
  headingsByFile.set(file, headings);
  return headings;
}

/** The section heading of a hunk, which git truncates at 80 bytes; undefined for a hunk without one. */
export function headingOf({ anchors }: PatchHunk): string | undefined {
  const heading = anchors[0]?.trimEnd() ?? '';
  return isHeading(heading) ? heading : undefined;
}

function isHeading(text: string): boolean {
  return /^[A-Za-z_$]/.test(text);
}

function findHeadings({ texts }: FileText): Headings {
  const lines: number[] = [];
  for (const [at, text] of texts.entries()) if (isHeading(text)) lines.push(at);
  const textAt = (line: number | undefined): string => texts[line ?? -1] ?? '';
  const sortedLines = [...lines].sort((left, right) => compareUnits(textAt(left), textAt(right)));
  return {
    above: (position) => textAt(lines[firstIndex(lines, (line) => line >= position) - 1]),
    uniqueLine: (beginning) => {
      const at = firstIndex(sortedLines, (line) => compareUnits(textAt(line), beginning) >= 0);
      const [line, nextLine] = [sortedLines[at], sortedLines[at + 1]];
      return textAt(line).startsWith(beginning) && !textAt(nextLine).startsWith(beginning) ? line : undefined;
    },
  };
}

function compareUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The end of the file at which a numbered hunk was when the patch was made: the last hunk has less context below, or
 * one at line 1 less above. Undefined unless the header's counts match the body, as in a patch generated by a program.
 */
export function fileEdgeOf({ numbers, body: { lines } }: PatchHunk, isLast: boolean): 'start' | 'end' | undefined {
  if (numbers === undefined) return undefined;
  const [above, below] = [leadingContext(lines), trailingContext(lines)];
  if (!hasCountedLines(numbers, lines) || above === below) return undefined;
  if (below < above) return isLast ? 'end' : undefined;
  return numbers.oldStart <= 1 ? 'start' : undefined;
}
