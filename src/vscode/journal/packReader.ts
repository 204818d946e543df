// Reads contents from the packs that `Blobs` writes.

import { setNewest } from '../../core/cache/maps.ts';
import { packHeaderBytes, readPackTable, readTableLength, type PackEntry } from '../../core/journal/journalFiles.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';

/** Bytes read at a time: contents that are requested in order are adjacent. */
const blockBytes = 1024 * 1024;
/** Maximum number of cached blocks, and of cached tables; the oldest is dropped. */
const maxCachedItems = 4;

type Table = ReadonlyMap<string, PackEntry>;

/** Reads contents from packs in cached blocks, since a diff of many files, or an undo, reads one after the other. */
export class PackReader {
  readonly #storage: StorageFolder;
  /** Tables by file of the pack. */
  readonly #tables = new Map<string, Promise<Table>>();
  /** Blocks by `<file>@<number of the block>`. */
  readonly #blocks = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(storage: StorageFolder) {
    this.#storage = storage;
  }

  /** Reads a content; undefined if there is no pack, or the content is not in it. Does not verify the hash. */
  async read(file: string, hash: string): Promise<Uint8Array | undefined> {
    const table = await getOrRead(this.#tables, file, () => this.#readTable(file));
    const entry = table.get(hash);
    // A missing pack may be written later.
    if (table.size === 0) this.forget(file);
    return entry && this.#readPart(file, entry);
  }

  /** Drops the cache of a removed pack. */
  forget(file: string): void {
    this.#tables.delete(file);
    for (const key of this.#blocks.keys()) if (key.startsWith(`${file}@`)) this.#blocks.delete(key);
  }

  async #readTable(file: string): Promise<Table> {
    const length = readTableLength(
      (await this.#readPart(file, { offset: 0, size: packHeaderBytes })) ?? new Uint8Array(),
    );
    if (length === undefined) return new Map();
    const table = await this.#readPart(file, { offset: 0, size: length });
    return table === undefined ? new Map() : readPackTable(table);
  }

  async #readPart(file: string, { offset: from, size }: PackEntry): Promise<Uint8Array | undefined> {
    const block = Math.floor(from / blockBytes);
    const start = block * blockBytes;
    // A content that crosses the end of its block is read by itself.
    if (from + size > start + blockBytes) return this.#storage.readPart(file, from, size);
    const read = (): Promise<Uint8Array | undefined> => this.#storage.readPart(file, start, blockBytes);
    const bytes = await getOrRead(this.#blocks, `${file}@${block}`, read);
    // Copied, so that a small content does not keep its block in memory.
    return bytes?.slice(from - start, from - start + size);
  }
}

/** Returns a cached value, or reads it; concurrent callers share one read. Failures are not cached. */
function getOrRead<T>(cache: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = read();
  setNewest(cache, key, value, maxCachedItems);
  value.catch(() => cache.delete(key));
  return value;
}
