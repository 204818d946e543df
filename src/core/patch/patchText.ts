import { ToolError } from '../errors.ts';
import { isFilePair } from './marks.ts';
import type { PatchLine } from './types.ts';
import { decodeEscapes } from './unescape.ts';

/** The patch freed of what is around all of it: escapes, a common indentation or quote mark, a here-document. */
export interface PatchText {
  readonly lines: readonly PatchLine[];
  /** True where something that was opened around the patch (a here-document) was closed again. */
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
  const lines = splitPatch(withoutColours(plain).replace(/^[\u2212\u2013]{3} (?=[^\n]*\n\+\+\+ )/gm, '--- '));
  const first = lines.findIndex((line) =>
    header.test(line.text.slice(0, headerLength).trimStart().replace(/^> ?/, '')),
  );
  if (first < 0) return { lines, closed: false, lastLineEnded: endsLine(plain) };
  const { kept, closed } = withoutHeredoc(unixEnds(lines), first);
  return { lines: withoutPrefix(kept, lines[first]?.text ?? ''), closed, lastLineEnded: closed || endsLine(plain) };
}

/** The colours of a terminal, where the headers carry them; elsewhere they may belong to a file. */
function withoutColours(text: string): string {
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

function splitPatch(text: string): PatchLine[] {
  const separator = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const pieces = text.split(separator);
  if (pieces.at(-1) === '') pieces.pop();
  const lines = pieces.map((piece, at): PatchLine =>
    separator === '\n' && piece.endsWith('\r')
      ? { text: piece.slice(0, -1), end: '\r\n', number: at + 1 }
      : { text: piece, end: '\n', number: at + 1 },
  );
  const [above, last] = lines.slice(-2);
  // A last line that lost its ending had that of the line above.
  return endsLine(text) || above === undefined || last === undefined
    ? lines
    : [...lines.slice(0, -1), { ...last, end: above.end }];
}

const heredoc = /<<-?\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)(['"]?)(?:\s|$)/;

/**
 * Headers that end in CRLF show that the text was converted on its way, as often as they have carriage returns; only
 * what a line has more of is the file's. Where it was converted in part, the endings say nothing of the files.
 */
function unixEnds(lines: readonly PatchLine[]): readonly PatchLine[] {
  if (lines.every((line) => returnsOf(line) === 0)) return lines;
  const isHeader = (line: PatchLine, at: number): boolean =>
    plainHeader.test(line.text.slice(0, headerLength)) || isFilePair(lines, at) || isFilePair(lines, at - 1);
  const counts = lines.filter(isHeader).map(returnsOf);
  const most = counts.reduce((high, count) => Math.max(high, count), 0);
  if (most === 0) return lines;
  const isWhole = counts.every((count) => count === most);
  const odd = isWhole ? undefined : lines.find((line) => returnsOf(line) > most);
  if (odd === undefined) return lines.map((line) => withoutReturns(line, most));
  throw new ToolError(
    'PATCH_INVALID',
    `The line endings of the patch are mixed up (line ${odd.number}). Send it with LF alone.`,
  );
}

/** How many carriage returns end a line. */
function returnsOf({ text, end }: PatchLine): number {
  let at = text.length;
  while (text[at - 1] === '\r') at--;
  return text.length - at + (end === '\r\n' ? 1 : 0);
}

function withoutReturns(line: PatchLine, most: number): PatchLine {
  const returns = returnsOf(line);
  const bare = line.text.slice(0, line.text.length + (line.end === '\r\n' ? 1 : 0) - returns);
  const left = Math.max(0, returns - most);
  return left === 0 ? { ...line, text: bare, end: '\n' } : { ...line, text: bare + '\r'.repeat(left - 1), end: '\r\n' };
}

/** Cuts at the line that ends the here-document which is opened above the first header. */
function withoutHeredoc(lines: readonly PatchLine[], first: number): { kept: readonly PatchLine[]; closed: boolean } {
  for (let at = first - 1; at >= 0; at--) {
    const match = heredoc.exec(lines[at]?.text.slice(0, headerLength) ?? '');
    if (match === null) continue;
    const [, open, word, close] = match;
    if (open !== close) {
      throw new ToolError(
        'PATCH_INVALID',
        `Line ${at + 1} of the patch opens a here-document with unequal quotes. Send the patch alone, without a shell command around it.`,
      );
    }
    for (let end = lines.length - 1; end > first; end--) {
      if (lines[end]?.text.trim() === word) return { kept: lines.slice(at + 1, end), closed: true };
    }
    return { kept: lines.slice(at + 1), closed: false };
  }
  return { kept: lines, closed: false };
}

/** Takes a quote mark or an indentation off, where the first header and every line up to the last such one carry it. */
function withoutPrefix(lines: readonly PatchLine[], firstHeader: string): readonly PatchLine[] {
  const prefix = /^(?:> ?)?[ \t]*/.exec(firstHeader.slice(0, headerLength))?.[0] ?? '';
  if (prefix === '') return lines;
  const bare = prefix.trimEnd();
  const first = lines.findIndex((line) => line.text === firstHeader);
  const last = lines.findLastIndex((line) => line.text.startsWith(prefix));
  const carries = (line: PatchLine): boolean => line.text.startsWith(prefix) || line.text.trim() === bare;
  if (!lines.slice(first, last + 1).every(carries)) return lines;
  return lines.map((line, at) =>
    at < first || at > last ? line : { ...line, text: line.text.slice(Math.min(prefix.length, line.text.length)) },
  );
}
