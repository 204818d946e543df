import type { FileContent } from '../change/change.ts';

/**
 * A pack holds contents one after the other behind a table of them:
 *
 *     pack    = "redline pack " length LF entry* content*
 *     entry   = SHA-256 " " size LF
 *     length  = the bytes before the first content, as ten decimal digits
 *
 * The order of the contents is that of the table; each stands in it once.
 */
const mark = 'redline pack ';
/** The bytes of the first line. */
export const packStart = mark.length + 11;

/** Where a content stands in a pack. */
export interface PackPlace {
  readonly from: number;
  readonly size: number;
}

/** A pack of contents, in parts that are to be written one after the other. */
export function packOf(contents: readonly FileContent[]): Uint8Array[] {
  const once = new Map(contents.map(({ sha256, bytes }) => [sha256, bytes]));
  const table = [...once].map(([sha256, { length }]) => `${sha256} ${length}\n`).join('');
  const length = String(packStart + table.length).padStart(10, '0');
  return [new TextEncoder().encode(`${mark}${length}\n${table}`), ...once.values()];
}

/** How long the table of a pack is, by its first bytes; undefined where it is no pack. */
export function tableLength(start: Uint8Array): number | undefined {
  const [, length] = /^redline pack (\d{10})\n$/.exec(new TextDecoder().decode(start.subarray(0, packStart))) ?? [];
  return length === undefined ? undefined : Number(length);
}

/** Where each content of a pack stands, by its SHA-256, read from the pack's table. */
export function placesIn(table: Uint8Array): Map<string, PackPlace> {
  const places = new Map<string, PackPlace>();
  let from = table.length;
  for (const line of new TextDecoder().decode(table.subarray(packStart)).split('\n')) {
    const [sha256 = '', size] = line.split(' ');
    if (size === undefined) continue;
    places.set(sha256, { from, size: Number(size) });
    from += Number(size);
  }
  return places;
}
