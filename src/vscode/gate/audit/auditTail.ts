// Reads the audit log backwards, page by page, for `AuditView`.
import { lineFeed } from '../../../core/text/text.ts';
import type { StorageFolder } from '../../../tools/ports/diskPorts.ts';
import { auditFileName, maxOlderFiles } from './auditFiles.ts';

/** A position in the log, from which it is read backwards. */
export interface AuditPosition {
  /** Number of the file as in `auditFileName`: 0 is the newest. */
  readonly age: number;
  /** Offset in bytes before which the page ends; the end of the file if undefined. */
  readonly end?: number;
}

/** A page of the log. */
export interface AuditPage {
  /** Newest first. */
  readonly lines: readonly string[];
  /** Start of the next older page; undefined if this is the last. */
  readonly older: AuditPosition | undefined;
}

interface LogLine {
  readonly text: string;
  /** Offset of the line's first byte in its file. */
  readonly offset: number;
}

/** Bytes of a read; doubled until it contains a whole line. */
const chunkBytes = 64 * 1024;
/** Maximum length of a line that is shown, in bytes; longer ones are skipped. */
const maxLineBytes = 4 * 1024 * 1024;

/** Reads a page of the log backwards from a position, and no more of the files than it needs. */
export async function readAuditPage(folder: StorageFolder, from: AuditPosition, limit: number): Promise<AuditPage> {
  const lines: string[] = [];
  for (let age = from.age; age <= maxOlderFiles; age++) {
    const size = (await folder.stat(auditFileName(age)))?.size ?? 0;
    const readEnd = age === from.age ? Math.min(from.end ?? size, size) : size;
    const { newestFirst, end } = await readBackwards(folder, auditFileName(age), readEnd, limit - lines.length);
    lines.push(...newestFirst);
    if (lines.length >= limit) return { lines, older: await findOlder(folder, { age, end }) };
  }
  return { lines, older: undefined };
}

/** Reads up to `limit` lines of a file backwards from an offset. `end` is the offset at which the oldest begins. */
async function readBackwards(
  folder: StorageFolder,
  file: string,
  from: number,
  limit: number,
): Promise<{ readonly newestFirst: readonly string[]; readonly end: number }> {
  const newestFirst: string[] = [];
  let end = from;
  while (end > 0 && newestFirst.length < limit) {
    const chunk = await linesBefore(folder, file, end);
    const newest = chunk.lines.slice(-(limit - newestFirst.length));
    newestFirst.push(...newest.map(({ text }) => text).toReversed());
    end = newest[0]?.offset ?? chunk.start;
  }
  return { newestFirst, end };
}

/**
 * Finds the place to read the next older page from: an offset in the same file, or the end of the next older file, if
 * any.
 */
async function findOlder(
  folder: StorageFolder,
  { age, end }: Required<AuditPosition>,
): Promise<AuditPosition | undefined> {
  if (end > 0) return { age, end };
  const older = { age: age + 1 };
  const isThere = older.age <= maxOlderFiles && (await folder.stat(auditFileName(older.age))) !== undefined;
  return isThere ? older : undefined;
}

/**
 * The whole lines in the chunk that ends at an offset, without blank ones. `start` is the offset of the first line,
 * from which to go on; if a line is too long, there are no lines, and `start` is within it.
 */
async function linesBefore(
  folder: StorageFolder,
  file: string,
  end: number,
): Promise<{ readonly lines: readonly LogLine[]; readonly start: number }> {
  for (let length = chunkBytes; ; length *= 2) {
    const from = Math.max(0, end - length);
    const bytes = (await folder.readPart(file, from, end - from)) ?? new Uint8Array();
    // The first line may be cut off, unless the chunk starts with the file.
    const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
    const hasWholeLine = from === 0 || (first > 0 && first < bytes.length);
    if (hasWholeLine) return { lines: splitLines(bytes, first, from), start: from + first };
    if (length >= maxLineBytes) return { lines: [], start: from };
  }
}

/**
 * The lines of a chunk of a file.
 * @param first index in the chunk where its first line begins
 * @param from offset of the chunk in its file
 */
function splitLines(bytes: Uint8Array, first: number, from: number): readonly LogLine[] {
  const decoder = new TextDecoder();
  const lines: LogLine[] = [];
  for (let start = first; start < bytes.length;) {
    const next = bytes.indexOf(lineFeed, start);
    const end = next < 0 ? bytes.length : next;
    const text = decoder.decode(bytes.subarray(start, end)).trim();
    if (text !== '') lines.push({ text, offset: from + start });
    start = end + 1;
  }
  return lines;
}
