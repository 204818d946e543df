import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { snippetOf } from '../../core/search/snippet.ts';
import { bomOf } from './bomOf.ts';
import { readChunks } from '../bigFile/chunks.ts';
import { countEnds } from '../bigFile/lineEnds.ts';
import { openRegular } from '../files/openRegular.ts';
import { recordReader } from './output/outputReader.ts';
import { queryArguments } from './scope/rgArguments.ts';
import type { CollectedFile } from './output/rgCollect.ts';
import type { MatchSearch } from './output/rgCounts.ts';
import type { LocatedMatch } from './output/rgMessages.ts';
import { runRg } from './rgProcess.ts';

/** A match as a range of bytes in the file. */
interface ByteSpan {
  readonly offset: number;
  readonly length: number;
  /** UTF-16 units of the match. */
  readonly units: number;
}

/**
 * Finds matches on lines over 1 MiB, as source maps and minified bundles have: asks ripgrep for byte offsets instead of
 * whole lines, and reads the file around them.
 *
 * @returns `undefined` if that may miss some: matches over several lines or of a megabyte, and encodings but UTF-8
 */
export async function searchLongLines(search: MatchSearch, path: string): Promise<CollectedFile | undefined> {
  const spans = await byteSpans(search, path);
  if (spans === undefined) return undefined;
  const { handle } = await openRegular(join(search.root, path));
  try {
    const mark = await bomOf(handle);
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

/** Counts UTF-16 units of UTF-8: two for a character of four bytes, one for any other. */
function unitsIn(bytes: Uint8Array): number {
  let units = 0;
  for (const byte of bytes) units += ((byte & 0xc0) === 0x80 ? 0 : 1) + (byte >= 0xf0 ? 1 : 0);
  return units;
}

/** A position in the file: its line, that line's offset, and the units before it on the line. */
interface Position {
  readonly line: number;
  readonly lineStart: number;
  readonly units: number;
  readonly afterCr: boolean;
}

async function locate(
  handle: FileHandle,
  spans: readonly ByteSpan[],
  markLength: number,
  signal: AbortSignal | undefined,
): Promise<LocatedMatch[]> {
  const matches: LocatedMatch[] = [];
  let position: Position = { line: 1, lineStart: markLength, units: 0, afterCr: false };
  for await (const { bytes, offset } of readChunks(handle, 0, 2 ** 18, signal)) {
    let done = offset === 0 ? markLength : 0;
    while (matches.length < spans.length) {
      const span = spans[matches.length];
      if (span === undefined || span.offset > offset + bytes.length) break;
      const start = Math.max(done, span.offset - offset);
      position = advance(position, bytes.subarray(done, start), offset + done);
      done = start;
      matches.push(await describe(handle, span, position));
    }
    if (matches.length === spans.length) break;
    position = advance(position, bytes.subarray(done), offset + done);
  }
  return matches;
}

function advance(position: Position, bytes: Buffer, offset: number): Position {
  if (bytes.length === 0) return position;
  const { ends } = countEnds(bytes, position.afterCr);
  const lastEnding = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
  const units = unitsIn(bytes.subarray(lastEnding + 1));
  const afterCr = bytes.at(-1) === 13;
  if (lastEnding < 0) return { ...position, units: position.units + units, afterCr };
  return { line: position.line + ends, lineStart: offset + lastEnding + 1, units, afterCr };
}

/** Bytes read on each side of a match: 200 units, a snippet's length, of four bytes each. */
const around = 800;

async function describe(
  handle: FileHandle,
  span: ByteSpan,
  { line, lineStart, units }: Position,
): Promise<LocatedMatch> {
  const start = Math.max(lineStart, span.offset - around);
  const size = span.offset - start + Math.min(span.length, around) + around;
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
    ...snippetOf(text, { start: head.length, end }),
    anchor: { line, offset: span.offset },
  };
}

/** Decodes bytes without the rest of a character that begins before them. */
function wholeCharacters(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}
