import { ToolError } from '../../wording/errors.ts';
import { isFilePair } from './headerLines.ts';
import { PatchLines } from './patchLines.ts';
import { decodeEscapes } from './unescape.ts';

/** A patch without its wrapping: JSON escapes, a common indentation or quote mark, a here-document. */
export interface PatchText {
  /** Without endings, by their line numbers in the text that was sent; those above a here-document are blank. */
  readonly lines: PatchLines;
  /** Those that end in CRLF. A missing ending at the end of the text counts as that of the line above. */
  readonly crlf: ReadonlySet<number>;
  /** Where the patch begins. */
  readonly first: number;
  /** True where the here-document around the patch was closed. */
  readonly closed: boolean;
  /** False where the last line has no line ending, so that it may be cut. */
  readonly lastLineEnded: boolean;
}

const header = /^(?:diff --git |--- \S|\*\*\* (?:Begin Patch|Update File|Add File|Delete File)|@@ ?-\d)/;
/** Headers that end as git ends them; a section heading behind `@@` ends like the line it was taken from. */
const plainHeader =
  /^(?:> ?)?\s*(?:diff --git |index |(?:new|deleted|old) (?:file )?mode |@@ [-+,\d ]+ @@$|\*\*\* (?:Begin|End|Update|Add|Delete))/;
/** No header that matters for unwrapping is longer; the rest of a long line is never looked at. */
const headerLength = 200;

/**
 * Splits a patch into lines and unwraps it.
 *
 * @throws ToolError PATCH_INVALID for a here-document that is opened with unequal quotes.
 */
export function readPatchText(text: string): PatchText {
  const plain = decodeWhole(text.startsWith('\ufeff') ? text.slice(1) : text);
  const cut = splitPatch(withoutColours(plain).replace(/^[\u2212\u2013]{3} (?=[^\n]*\n\+\+\+ )/gm, '--- '));
  const head = cut.lines.findIndex((line) => header.test(line.slice(0, headerLength).trimStart().replace(/^> ?/, '')));
  if (head < 0) return { ...cut, first: 0, closed: false, lastLineEnded: endsLine(plain) };
  const { lines, crlf } = cut.crlf.size === 0 ? cut : withoutReturns(cut);
  const { begin, end } = findHeredoc(lines, head);
  const closed = end !== undefined;
  const kept = withoutPrefix(withoutSurroundings(lines, begin, end), lines.at(head) ?? '');
  return { lines: kept, crlf, first: begin, closed, lastLineEnded: closed || endsLine(plain) };
}

/** Only the lines `[begin, end)`; those above them stay as blank ones. */
function withoutSurroundings(lines: PatchLines, begin: number, end = lines.length): PatchLines {
  return begin === 0 ? lines.slice(0, end) : PatchLines.fromLines(lines.slice(0, end).toArray().fill('', 0, begin));
}

/** The colours of a terminal, where the headers carry them; elsewhere they may belong to a file. */
function withoutColours(text: string): string {
  if (!text.includes('\x1b')) return text;
  // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
  return /^\x1b\[[\d;]*m(?:diff|---|\+\+\+|@@)/m.test(text) ? text.replace(/\x1b\[[\d;]*[mK]/g, '') : text;
}

function endsLine(text: string): boolean {
  return text === '' || text.endsWith('\n') || text.endsWith('\r');
}

/** A whole patch that came as one JSON string, quoted or not, or as the JSON object of the call. */
function decodeWhole(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('"')) {
    const value = jsonString(trimmed);
    if (value !== undefined) return value;
  }
  return !trimmed.includes('\n') && trimmed.includes('\\n') ? decodeEscapes(trimmed) : text;
}

function jsonString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return undefined;
    const strings = Object.values(value).filter((entry) => typeof entry === 'string' && entry.includes('\n'));
    const [only] = strings;
    return strings.length === 1 && typeof only === 'string' ? only : undefined;
  } catch {
    return undefined;
  }
}

type PatchLinesCut = Pick<PatchText, 'lines' | 'crlf'>;

function splitPatch(text: string): PatchLinesCut {
  const crlf = new Set<number>();
  if (!text.includes('\r')) return { lines: PatchLines.fromText(text), crlf };
  if (!text.includes('\n')) return { lines: PatchLines.fromText(text.replaceAll('\r', '\n')), crlf };
  const lines = PatchLines.fromText(text).toArray();
  for (const [at, line] of lines.entries()) {
    if (!line.endsWith('\r')) continue;
    lines[at] = line.slice(0, -1);
    crlf.add(at);
  }
  // A last line that lost its ending had that of the line above.
  if (!endsLine(text) && crlf.has(lines.length - 2)) crlf.add(lines.length - 1);
  return { lines: PatchLines.fromLines(lines), crlf };
}

const heredoc = /<<-?\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)(['"]?)(?:\s|$)/;

/**
 * Removes carriage returns that came from converting the whole text: as many per line as its headers have. Only further
 * ones belong to the file. If not all headers have as many, the text was converted in part, and line endings are unknown.
 */
function withoutReturns(cut: PatchLinesCut): PatchLinesCut {
  const { lines } = cut;
  const all = lines.toArray();
  const isHeader = (line: string, at: number): boolean =>
    plainHeader.test(line.slice(0, headerLength)) || isFilePair(lines, at) || isFilePair(lines, at - 1);
  const counts = all.flatMap((line, at) => (isHeader(line, at) ? returnsOf(cut, at) : []));
  const most = counts.reduce((high, count) => Math.max(high, count), 0);
  if (most === 0) return cut;
  const isWhole = counts.every((count) => count === most);
  const odd = isWhole ? -1 : all.findIndex((_, at) => returnsOf(cut, at) > most);
  if (odd >= 0) {
    throw new ToolError(
      'PATCH_INVALID',
      `The line endings of the patch are mixed (line ${odd + 1}). Send it with LF only.`,
    );
  }
  const crlf = new Set<number>();
  for (const [at, line] of all.entries()) {
    const returns = returnsOf(cut, at);
    const left = Math.max(0, returns - most);
    const bare = line.slice(0, line.length + (cut.crlf.has(at) ? 1 : 0) - returns);
    all[at] = bare + '\r'.repeat(Math.max(0, left - 1));
    if (left > 0) crlf.add(at);
  }
  return { lines: PatchLines.fromLines(all), crlf };
}

/** How many carriage returns end a line. */
function returnsOf({ lines, crlf }: PatchLinesCut, line: number): number {
  const text = lines.at(line) ?? '';
  let at = text.length;
  while (text[at - 1] === '\r') at--;
  return text.length - at + (crlf.has(line) ? 1 : 0);
}

/** The lines of the here-document that is opened above the first header, and where it is closed; else all lines. */
function findHeredoc(lines: PatchLines, head: number): { begin: number; end?: number } {
  for (let at = head - 1; at >= 0; at--) {
    const match = heredoc.exec(lines.at(at)?.slice(0, headerLength) ?? '');
    if (match === null) continue;
    const [, open, word, close] = match;
    if (open !== close) {
      throw new ToolError(
        'PATCH_INVALID',
        `Line ${at + 1} of the patch opens a here-document with unequal quotes. Send only the patch, without a shell command around it.`,
      );
    }
    const end = lines.findLastIndex((line, index) => index > head && line.trim() === word);
    return end < 0 ? { begin: at + 1 } : { begin: at + 1, end };
  }
  return { begin: 0 };
}

/** Removes a quote mark or indentation that the first header and all lines up to the last such line begin with. */
function withoutPrefix(lines: PatchLines, firstHeader: string): PatchLines {
  const prefix = /^(?:> ?)?[ \t]*/.exec(firstHeader.slice(0, headerLength))?.[0] ?? '';
  if (prefix === '') return lines;
  const bare = prefix.trimEnd();
  const all = lines.toArray();
  const first = all.indexOf(firstHeader);
  const last = all.findLastIndex((line) => line.startsWith(prefix));
  const carries = (line: string): boolean => line.startsWith(prefix) || line.trim() === bare;
  if (!all.slice(first, last + 1).every(carries)) return lines;
  return PatchLines.fromLines(
    all.map((line, at) => (at < first || at > last ? line : line.slice(Math.min(prefix.length, line.length)))),
  );
}
