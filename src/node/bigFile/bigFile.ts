// Reads pages of text files of any size in bounded memory, with a sparse index of their lines.

import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { binaryKind, looksBinary } from '../../core/text/binary.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import type { EolCounts, LargeFileReader, LinePage, PageRequest } from '../../core/search/largeFile.ts';
import { readChunks, type Chunk } from './chunks.ts';
import { indexAfter } from './lineEndingFinder.ts';
import { countEnds, countEnds16, type EndCounts } from './lineEnds.ts';
import { lineIndexes, type LineIndex } from './lineIndex.ts';
import { openRegular, fileVersionOf, readHead } from '../files/openRegular.ts';
import { pageCollector, type CollectedPage } from './pageCollector.ts';
import { textFormat, type TextFormat } from './textDecoder.ts';

export interface BigFileOptions {
  /** Maximum size of a file that is read whole for its line count and hash, once for each version, in bytes. */
  readonly wholeFileLimit?: number;
  /** Bytes read at once and between two marks of the index; a multiple of 4. */
  readonly chunkSize?: number;
  /** Number of line indexes that are cached. */
  readonly keptIndexes?: number;
}

interface Reading {
  readonly file: FileHandle;
  readonly format: TextFormat;
  readonly index: LineIndex;
  readonly chunkSize: number;
  readonly signal: AbortSignal | undefined;
}

/** Reads pages of files of any size in the memory of two chunks; see `LargeFileReader` for the contract. */
export function bigFileReader(options: BigFileOptions = {}): LargeFileReader {
  const { wholeFileLimit = 2 ** 26, chunkSize = 2 ** 18, keptIndexes = 16 } = options;
  const indexOf = lineIndexes(keptIndexes, chunkSize);
  /** Counts reads of files that were written just now, to give each a unique version. */
  let unsettled = 0;

  const readOpen = async (
    { handle, stats }: Awaited<ReturnType<typeof openRegular>>,
    path: string,
    request: PageRequest,
    signal: AbortSignal | undefined,
  ): Promise<LinePage> => {
    const format = await readFormat(handle, request.encoding);
    const index = indexOf(path, `${fileVersionOf(stats)}:${format.width}${isSettled(stats) ? '' : `:${++unsettled}`}`);
    const reading: Reading = { file: handle, format, index, chunkSize, signal };
    if (stats.size <= wholeFileLimit && index.sha256 === undefined) await readWhole(reading);
    const page = await readPage(reading, request);
    const nextStartLine = page.stoppedBy === 'end' ? undefined : request.startLine + page.lines.length;
    return {
      ...page,
      startLine: request.startLine,
      nextStartLine,
      totalLines: index.totalLines,
      sha256: index.sha256,
      size: Number(stats.size),
      modified: Number(stats.mtimeNs / 1_000_000n),
      encoding: format.name,
      eols: eolsOf(index.counts),
      changedMeanwhile: fileVersionOf(await handle.stat({ bigint: true })) !== fileVersionOf(stats),
    };
  };
  return {
    async readPage(path, request, signal) {
      signal?.throwIfAborted();
      const opened = await openRegular(path);
      try {
        return await readOpen(opened, path, request, signal);
      } catch (cause) {
        if (signal?.aborted === true) throw cause;
        throw toToolError(cause, 'Reading the file');
      } finally {
        await opened.handle.close();
      }
    },
  };
}

/** Milliseconds after a write in which another one may get the same timestamp, since systems round timestamps. */
const tick = 100;

/** Whether any later write is certain to change the file's times. */
function isSettled(stats: BigIntStats): boolean {
  return Date.now() - Number(stats.mtimeMs) > tick;
}

async function readFormat(file: FileHandle, encoding: string | undefined): Promise<TextFormat> {
  const head = await readHead(file);
  const format = textFormat(head, encoding);
  if (format.width === 1 && looksBinary(head)) {
    const kind = binaryKind(head) ?? 'binary data';
    throw new ToolError('BINARY_FILE', `This file is not text (${kind}). Its size and hash are in redline_path_info.`);
  }
  return format;
}

function eolsOf({ ends, lf, cr }: EndCounts): EolCounts {
  const crlf = lf + cr - ends;
  return { lf: lf - crlf, crlf, cr: cr - crlf };
}

async function readWhole(reading: Reading): Promise<void> {
  const hash = createHash('sha256');
  for await (const { bytes } of scan(reading, 0, false)) hash.update(bytes);
  reading.index.sha256 = hash.digest('hex');
}

/** A chunk with its line endings, and whether the unit before it is a CR. */
interface Scanned extends Chunk {
  readonly counts: EndCounts;
  readonly afterCr: boolean;
}

/** Reads a file from the start of a chunk, and adds each chunk to the index. */
async function* scan(reading: Reading, offset: number, afterCr: boolean): AsyncGenerator<Scanned> {
  const { file, format, index, chunkSize, signal } = reading;
  let previousCr = afterCr;
  let end = offset;
  let open = false;
  for await (const { bytes, offset: at } of readChunks(file, offset, chunkSize, signal)) {
    const counts = format.width === 1 ? countEnds(bytes, previousCr) : countEnds16(bytes, format.bigEndian, previousCr);
    const last = lastUnit(bytes, format);
    const scanned = { bytes, offset: at, counts, afterCr: previousCr };
    previousCr = last === 13;
    open = last !== 10 && last !== 13;
    end = at + bytes.length;
    index.add(at, bytes.length, counts, previousCr);
    yield scanned;
  }
  index.finish(end, open && end > format.bom);
}

function lastUnit(bytes: Uint8Array, { width, bigEndian }: TextFormat): number {
  const [first = 0, second = 0] = bytes.subarray(-2);
  if (width === 1 || bytes.length % 2 === 1) return bytes.at(-1) ?? 0;
  return bigEndian ? first * 256 + second : second * 256 + first;
}

async function readPage(reading: Reading, request: PageRequest): Promise<CollectedPage> {
  const { index, format } = reading;
  const collector = pageCollector(request, format);
  const totalLines = index.totalLines;
  if (totalLines !== undefined && request.startLine > totalLines) return collector.finish();
  const entry = index.entryFor(request.startLine);
  let toSkip = request.startLine - 1 - entry.ends;
  for await (const { bytes, offset, counts, afterCr } of scan(reading, entry.offset, entry.afterCr)) {
    if (counts.ends < toSkip) {
      toSkip -= counts.ends;
      continue;
    }
    const head = offset === 0 ? format.bom : 0;
    const from = toSkip > 0 ? indexAfter(bytes, toSkip, afterCr, format) : head;
    toSkip = 0;
    if (!collector.take(bytes.subarray(from), afterCr && from === head)) break;
  }
  return collector.finish();
}
