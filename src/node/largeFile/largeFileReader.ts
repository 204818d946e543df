// Reads pages of text files of any size in bounded memory, with a sparse index of their lines.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { binaryKind, looksBinary } from '../../core/text/bytes.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import type { EolCounts, LargeFileReader, LinePage, PageRequest } from '../../core/search/largeFile.ts';
import { readChunks, readHead, type Chunk } from './chunks.ts';
import {
  findIndexAfter,
  countLineEndings,
  countLineEndingsUtf16,
  cr,
  lf,
  type LineEndingCounts,
} from './lineEndings.ts';
import { createLineIndexCache, type LineIndex } from './lineIndex.ts';
import { getFileVersion, isVersionSettled, openRegular, type RegularFile } from '../files/openRegular.ts';
import { createPageCollector, type CollectedPage } from './pageCollector.ts';
import { detectTextFormat, type TextFormat } from './textFormat.ts';

/** Limits; tests set small ones. */
export interface LargeFileReaderOptions {
  /** Maximum size of a file that is read whole for its line count and hash, once for each version, in bytes. */
  readonly maxWholeFileBytes?: number;
  /** Size of a chunk in bytes, so the distance between two marks of the index; a multiple of 4. */
  readonly chunkBytes?: number;
  /** Number of line indexes that are cached. */
  readonly maxCachedIndexes?: number;
}

/** An open file, with its format and index, to read a page from. */
interface ReadContext {
  readonly file: FileHandle;
  readonly format: TextFormat;
  readonly index: LineIndex;
  readonly chunkBytes: number;
  readonly signal: AbortSignal | undefined;
}

const defaultOptions = { maxWholeFileBytes: 64 * 1024 ** 2, chunkBytes: 256 * 1024, maxCachedIndexes: 16 };

/** Reads pages of files of any size in the memory of two chunks; see `LargeFileReader` for the contract. */
export function createLargeFileReader(options: LargeFileReaderOptions = {}): LargeFileReader {
  const { maxWholeFileBytes, chunkBytes, maxCachedIndexes } = { ...defaultOptions, ...options };
  const getLineIndex = createLineIndexCache(maxCachedIndexes, chunkBytes);
  /** Counts the reads of files that were written just now, to give each read a version of its own. */
  let unsettledReads = 0;

  const readOpenFile = async (
    { handle, stats }: RegularFile,
    path: string,
    request: PageRequest,
    signal: AbortSignal | undefined,
  ): Promise<LinePage> => {
    const format = await readFormat(handle, request.encoding);
    const readNumber = isVersionSettled(stats, Date.now()) ? '' : `:${++unsettledReads}`;
    const index = getLineIndex(path, `${getFileVersion(stats)}:${format.unitBytes}${readNumber}`);
    const context: ReadContext = { file: handle, format, index, chunkBytes, signal };
    if (stats.size <= maxWholeFileBytes && index.sha256 === undefined) await hashAndIndex(context);
    const page = await collectPage(context, request);
    const nextStartLine = page.stoppedBy === 'end' ? undefined : request.startLine + page.lines.length;
    return {
      ...page,
      startLine: request.startLine,
      nextStartLine,
      totalLines: index.totalLines,
      sha256: index.sha256,
      size: Number(stats.size),
      encoding: format.name,
      eols: toEolCounts(index.counts),
      changedMeanwhile: getFileVersion(await handle.stat({ bigint: true })) !== getFileVersion(stats),
    };
  };
  return {
    async readPage(path, request, signal) {
      signal?.throwIfAborted();
      const opened = await openRegular(path);
      try {
        return await readOpenFile(opened, path, request, signal);
      } catch (cause) {
        if (signal?.aborted === true) throw cause;
        throw toToolError(cause, 'Reading the file');
      } finally {
        await opened.handle.close();
      }
    },
  };
}

/** @throws `ToolError` `BINARY_FILE`, or as `detectTextFormat` */
async function readFormat(file: FileHandle, encoding: string | undefined): Promise<TextFormat> {
  const head = await readHead(file);
  const format = detectTextFormat(head, encoding);
  if (format.unitBytes === 1 && looksBinary(head)) {
    const kind = binaryKind(head) ?? 'binary data';
    throw new ToolError('BINARY_FILE', `This file is not text (${kind}). Its size and hash are in redline_path_info.`);
  }
  return format;
}

/** Splits the counts into those of whole endings: a CRLF is counted both as an LF and as a CR. */
function toEolCounts(counts: LineEndingCounts): EolCounts {
  const crlf = counts.lf + counts.cr - counts.endings;
  return { lf: counts.lf - crlf, crlf, cr: counts.cr - crlf };
}

/** Reads the whole file: sets the index's hash, and, by `scanChunks`, indexes all lines. */
async function hashAndIndex(context: ReadContext): Promise<void> {
  const hash = createHash('sha256');
  for await (const { bytes } of scanChunks(context, 0)) hash.update(bytes);
  context.index.sha256 = hash.digest('hex');
}

/** A chunk, the number of its line endings, and whether the code unit before it is a CR. */
interface ScannedChunk extends Chunk {
  readonly counts: LineEndingCounts;
  readonly isAfterCr: boolean;
}

/**
 * Reads a file from `start` to its end, and adds each chunk to the index; the end, if the caller takes all chunks.
 *
 * @param start offset at which a chunk begins, as the index requires
 * @param unitBefore the code unit before `start`; undefined at the start of the file
 */
async function* scanChunks(context: ReadContext, start: number, unitBefore?: number): AsyncGenerator<ScannedChunk> {
  const { file, format, index, chunkBytes, signal } = context;
  let lastUnit = unitBefore;
  let end = start;
  for await (const { bytes, offset } of readChunks(file, start, chunkBytes, signal)) {
    const isAfterCr = lastUnit === cr;
    const counts =
      format.unitBytes === 1
        ? countLineEndings(bytes, isAfterCr)
        : countLineEndingsUtf16(bytes, format.bigEndian, isAfterCr);
    lastUnit = getLastUnit(bytes, format);
    end = offset + bytes.length;
    index.add(offset, bytes.length, counts, lastUnit);
    yield { bytes, offset, counts, isAfterCr };
  }
  const isLastLineUnterminated = lastUnit !== undefined && lastUnit !== lf && lastUnit !== cr;
  index.finish(end, isLastLineUnterminated && end > format.bomBytes);
}

/** The last code unit of a chunk. In UTF-16, an odd byte at the end of the file counts as a unit. */
function getLastUnit(bytes: Uint8Array, { unitBytes, bigEndian }: TextFormat): number {
  const [first = 0, second = 0] = bytes.subarray(-2);
  if (unitBytes === 1 || bytes.length % 2 === 1) return bytes.at(-1) ?? 0;
  return bigEndian ? first * 256 + second : second * 256 + first;
}

/** Reads from the last indexed chunk before the page, skips its first lines, and stops when the page is full. */
async function collectPage(context: ReadContext, request: PageRequest): Promise<CollectedPage> {
  const { index, format } = context;
  const collector = createPageCollector(request, format);
  const isPastEnd = index.totalLines !== undefined && request.startLine > index.totalLines;
  if (isPastEnd) return collector.finish();
  const entry = index.entryFor(request.startLine);
  let endingsToSkip = request.startLine - 1 - entry.endings;
  for await (const { bytes, offset, counts, isAfterCr } of scanChunks(context, entry.offset, entry.unitBefore)) {
    if (counts.endings < endingsToSkip) {
      endingsToSkip -= counts.endings;
      continue;
    }
    const textStart = offset === 0 ? format.bomBytes : 0;
    const from = endingsToSkip > 0 ? findIndexAfter(bytes, endingsToSkip, isAfterCr, format) : textStart;
    endingsToSkip = 0;
    // If endings were skipped, an LF at the start of the chunk was, too.
    const beginsAfterCr = isAfterCr && from === textStart;
    if (!collector.add(bytes.subarray(from), beginsAfterCr)) break;
  }
  return collector.finish();
}
