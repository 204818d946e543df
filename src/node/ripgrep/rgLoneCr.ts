import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { bomOf } from './bomOf.ts';
import { readChunks, type Chunk } from '../bigFile/chunks.ts';
import { encodingArguments } from './scope/rgArguments.ts';
import { countEnds } from '../bigFile/lineEnds.ts';
import type { CollectedFile } from './output/rgCollect.ts';
import type { Anchor } from './output/rgMessages.ts';
import type { MatchSearch } from './output/rgCounts.ts';
import { inParts } from './output/rgMatches.ts';
import { openRegular } from '../files/openRegular.ts';
import { nameReader } from './output/outputReader.ts';
import { runRg } from './rgProcess.ts';

/** Up to so many files are read again at once: starting a program takes longer. */
const fewFiles = 64;

/**
 * Corrects the line numbers of files in which a CR ends lines by itself, as it does in the editor and in all tools
 * here; ripgrep counts LF only. Such files are very rare; among many, one more run tells which ones they are.
 */
export async function withLoneCrCounted(
  search: MatchSearch,
  files: readonly CollectedFile[],
): Promise<readonly CollectedFile[]> {
  const affected = files.length <= fewFiles ? undefined : await filesWithLoneCr(search, files);
  return Promise.all(files.map(async (file) => (affected?.has(file.path) === false ? file : renumber(search, file))));
}

async function filesWithLoneCr(
  { rg, root, walk, signal }: MatchSearch,
  files: readonly CollectedFile[],
): Promise<ReadonlySet<string>> {
  const affected = new Set<string>();
  for (const part of inParts(files.map(({ path }) => path))) {
    // oxlint-disable-next-line no-await-in-loop -- nearly always there is one part
    await runRg({
      rg,
      args: [
        '--no-config',
        '--threads=1',
        '--files-with-matches',
        '--null',
        '--text',
        '--path-separator=/',
        '--no-mmap',
        ...encodingArguments(walk.encoding),
        '--regexp=\\r[^\\n]',
        '--',
        ...part.map((path) => `./${path}`),
      ],
      cwd: root,
      signal,
      output: nameReader(0, (names) => {
        for (const name of names) affected.add(name.slice(2));
      }),
    });
  }
  return affected;
}

async function renumber({ root, walk, signal }: MatchSearch, file: CollectedFile): Promise<CollectedFile> {
  const anchors = [...file.matches, ...file.context].map(({ anchor }) => anchor).sort((a, b) => a.offset - b.offset);
  const shifts = await lineShifts(join(root, file.path), anchors, walk.encoding, signal);
  const shiftOf = (anchor: Anchor): number => shifts.get(anchor.offset) ?? 0;
  return {
    path: file.path,
    matches: file.matches.map((match) => ({
      ...match,
      line: match.line + shiftOf(match.anchor),
      endLine: match.endLine + shiftOf(match.anchor),
    })),
    context: file.context.map((line) => ({ ...line, line: line.line + shiftOf(line.anchor) })),
  };
}

/**
 * For anchors in order, by their offsets: how many lines more there are before each than its number says. Of a file that
 * has gone meanwhile nothing is known.
 */
async function lineShifts(
  path: string,
  anchors: readonly Anchor[],
  encoding: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, number>> {
  const shifts = new Map<number, number>();
  const opened = await openRegular(path).catch(() => undefined);
  if (opened === undefined) return shifts;
  const { handle } = opened;
  try {
    const mark = await bomOf(handle);
    const begin = mark?.encoding === 'utf8bom' ? mark.length : 0;
    let ends = 0;
    let afterCr = false;
    let next = 0;
    const label = mark === undefined ? encoding : labels[mark.encoding];
    for await (const { bytes, offset } of chunksAsUtf8(handle, label, signal)) {
      let from = 0;
      for (; next < anchors.length; next++) {
        const anchor = anchors[next] ?? { offset: 0, line: 1 };
        const wanted = anchor.offset + begin;
        if (wanted > offset + bytes.length) break;
        const part = bytes.subarray(from, wanted - offset);
        ends += countEnds(part, afterCr).ends;
        if (part.length > 0) afterCr = part.at(-1) === 13;
        from += part.length;
        shifts.set(anchor.offset, ends + 1 - anchor.line);
      }
      if (next === anchors.length) break;
      const rest = bytes.subarray(from);
      ends += countEnds(rest, afterCr).ends;
      afterCr = bytes.at(-1) === 13;
    }
  } finally {
    await handle.close();
  }
  return shifts;
}

const labels: Readonly<Record<string, string>> = { utf16le: 'utf-16le', utf16be: 'utf-16be' };

/** A file as ripgrep sees it, which counts the bytes of a text's UTF-8 form, whatever the file's encoding. */
async function* chunksAsUtf8(
  handle: FileHandle,
  encoding: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk> {
  const chunks = readChunks(handle, 0, 2 ** 16, signal);
  if (encoding === undefined) return yield* chunks;
  const decoder = new TextDecoder(encoding);
  let offset = 0;
  for await (const { bytes: raw } of chunks) {
    const bytes = Buffer.from(decoder.decode(raw, { stream: true }));
    yield { bytes, offset };
    offset += bytes.length;
  }
}
