// Unwraps a patch that was sent inside something else, and splits it into lines.
import { invalidPatchError } from '../../wording/errors.ts';
import { isFilePair } from './headerLines.ts';
import { PatchLines } from './patchLines.ts';
import { decodeEscapes } from './unescape.ts';

/** A patch without its wrapping: JSON escapes, a common indentation or quote mark, a here-document. */
export interface PatchText {
  /** Lines without endings, numbered as in the original text; lines above a here-document are blank. */
  readonly lines: PatchLines;
  /** The lines that end in CRLF. A last line without an ending counts as one if the line above is one. */
  readonly crlf: ReadonlySet<number>;
  /** The line (0-based) at which to begin: the first one in the here-document around the patch, else 0. */
  readonly firstLine: number;
  /** Whether a here-document around the patch is closed, so that the patch is complete. */
  readonly isClosed: boolean;
  /** Whether the last line has a line ending; without one, it may be truncated. */
  readonly hasFinalNewline: boolean;
}

/** Matches the first line of a patch. */
const firstHeaderPattern = /^(?:diff --git |--- \S|\*\*\* (?:Begin Patch|Update File|Add File|Delete File)|@@ ?-\d)/;
/** Matches headers that git ends in LF. (A hunk header with a section heading ends like that line of the file.) */
const lfHeaderPattern =
  /^(?:> ?)?\s*(?:diff --git |index |(?:new|deleted|old) (?:file )?mode |@@ [-+,\d ]+ @@$|\*\*\* (?:Begin|End|Update|Add|Delete))/;
/** Maximum length of a line to examine, in UTF-16 units, which bounds the time for long lines. */
const maxExaminedChars = 200;

/**
 * Unwraps a patch and splits it into lines. The order matters: JSON is decoded first, since it hides line endings; added
 * carriage returns go before the here-document is found by its lines, and the common prefix last.
 *
 * @throws ToolError PATCH_INVALID for a here-document with unbalanced quotes, and for mixed line endings
 */
export function readPatchText(text: string): PatchText {
  const plainText = decodeJsonText(text.startsWith('\ufeff') ? text.slice(1) : text);
  const split = splitPatch(withPlainDashes(withoutColours(plainText)));
  const headerLine = split.lines.findIndex(isFirstHeader);
  if (headerLine < 0) return { ...split, firstLine: 0, isClosed: false, hasFinalNewline: endsLine(plainText) };
  const { lines, crlf } = split.crlf.size === 0 ? split : removeAddedReturns(split);
  const { begin, end } = findHeredoc(lines, headerLine);
  const isClosed = end !== undefined;
  const patchLines = withoutPrefix(withoutSurroundings(lines, begin, end), lines.at(headerLine) ?? '');
  return { lines: patchLines, crlf, firstLine: begin, isClosed, hasFinalNewline: isClosed || endsLine(plainText) };
}

/** Whether a line, perhaps indented or quoted, can be the first one of a patch. */
function isFirstHeader(line: string): boolean {
  return firstHeaderPattern.test(line.slice(0, maxExaminedChars).trimStart().replace(/^> ?/, ''));
}

/** Drops the lines from `end` on, and blanks those above `begin`, so that line numbers do not change. */
function withoutSurroundings(lines: PatchLines, begin: number, end = lines.length): PatchLines {
  return begin === 0 ? lines.slice(0, end) : PatchLines.fromLines(lines.slice(0, end).toArray().fill('', 0, begin));
}

/** Removes terminal colours if the headers have them; otherwise they may belong to a file. */
function withoutColours(text: string): string {
  if (!text.includes('\x1b')) return text;
  // oxlint-disable-next-line no-control-regex -- the pattern searches for the escape character
  return /^\x1b\[[\d;]*m(?:diff|---|\+\+\+|@@)/m.test(text) ? text.replace(/\x1b\[[\d;]*[mK]/g, '') : text;
}

/** Reads three typographic minus signs or dashes above a `+++ ` line as `---`. */
function withPlainDashes(text: string): string {
  return text.replace(/^[\u2212\u2013]{3} (?=[^\n]*\n\+\+\+ )/gm, '--- ');
}

function endsLine(text: string): boolean {
  return text === '' || text.endsWith('\n') || text.endsWith('\r');
}

/**
 * Decodes a patch that was sent as a JSON string, with or without its quotes, or in a JSON object, such as the
 * arguments of a call. A single line with the two characters `\n` counts as a string without quotes.
 */
function decodeJsonText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('"')) {
    const value = findJsonPatch(trimmed);
    if (value !== undefined) return value;
  }
  return !trimmed.includes('\n') && trimmed.includes('\\n') ? decodeEscapes(trimmed) : text;
}

/** The patch in a JSON string, or in the only string with line breaks of a JSON object. */
function findJsonPatch(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return undefined;
    const strings = Object.values(value).filter((entry) => typeof entry === 'string' && entry.includes('\n'));
    const [onlyString] = strings;
    return strings.length === 1 && typeof onlyString === 'string' ? onlyString : undefined;
  } catch {
    return undefined;
  }
}

/** A patch split at its line endings; the CR of a CRLF is in `crlf`, not in the line. */
type SplitPatch = Pick<PatchText, 'lines' | 'crlf'>;

function splitPatch(text: string): SplitPatch {
  const crlf = new Set<number>();
  if (!text.includes('\r')) return { lines: PatchLines.fromText(text), crlf };
  if (!text.includes('\n')) return { lines: PatchLines.fromText(text.replaceAll('\r', '\n')), crlf };
  const lines = PatchLines.fromText(text).toArray();
  for (const [at, line] of lines.entries()) {
    if (!line.endsWith('\r')) continue;
    lines[at] = line.slice(0, -1);
    crlf.add(at);
  }
  if (!endsLine(text) && crlf.has(lines.length - 2)) crlf.add(lines.length - 1);
  return { lines: PatchLines.fromLines(lines), crlf };
}

/**
 * Removes the carriage returns that a conversion added to each line of the patch. Git ends headers in LF, so as many
 * were added as a header has; further ones belong to the file:
 *
 *     @@ -1 +1 @@\r\n    one was added
 *     -old\r\r\n         the line of the file ends in CRLF
 *
 * @throws ToolError PATCH_INVALID if the headers have different numbers, and a line has more than all of them, so that
 *   it is unknown how many of these belong to the file
 */
function removeAddedReturns(split: SplitPatch): SplitPatch {
  const { lines } = split;
  const patchLines = lines.toArray();
  const isHeader = (line: string, at: number): boolean =>
    lfHeaderPattern.test(line.slice(0, maxExaminedChars)) || isFilePair(lines, at) || isFilePair(lines, at - 1);
  const headerCounts = new Set(patchLines.flatMap((line, at) => (isHeader(line, at) ? countReturns(split, at) : [])));
  const addedCount = Math.max(0, ...headerCounts);
  if (addedCount === 0) return split;
  const isUniform = headerCounts.size === 1;
  const unclearLine = isUniform ? -1 : patchLines.findIndex((_, at) => countReturns(split, at) > addedCount);
  if (unclearLine >= 0) {
    throw invalidPatchError(`The line endings of the patch are mixed (line ${unclearLine + 1}). Send it with LF only.`);
  }
  const crlf = new Set<number>();
  for (const [at, line] of patchLines.entries()) {
    const count = countReturns(split, at);
    const ownCount = Math.max(0, count - addedCount);
    const countInLine = count - (split.crlf.has(at) ? 1 : 0);
    // The last carriage return of the file's own belongs to the line ending, the others to the line.
    patchLines[at] = line.slice(0, line.length - countInLine) + '\r'.repeat(Math.max(0, ownCount - 1));
    if (ownCount > 0) crlf.add(at);
  }
  return { lines: PatchLines.fromLines(patchLines), crlf };
}

/** The number of carriage returns at the end of a line, with the one that `splitPatch` took for its ending. */
function countReturns({ lines, crlf }: SplitPatch, line: number): number {
  const text = lines.at(line) ?? '';
  let end = text.length;
  while (text[end - 1] === '\r') end--;
  return text.length - end + (crlf.has(line) ? 1 : 0);
}

/** The start of a here-document (`<<EOF`, `<<-'EOF'`): its dash, the quotes around its end word, and the word. */
const heredocPattern = /<<(-?)\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)(['"]?)(?:\s|$)/;

/**
 * The lines `[begin, end)` of the here-document around the first header (without `end` if it is not closed); without a
 * here-document, all lines.
 */
function findHeredoc(lines: PatchLines, headerLine: number): { begin: number; end?: number } {
  for (let at = headerLine - 1; at >= 0; at--) {
    const match = heredocPattern.exec(lines.at(at)?.slice(0, maxExaminedChars) ?? '');
    if (match === null) continue;
    const [, dash, open, word, close] = match;
    if (open !== close) {
      throw invalidPatchError(
        `Line ${at + 1} of the patch opens a here-document with unequal quotes. Send only the patch, without a shell command around it.`,
      );
    }
    const end = findHeredocEnd(lines, headerLine, word ?? '', dash === '-');
    return end < 0 ? { begin: at + 1 } : { begin: at + 1, end };
  }
  return { begin: 0 };
}

/** The start of a part of a patch, which cannot be below the end of its here-document. */
const partPattern = /^(?:> ?)?\s*(?:@@|\*\*\* |diff --git )/;

/**
 * The line with the end word of the here-document around a patch; -1 if it is not closed. A file may have such a line,
 * too: that of the here-document is not indented more than the patch, and no part of the patch is below it.
 *
 * @param dropsTabs whether the shell drops tabs at the start of each line (`<<-`)
 */
function findHeredocEnd(lines: PatchLines, headerLine: number, word: string, dropsTabs: boolean): number {
  const indentLength = (line: string): number => (dropsTabs ? line.replace(/^\t+/, '') : line).search(/\S|$/);
  const maxIndent = indentLength(lines.at(headerLine) ?? '');
  const end = lines.findLastIndex(
    (line, at) => at > headerLine && line.trim() === word && indentLength(line) <= maxIndent,
  );
  const hasPartBelow = lines.slice(end + 1, lines.length).findIndex((line) => partPattern.test(line)) >= 0;
  return hasPartBelow ? -1 : end;
}

/** Removes a quote mark (`> `) or indentation shared by the first header and all lines up to the last such line. */
function withoutPrefix(lines: PatchLines, firstHeader: string): PatchLines {
  const prefix = /^(?:> ?)?[ \t]*/.exec(firstHeader.slice(0, maxExaminedChars))?.[0] ?? '';
  if (prefix === '') return lines;
  const trimmedPrefix = prefix.trimEnd();
  const patchLines = lines.toArray();
  const firstPrefixed = patchLines.indexOf(firstHeader);
  const lastPrefixed = patchLines.findLastIndex((line) => line.startsWith(prefix));
  // A blank line may have lost the spaces of its prefix.
  const hasPrefix = (line: string): boolean => line.startsWith(prefix) || line.trim() === trimmedPrefix;
  if (!patchLines.slice(firstPrefixed, lastPrefixed + 1).every(hasPrefix)) return lines;
  return PatchLines.fromLines(
    patchLines.map((line, at) =>
      at < firstPrefixed || at > lastPrefixed ? line : line.slice(Math.min(prefix.length, line.length)),
    ),
  );
}
