// Reads the audit log backwards, page by page.
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { auditFile, maxOlderFiles } from './auditFiles.ts';

/** A position in the log, from which it is read backwards. */
export interface AuditPlace {
  /** Number of the file as in `auditFile`: 0 is the newest. */
  readonly age: number;
  /** Offset in bytes before which the page ends; the end of the file if undefined. */
  readonly end?: number;
}

export interface AuditPage {
  /** Newest first. */
  readonly lines: readonly string[];
  /** Start of the next older page; undefined if this is the last. */
  readonly older: AuditPlace | undefined;
}

/** Bytes of the first read; doubled until a read contains a whole line. */
const chunkBytes = 64 * 1024;
/** Maximum length of a line, in bytes; longer ones are skipped. */
const maxLineBytes = 4 * 1024 * 1024;
/** Byte value of a line feed. */
const newline = 10;

/** Reads a page of the log backwards from a position, and no more of the files than it needs. */
export async function readAuditPage(folder: StorageFolder, from: AuditPlace, limit: number): Promise<AuditPage> {
  const lines: string[] = [];
  for (let age = from.age; age <= maxOlderFiles; age++) {
    const size = (await folder.stat(auditFile(age)))?.size ?? 0;
    let end = age === from.age ? Math.min(from.end ?? size, size) : size;
    while (end > 0 && lines.length < limit) {
      const chunk = await linesBefore(folder, auditFile(age), end);
      const newest = chunk.lines.slice(-(limit - lines.length));
      lines.push(...newest.map(({ text }) => text).toReversed());
      end = newest[0]?.at ?? chunk.start;
    }
    if (lines.length >= limit && end > 0) return { lines, older: { age, end } };
    if (lines.length >= limit && age < maxOlderFiles) {
      const next = { age: age + 1 };
      return { lines, older: (await folder.stat(auditFile(next.age))) === undefined ? undefined : next };
    }
  }
  return { lines, older: undefined };
}

/** The complete lines in the chunk before an offset, without blank ones, and the offset of the first. */
async function linesBefore(
  folder: StorageFolder,
  file: string,
  end: number,
): Promise<{ readonly lines: readonly { readonly text: string; readonly at: number }[]; readonly start: number }> {
  for (let length = chunkBytes; ; length *= 2) {
    const from = Math.max(0, end - length);
    const bytes = (await folder.readPart(file, from, end - from)) ?? new Uint8Array();
    const first = from === 0 ? 0 : bytes.indexOf(newline) + 1;
    const hasNoWholeLine = from > 0 && (first === 0 || first >= bytes.length);
    if (!hasNoWholeLine) return { lines: splitLines(bytes, first, from), start: from + first };
    if (length >= maxLineBytes) return { lines: [], start: from };
  }
}

function splitLines(bytes: Uint8Array, first: number, from: number): { text: string; at: number }[] {
  const decoder = new TextDecoder();
  const lines: { text: string; at: number }[] = [];
  for (let at = first; at < bytes.length;) {
    const next = bytes.indexOf(newline, at);
    const end = next < 0 ? bytes.length : next;
    const text = decoder.decode(bytes.subarray(at, end)).trim();
    if (text !== '') lines.push({ text, at: from + at });
    at = end + 1;
  }
  return lines;
}
