// Defines packs, the files in which the journal stores the contents of a call.
import type { FileContent } from '../change/change.ts';

/*
 * Format of a pack: a table, followed by the contents:
 *
 *     pack    = "redline pack " length LF entry* content*
 *     entry   = SHA-256 " " size LF
 *     length  = the bytes before the first content, as ten decimal digits
 *
 * The contents are in the order of the table, without duplicates.
 */
const magic = 'redline pack ';
/** Length of the first line in bytes: the magic, ten digits and LF. */
export const headerBytes = magic.length + 11;

/** Position of a content in a pack, in bytes. */
export interface PackEntry {
  readonly offset: number;
  readonly size: number;
}

/** Creates a pack as parts to write in order. */
export function createPack(contents: readonly FileContent[]): Uint8Array[] {
  const bytesByHash = new Map(contents.map(({ sha256, bytes }) => [sha256, bytes]));
  const table = [...bytesByHash].map(([sha256, { length }]) => `${sha256} ${length}\n`).join('');
  const tableEnd = String(headerBytes + table.length).padStart(10, '0');
  return [new TextEncoder().encode(`${magic}${tableEnd}\n${table}`), ...bytesByHash.values()];
}

/** Length of a pack's first line and table, read from its first `headerBytes`; undefined if it is not a pack. */
export function readTableLength(start: Uint8Array): number | undefined {
  const [, length] = /^redline pack (\d{10})\n$/.exec(new TextDecoder().decode(start.subarray(0, headerBytes))) ?? [];
  return length === undefined ? undefined : Number(length);
}

/** Parses the table of a pack, all bytes up to `readTableLength`: the position of each content, by its SHA-256. */
export function readPackTable(table: Uint8Array): Map<string, PackEntry> {
  const entryByHash = new Map<string, PackEntry>();
  let offset = table.length;
  for (const line of new TextDecoder().decode(table.subarray(headerBytes)).split('\n')) {
    const [sha256 = '', size] = line.split(' ');
    // The text after the last line ending.
    if (size === undefined) continue;
    entryByHash.set(sha256, { offset, size: Number(size) });
    offset += Number(size);
  }
  return entryByHash;
}
