import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { auditFile, olderKept } from './auditFiles.ts';

/** A place in the log: before an offset of the file of an age; without one, its end. */
export interface AuditPlace {
  readonly age: number;
  readonly end?: number;
}

export interface AuditPage {
  /** The newest first. */
  readonly lines: readonly string[];
  /** Where what is older begins; undefined where nothing is. */
  readonly older: AuditPlace | undefined;
}

/** Bytes read at a time; a line that is longer than the most is passed over. */
const [chunk, longest] = [64 * 1024, 4 * 1024 * 1024];
const newline = 10;

/** Reads lines of the log from a place backwards, and no more of its files than those lines need. */
export async function readAuditPage(folder: StorageFolder, from: AuditPlace, limit: number): Promise<AuditPage> {
  const lines: string[] = [];
  for (let age = from.age; age <= olderKept; age++) {
    const size = (await folder.stat(auditFile(age)))?.size ?? 0;
    let end = age === from.age ? Math.min(from.end ?? size, size) : size;
    while (end > 0 && lines.length < limit) {
      const part = await linesBefore(folder, auditFile(age), end);
      const taken = part.lines.slice(-(limit - lines.length));
      lines.push(...taken.map(({ text }) => text).toReversed());
      end = taken[0]?.at ?? part.start;
    }
    if (lines.length >= limit && end > 0) return { lines, older: { age, end } };
    if (lines.length >= limit && age < olderKept) {
      const next = { age: age + 1 };
      return { lines, older: (await folder.stat(auditFile(next.age))) === undefined ? undefined : next };
    }
  }
  return { lines, older: undefined };
}

/** The whole lines right before an offset at which one begins, and where the first of them begins; blank ones do not count. */
async function linesBefore(
  folder: StorageFolder,
  file: string,
  end: number,
): Promise<{ readonly lines: readonly { readonly text: string; readonly at: number }[]; readonly start: number }> {
  for (let length = chunk; ; length *= 2) {
    const from = Math.max(0, end - length);
    const bytes = (await folder.readPart(file, from, end - from)) ?? new Uint8Array();
    const first = from === 0 ? 0 : bytes.indexOf(newline) + 1;
    const isCut = from > 0 && (first === 0 || first >= bytes.length);
    if (isCut && length < longest) continue;
    return { lines: isCut ? [] : splitLines(bytes, first, from), start: isCut ? from : from + first };
  }
}

function splitLines(bytes: Uint8Array, first: number, from: number): { text: string; at: number }[] {
  const decoder = new TextDecoder();
  const found: { text: string; at: number }[] = [];
  for (let at = first; at < bytes.length;) {
    const next = bytes.indexOf(newline, at);
    const end = next < 0 ? bytes.length : next;
    const text = decoder.decode(bytes.subarray(at, end)).trim();
    if (text !== '') found.push({ text, at: from + at });
    at = end + 1;
  }
  return found;
}
