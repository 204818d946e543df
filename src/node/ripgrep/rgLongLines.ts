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

/** A match by its bytes in the file. */
interface ByteSpan {
  readonly offset: number;
  readonly length: number;
  /** UTF-16 units of the match. */
  readonly units: number;
}

/**
 * The matches of a file with lines so long that ripgrep's messages, which hold whole lines, cannot be taken: ripgrep
 * says their offsets alone, and the file is read around them. `undefined` where that does not tell all: for matches
 * over several lines, matches of a megabyte, and other encodings than UTF-8.
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
  // Its offsets would be those of the decoded text.
  if (walk.encoding !== undefined) return undefined;
  const asked = queryArguments(query);
  if (asked.includes('--multiline')) return undefined;
  const spans: ByteSpan[] = [];
  let isWhole = true;
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
      ...asked,
      '--',
      `./${path}`,
    ],
    cwd: root,
    signal,
    output: recordReader(10, (record, overlong) => {
      const colon = record.indexOf(58);
      const match = record.subarray(colon + 1, record.at(-1) === 13 ? -1 : undefined);
      isWhole &&= !overlong;
      spans.push({ offset: Number(record.toString('latin1', 0, colon)), length: match.length, units: unitsIn(match) });
      return spans.length <= limits.maxMatches && isWhole;
    }),
  });
  return isWhole ? spans : undefined;
}

/** UTF-16 units of UTF-8: one for each character, two for one of four bytes. */
function unitsIn(bytes: Uint8Array): number {
  let units = 0;
  for (const byte of bytes) units += ((byte & 0xc0) === 0x80 ? 0 : 1) + (byte >= 0xf0 ? 1 : 0);
  return units;
}

/** How far a place in the file is: the line, where it begins, and the units in it so far. */
interface Place {
  readonly line: number;
  readonly lineStart: number;
  readonly units: number;
  readonly afterCr: boolean;
}

async function locate(
  handle: FileHandle,
  spans: readonly ByteSpan[],
  begin: number,
  signal: AbortSignal | undefined,
): Promise<LocatedMatch[]> {
  const matches: LocatedMatch[] = [];
  let place: Place = { line: 1, lineStart: begin, units: 0, afterCr: false };
  for await (const { bytes, offset } of readChunks(handle, 0, 2 ** 18, signal)) {
    let from = offset === 0 ? begin : 0;
    while (matches.length < spans.length) {
      const span = spans[matches.length];
      if (span === undefined || span.offset > offset + bytes.length) break;
      place = advance(place, bytes.subarray(from, Math.max(from, span.offset - offset)), offset + from);
      from = Math.max(from, span.offset - offset);
      matches.push(await describe(handle, span, place));
    }
    if (matches.length === spans.length) break;
    place = advance(place, bytes.subarray(from), offset + from);
  }
  return matches;
}

function advance(place: Place, bytes: Buffer, offset: number): Place {
  if (bytes.length === 0) return place;
  const { ends } = countEnds(bytes, place.afterCr);
  const last = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
  const rest = bytes.subarray(last + 1);
  const afterCr = bytes.at(-1) === 13;
  if (last < 0) return { ...place, units: place.units + unitsIn(rest), afterCr };
  return { line: place.line + ends, lineStart: offset + last + 1, units: unitsIn(rest), afterCr };
}

/** Bytes to read on each side of a match: a snippet's length of the longest characters. */
const around = 800;

async function describe(handle: FileHandle, span: ByteSpan, { line, lineStart, units }: Place): Promise<LocatedMatch> {
  const start = Math.max(lineStart, span.offset - around);
  const size = span.offset - start + Math.min(span.length, around) + around;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, start);
  const head = wholeCharacters(buffer.subarray(0, span.offset - start));
  const tail =
    buffer
      .subarray(span.offset - start, bytesRead)
      .toString('utf8')
      .split(/[\r\n]/, 1)[0] ?? '';
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

/** Without what is left of a character that begins before. */
function wholeCharacters(bytes: Buffer): string {
  let from = 0;
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.toString('utf8', from);
}
