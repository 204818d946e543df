// Finds matches on lines over 1 MiB, which ripgrep's JSON output would return whole.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { extractSnippet } from '../../core/search/snippet.ts';
import { readBom, openRegular } from '../files/openRegular.ts';
import { readChunks } from '../bigFile/chunks.ts';
import { recordReader } from './output/outputReader.ts';
import { queryArguments } from './scope/arguments.ts';
import type { CollectedFile } from './output/collector.ts';
import type { MatchSearch } from './output/counts.ts';
import type { LocatedMatch } from './output/messages.ts';
import { positionsAt, unitsIn, type Position } from './positions.ts';
import { runRg } from './process.ts';

/** A match as a range of bytes in the file. */
interface ByteSpan {
  readonly offset: number;
  readonly length: number;
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
  const spans = await byteSpans(search, path);
  if (spans === undefined) return undefined;
  const { handle } = await openRegular(join(search.root, path));
  try {
    const mark = await readBom(handle);
    if (mark?.encoding === 'utf16le' || mark?.encoding === 'utf16be') return undefined;
    const shifted = spans.map((span) => ({ ...span, offset: span.offset + (mark?.length ?? 0) }));
    return { path, matches: await locate(handle, shifted, mark?.length ?? 0, search.signal), context: [] };
  } finally {
    await handle.close();
  }
}

async function byteSpans(search: MatchSearch, path: string): Promise<readonly ByteSpan[] | undefined> {
  const { rg, root, walk, query, limits, signal } = search;
  // Offsets would be those of the decoded text.
  if (walk.encoding !== undefined) return undefined;
  const queried = queryArguments(query);
  if (queried.includes('--multiline')) return undefined;
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
      ...queried,
      '--',
      `./${path}`,
    ],
    cwd: root,
    signal,
    output: recordReader(10, (record, overlong) => {
      const colon = record.indexOf(58);
      const match = record.subarray(colon + 1, record.at(-1) === 13 ? -1 : undefined);
      isComplete &&= !overlong;
      spans.push({ offset: Number(record.toString('latin1', 0, colon)), length: match.length, units: unitsIn(match) });
      return spans.length <= limits.maxMatches && isComplete;
    }),
  });
  return isComplete ? spans : undefined;
}

async function locate(
  handle: FileHandle,
  spans: readonly ByteSpan[],
  markLength: number,
  signal: AbortSignal | undefined,
): Promise<LocatedMatch[]> {
  const matches: LocatedMatch[] = [];
  const offsets = spans.map(({ offset }) => offset);
  for await (const position of positionsAt(readChunks(handle, 0, 2 ** 18, signal), offsets, markLength)) {
    const span = spans[matches.length];
    if (span !== undefined) matches.push(await describe(handle, span, position));
  }
  return matches;
}

/** Bytes read on each side of a match: 200 units, a snippet's length, of four bytes each. */
const contextLength = 800;

async function describe(
  handle: FileHandle,
  span: ByteSpan,
  { line, lineStart, units }: Position,
): Promise<LocatedMatch> {
  const start = Math.max(lineStart, span.offset - contextLength);
  const size = span.offset - start + Math.min(span.length, contextLength) + contextLength;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, start);
  const head = wholeCharacters(buffer.subarray(0, span.offset - start));
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
function wholeCharacters(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}
