// Finds matches in files with lines over 1 MiB, which ripgrep's JSON output would return whole.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { extractSnippet, maxSnippetChars } from '../../core/search/locateMatches.ts';
import { readBom, readChunks } from '../largeFile/chunks.ts';
import { withRegularFile } from '../files/openRegular.ts';
import { cr } from '../largeFile/lineEndings.ts';
import { createRecordReader } from './output/outputReader.ts';
import { queryArguments } from './scope/walk.ts';
import type { CollectedFile } from './output/collector.ts';
import type { MatchSearch } from './output/findFilesWithMatches.ts';
import type { LocatedMatch } from './output/messages.ts';
import { findPositions, countUtf16Units, type Position } from './positions.ts';
import { runRg } from './runRg.ts';

/** Bytes of the file read at once, to locate matches. */
const chunkBytes = 2 ** 18;

/** A match as a range of bytes in the file. */
interface ByteSpan {
  readonly offset: number;
  readonly byteLength: number;
  /** In UTF-16 units. */
  readonly length: number;
}

/**
 * Finds all matches in a file with lines over 1 MiB, such as a source map or a minified bundle: asks ripgrep for byte
 * offsets instead of whole lines, and reads the file around them.
 *
 * @returns the matches, without context; undefined if it might miss matches: those over several lines or of 1 MiB and
 *   more, and those in files not in UTF-8
 */
export async function searchLongLines(search: MatchSearch, path: string): Promise<CollectedFile | undefined> {
  const spans = await findByteSpans(search, path);
  if (spans === undefined) return undefined;
  return withRegularFile(join(search.root, path), async (handle) => {
    const bom = await readBom(handle);
    if (bom?.encoding === 'utf16le' || bom?.encoding === 'utf16be') return undefined;
    // ripgrep counts offsets from the end of the byte order mark.
    const fileSpans = spans.map((span) => ({ ...span, offset: span.offset + (bom?.length ?? 0) }));
    return { path, matches: await locateSpans(handle, fileSpans, bom?.length ?? 0, search.signal), context: [] };
  });
}

/** Asks ripgrep for the matches as byte ranges after the byte order mark; undefined if they may be incomplete. */
async function findByteSpans(search: MatchSearch, path: string): Promise<readonly ByteSpan[] | undefined> {
  const { rg, root, walk, query, limits, signal } = search;
  // In another encoding, ripgrep would report offsets in the decoded text.
  if (walk.encoding !== undefined) return undefined;
  const queryArgs = queryArguments(query);
  if (queryArgs.includes('--multiline')) return undefined;
  const spans: ByteSpan[] = [];
  let isComplete = true;
  const output = createRecordReader((record, isOverlong) => {
    if (isOverlong) isComplete = false;
    else spans.push(parseSpan(record));
    return isComplete && spans.length <= limits.maxMatches;
  });
  const args = [
    '--no-config',
    '--color=never',
    '--threads=1',
    '--no-filename',
    '--no-line-number',
    '--only-matching',
    '--byte-offset',
    '--text',
    // Asks for one match more than wanted, which shows that there are more. `--max-count` counts lines, so the reader
    // counts matches.
    `--max-count=${limits.maxMatches + 1}`,
    ...queryArgs,
  ];
  await runRg({ rg, args: [...args, '--', `./${path}`], cwd: root, signal, output });
  return isComplete ? spans : undefined;
}

/** Parses a record `<byte offset>:<match>`, which has the CR of a CRLF at its end. */
function parseSpan(record: Buffer): ByteSpan {
  const colonIndex = record.indexOf(':');
  const matchEnd = record.at(-1) === cr ? record.length - 1 : record.length;
  const match = record.subarray(colonIndex + 1, matchEnd);
  const offset = Number(record.toString('latin1', 0, colonIndex));
  return { offset, byteLength: match.length, length: countUtf16Units(match) };
}

/** @param spans in the order of their offsets in the file, which count the byte order mark */
async function locateSpans(
  handle: FileHandle,
  spans: readonly ByteSpan[],
  bomBytes: number,
  signal: AbortSignal | undefined,
): Promise<LocatedMatch[]> {
  const matches: LocatedMatch[] = [];
  // Positions come in the order of the spans, one for each.
  const offsets = spans.map(({ offset }) => offset);
  for await (const position of findPositions(readChunks(handle, 0, chunkBytes, signal), offsets, bomBytes)) {
    const span = spans[matches.length];
    if (span !== undefined) matches.push(await readMatch(handle, span, position));
  }
  return matches;
}

/** Bytes read on each side of a match: a snippet of characters of four bytes. */
const contextBytes = 4 * maxSnippetChars;

/** Reads as much of a match's line as a snippet needs. */
async function readMatch(
  handle: FileHandle,
  span: ByteSpan,
  { line, lineStart, column }: Position,
): Promise<LocatedMatch> {
  const readStart = Math.max(lineStart, span.offset - contextBytes);
  const bytesToRead = span.offset - readStart + Math.min(span.byteLength, contextBytes) + contextBytes;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesToRead), 0, bytesToRead, readStart);
  // No line ending is between `readStart` and the match; the first one after its start ends the line.
  const head = decodeWholeCharacters(buffer.subarray(0, span.offset - readStart));
  const [tail = ''] = buffer.toString('utf8', span.offset - readStart, bytesRead).split(/[\r\n]/, 1);
  const text = head + tail;
  const matchEnd = Math.min(head.length + span.length, text.length);
  return {
    line,
    column,
    endLine: line,
    endColumn: column + span.length,
    ...extractSnippet(text, { start: head.length, end: matchEnd }),
    anchor: { line, offset: span.offset },
  };
}

/** Decodes bytes without the remainder of a character that begins before them. */
function decodeWholeCharacters(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}
