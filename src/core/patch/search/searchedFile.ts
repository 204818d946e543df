// The file that a patch changes, prepared for searches: its lines, the edit that replaces some of them, and its section
// headings, the lines that git shows behind `@@ … @@` (its default for function names).
import type { YieldCounter } from '../../async/yielding.ts';
import type { TextContent } from '../../change/change.ts';
import { cachedLineStarts, endingBefore, startsAfter, firstIndex, type TextEdit } from '../../text/text.ts';
import { lineBytes, type LineBytes } from '../parse/patchLines.ts';
import type { PatchHunk } from '../parse/types.ts';
import type { ComparisonBudget, LineIndex } from './lineIndex.ts';
import type { LineTier } from './tier.ts';

/** Comparison of the file with the blob ids of git's `index` line. */
export interface IndexLineFacts {
  /** `intact`: the patch was made from the file's present content; `drifted`: from another content. */
  readonly base: 'intact' | 'drifted' | 'unknown';
  /** Whether the result will be compared with a blob name, so that a missing line is noticed. */
  readonly isResultVerified: boolean;
}

const noIndexLine: IndexLineFacts = { base: 'unknown', isResultVerified: false };

/** A file prepared for searches: its lines, and an index for each tier used so far. */
export interface SearchedFile extends IndexLineFacts {
  /** Path as spelled in the patch, for messages. */
  readonly path: string;
  readonly file: FileText;
  readonly indexes: Map<LineTier, LineIndex>;
  readonly budget: ComparisonBudget;
  readonly sinceYield: YieldCounter;
}

/** Prepares a file for searches. Their budget is linear in the number of its lines and of those of its hunks. */
export function prepareFile(
  before: SourceText,
  path: string,
  hunkLineCount: number,
  indexLineFacts = noIndexLine,
): SearchedFile {
  const file = splitFile(before);
  const budget = { remaining: minBudget + budgetPerLine * (file.starts.length + hunkLineCount) };
  return { ...indexLineFacts, path, file, indexes: new Map(), budget, sinceYield: { units: 0 } };
}

/** Number of line comparisons that the searches of one file may always make, and the number added for each line. */
const minBudget = 1_000_000;
const budgetPerLine = 40;

/** A file, split into lines. Line n is `texts[n]`, ends in `endings[n]`, and begins at UTF-16 offset `starts[n]`. */
export interface FileText {
  readonly text: string;
  /** Offsets of the lines' starts. There is one more than there are lines: the last one is the length of the text. */
  readonly starts: Int32Array;
  readonly texts: readonly string[];
  readonly endings: readonly string[];
  /** For comparisons of lines that end in LF. A text that is split at CR has no such line. */
  readonly bytes: LineBytes;
  /** Whether the file is UTF-8 without a byte order mark, so that a mark in the patch is a change. */
  readonly isUtf8WithoutBom: boolean;
}

/** A text, with its encoding and bytes if they are known. */
export type SourceText = Pick<TextContent, 'text'> & Partial<Pick<TextContent, 'encoding' | 'bytes'>>;

/**
 * Splits a file as git does, at LF with an optional CR before it, so that a lone CR is part of its line. A text without
 * any LF is split at its CRs instead.
 */
function splitFile(source: SourceText): FileText {
  const { text } = source;
  if (!text.includes('\r')) return new LazyFileText(source, cachedLineStarts(source), '\n');
  const separator = text.includes('\n') ? '\n' : '\r';
  return new LazyFileText(source, startsAfter(separator, text), separator);
}

/** Computes texts, endings and bytes on first access, since the fast path needs only some of them. */
class LazyFileText implements FileText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly isUtf8WithoutBom: boolean;
  readonly #separator: string;
  readonly #utf8: Uint8Array | undefined;
  #texts: readonly string[] | undefined;
  #endings: readonly string[] | undefined;
  #bytes: LineBytes | undefined;

  constructor({ text, encoding, bytes }: SourceText, starts: Int32Array, separator: string) {
    this.text = text;
    this.starts = starts;
    this.isUtf8WithoutBom = encoding === 'utf8';
    this.#separator = separator;
    // Text has no more UTF-16 units than bytes in UTF-8, so fewer bytes are not those of this text.
    this.#utf8 = encoding === 'utf8' && bytes !== undefined && bytes.length >= text.length ? bytes : undefined;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.endings.map((ending, at) =>
      this.text.slice(this.starts[at], (this.starts[at + 1] ?? 0) - ending.length),
    );
    return this.#texts;
  }

  get endings(): readonly string[] {
    this.#endings ??= Array.from(this.starts.subarray(1), (next) =>
      this.text[next - 1] === this.#separator ? endingBefore(this.text, next) : '',
    );
    return this.#endings;
  }

  get bytes(): LineBytes {
    this.#bytes ??= lineBytes(this.text, this.starts, this.#utf8);
    return this.#bytes;
  }
}

/**
 * The smallest edit that replaces the lines `[from, to)` of a file by `lines`, which include their endings; undefined
 * if nothing changes.
 *
 * @param missingEnding the ending to add to the line above, if that lacks one
 */
export function replaceRun(
  file: FileText,
  from: number,
  to: number,
  lines: readonly string[],
  missingEnding = '',
): TextEdit | undefined {
  const maxEqual = Math.min(lines.length, to - from);
  let equalAbove = 0;
  while (equalAbove < maxEqual && isLineAt(file, from + equalAbove, lines[equalAbove])) equalAbove++;
  let equalBelow = 0;
  while (equalAbove + equalBelow < maxEqual && isLineAt(file, to - equalBelow - 1, lines.at(-equalBelow - 1)))
    equalBelow++;
  const differingEnd = lines.length - equalBelow;
  const start = file.starts[from + equalAbove] ?? 0;
  const end = file.starts[to - equalBelow] ?? start;
  if (equalAbove === differingEnd && start === end) return undefined;
  return {
    start,
    end,
    text: equalAbove === differingEnd ? '' : missingEnding + lines.slice(equalAbove, differingEnd).join(''),
  };
}

/** Whether a line of the file, with its ending, equals `expectedLine`. */
function isLineAt({ text, starts }: FileText, line: number, expectedLine: string | undefined): boolean {
  const start = starts[line] ?? text.length;
  const next = starts[line + 1] ?? text.length;
  return expectedLine?.length === next - start && text.startsWith(expectedLine, start);
}

interface Headings {
  /** The text of the nearest heading above a position (0-based line); empty if there is none. */
  readonly above: (position: number) => string;
  /** The line (0-based) of the only heading that begins with a text; undefined for none or several. */
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

/** Whether a line is a section heading by git's default: it begins with a letter, `_` or `$`. */
export function isHeading(text: string): boolean {
  return /^[A-Za-z_$]/.test(text);
}

function findHeadings({ texts }: FileText): Headings {
  const lines: number[] = [];
  for (const [at, text] of texts.entries()) if (isHeading(text)) lines.push(at);
  const textAt = (line: number | undefined): string => texts[line ?? -1] ?? '';
  // Sorted by text, so that a binary search finds the first heading with a beginning; the next one may share it.
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

/** Compares by UTF-16 units, so that all texts with one beginning are neighbours. */
function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
