// Corrects ripgrep's line numbers in files with lone CRs, which it does not count as line endings.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readBom, readChunks, type Chunk } from '../largeFile/chunks.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { openRegular } from '../files/openRegular.ts';
import type { CollectedFile } from './output/collector.ts';
import type { Anchor } from './output/messages.ts';
import type { MatchSearch } from './output/findFilesWithMatches.ts';
import { splitIntoCommands } from './output/findMatches.ts';
import { contextNear } from '../../core/search/limitResults.ts';
import { findPositions } from './positions.ts';
import { findFilesWithBytes } from './scope/listFiles.ts';

/** Bytes of a file read at once. */
const chunkBytes = 64 * 1024;
/** Number of files up to which all are read again. For more, another run of ripgrep finds those with a lone CR. */
const maxFilesReadDirectly = 64;

/**
 * Corrects the line numbers of matches after lone CRs, such as progress bars leave in a captured log. Ripgrep counts
 * only LF, while the editor and all tools here also end a line at a lone CR.
 */
export async function renumberAfterLoneCr(
  search: MatchSearch,
  files: readonly CollectedFile[],
): Promise<readonly CollectedFile[]> {
  const affected = files.length <= maxFilesReadDirectly ? undefined : await findFilesWithLoneCr(search, files);
  return mapConcurrently(files, async (file) => {
    const isUnaffected = affected?.has(file.path) === false;
    return isUnaffected ? file : renumber(search, file);
  });
}

async function findFilesWithLoneCr(search: MatchSearch, files: readonly CollectedFile[]): Promise<ReadonlySet<string>> {
  const affected = new Set<string>();
  for (const paths of splitIntoCommands(files.map(({ path }) => path))) {
    const walk = { ...search.walk, paths, nameGlobs: [], excludes: [] };
    await findFilesWithBytes({ ...search, walk }, '\\r[^\\n]', (path) => void affected.add(path));
  }
  return affected;
}

async function renumber({ root, walk, limits, signal }: MatchSearch, file: CollectedFile): Promise<CollectedFile> {
  const anchors = [...file.matches, ...file.context].map(({ anchor }) => anchor).sort((a, b) => a.offset - b.offset);
  const shifts = await computeLineShifts(join(root, file.path), anchors, walk.encoding, signal);
  const shiftOf = (anchor: Anchor): number => shifts.get(anchor.offset) ?? 0;
  const matches = file.matches.map((match) => ({
    ...match,
    line: match.line + shiftOf(match.anchor),
    endLine: match.endLine + shiftOf(match.anchor),
  }));
  const context = file.context.map((line) => ({ ...line, line: line.line + shiftOf(line.anchor) }));
  // A single context line of ripgrep may be thousands of lines that end at CR.
  return { path: file.path, matches, context: contextNear(context, matches, limits.contextLines) };
}

/** The corrections of line numbers, by the (ascending) offset of the anchor; empty for a file that cannot be opened. */
async function computeLineShifts(
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
    const bom = await readBom(handle);
    // Ripgrep counts from the end of the mark. `TextDecoder` removes a mark of UTF-16, too, but UTF-8 is not decoded.
    const bomBytes = bom?.encoding === 'utf8bom' ? bom.length : 0;
    const encodingLabel = bom === undefined ? encoding : labelByBomEncoding[bom.encoding];
    const offsets = anchors.map(({ offset }) => offset + bomBytes);
    // The mark is counted as text, which changes columns of the first line only; just the line numbers are used.
    const textStart = 0;
    let index = 0;
    for await (const { line } of findPositions(readChunksAsUtf8(handle, encodingLabel, signal), offsets, textStart)) {
      const anchor = anchors[index++];
      if (anchor !== undefined) shifts.set(anchor.offset, line - anchor.line);
    }
  } finally {
    await handle.close();
  }
  return shifts;
}

/** Labels of the encodings that must be converted; `utf8bom` already is UTF-8. */
const labelByBomEncoding: Readonly<Record<string, string>> = { utf16le: 'utf-16le', utf16be: 'utf-16be' };

/** Reads a file and converts it to UTF-8, since ripgrep's offsets count the bytes of the converted text. */
async function* readChunksAsUtf8(
  handle: FileHandle,
  encoding: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk> {
  const chunks = readChunks(handle, 0, chunkBytes, signal);
  if (encoding === undefined) return yield* chunks;
  const decoder = new TextDecoder(encoding);
  let offset = 0;
  for await (const { bytes: raw } of chunks) {
    const bytes = Buffer.from(decoder.decode(raw, { stream: true }));
    yield { bytes, offset };
    offset += bytes.length;
  }
}
