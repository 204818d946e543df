// Finds matches on lines over 1 MiB, which ripgrep's JSON output would return whole.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { extractSnippet } from '../../core/search/snippet.ts';
import { readBom, withRegularFile } from '../files/openRegular.ts';
import { readChunks } from '../bigFile/chunks.ts';
import { createRecordReader } from './output/outputReader.ts';
import { queryArguments } from './scope/arguments.ts';
import type { CollectedFile } from './output/collector.ts';
import type { MatchSearch } from './output/counts.ts';
import type { LocatedMatch } from './output/messages.ts';
import { findPositions, countUtf16Units, type Position } from './positions.ts';
import { runRg } from './process.ts';

const carriageReturn = 13;

/** A match as a range of bytes in the file. */
interface ByteSpan {
  readonly offset: number;
  readonly byteLength: number;
  /** UTF-16 units of the match. */
  readonly units: number;
}

/**
 * Finds matches on lines over 1 MiB, as in source maps and minified bundles: asks ripgrep for byte offsets instead of
 * whole lines, and reads the file around them.
 *
 * @returns `undefined` if that may miss some: matches over several lines or of a megabyte, and other encodings than
 * UTF-8
 */
export async function searchLongLines(search: MatchSearch, path: string): Promise<CollectedFile | undefined> {
  const spans = await findByteSpans(search, path);
  if (spans === undefined) return undefined;
  return withRegularFile(join(search.root, path), async (handle) => {
    const bom = await readBom(handle);
    if (bom?.encoding === 'utf16le' || bom?.encoding === 'utf16be') return undefined;
    const fileSpans = spans.map((span) => ({ ...span, offset: span.offset + (bom?.length ?? 0) }));
    return { path, matches: await locateSpans(handle, fileSpans, bom?.length ?? 0, search.signal), context: [] };
  });
}

async function findByteSpans(search: MatchSearch, path: string): Promise<readonly ByteSpan[] | undefined> {
  const { rg, root, walk, query, limits, signal } = search;
  // Offsets would be those of the decoded text.
  if (walk.encoding !== undefined) return undefined;
  const queryArgs = queryArguments(query);
  if (queryArgs.includes('--multiline')) return undefined;
  const spans: ByteSpan[] = [];
  let isComplete = true;
  await runRg({
    rg,
    args: [
      '--no-config',
      '--color=never',
      '--threads=1',
      '--no-filename',
      '--no-line-number',
      '--only-matching',
      '--byte-offset',
      '--text',
      `--max-count=${limits.maxMatches + 1}`,
      ...queryArgs,
      '--',
      `./${path}`,
    ],
    cwd: root,
    signal,
    output: createRecordReader((record, overlong) => {
      const colonAt = record.indexOf(':');
      const match = record.subarray(colonAt + 1, record.at(-1) === carriageReturn ? -1 : undefined);
      isComplete &&= !overlong;
      spans.push({
        offset: Number(record.toString('latin1', 0, colonAt)),
        byteLength: match.length,
        units: countUtf16Units(match),
      });
      return spans.length <= limits.maxMatches && isComplete;
    }),
  });
  return isComplete ? spans : undefined;
}

async function locateSpans(
  handle: FileHandle,
  spans: readonly ByteSpan[],
  bomBytes: number,
  signal: AbortSignal | undefined,
): Promise<LocatedMatch[]> {
  const matches: LocatedMatch[] = [];
  const offsets = spans.map(({ offset }) => offset);
  for await (const position of findPositions(readChunks(handle, 0, 2 ** 18, signal), offsets, bomBytes)) {
    const span = spans[matches.length];
    if (span !== undefined) matches.push(await describeMatch(handle, span, position));
  }
  return matches;
}

/** Bytes read on each side of a match: 200 units, a snippet's length, of four bytes each. */
const contextBytes = 800;

async function describeMatch(
  handle: FileHandle,
  span: ByteSpan,
  { line, lineStart, units }: Position,
): Promise<LocatedMatch> {
  const start = Math.max(lineStart, span.offset - contextBytes);
  const bytesToRead = span.offset - start + Math.min(span.byteLength, contextBytes) + contextBytes;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesToRead), 0, bytesToRead, start);
  const head = decodeWholeCharacters(buffer.subarray(0, span.offset - start));
  const [tail = ''] = buffer.toString('utf8', span.offset - start, bytesRead).split(/[\r\n]/, 1);
  const text = head + tail;
  const end = Math.min(head.length + span.units, text.length);
  return {
    line,
    column: units,
    endLine: line,
    endColumn: units + span.units,
    ...extractSnippet(text, { start: head.length, end }),
    anchor: { line, offset: span.offset },
  };
}

/** Decodes bytes without the remainder of a character that begins before them. */
function decodeWholeCharacters(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}
