import { packStart, placesIn, tableLength, type PackPlace } from '../../core/journal/pack.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';

/** Bytes read at a time. What is asked for next mostly stands beside what was asked for last. */
const blockSize = 1024 * 1024;
/** Blocks and tables that are kept. */
const maxKept = 4;

type Places = ReadonlyMap<string, PackPlace>;

/** Reads contents from packs: a diff of many files, or an undo, asks for one after the other. */
export class PackReader {
  readonly #storage: StorageFolder;
  readonly #tables = new Map<string, Promise<Places>>();
  readonly #blocks = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(storage: StorageFolder) {
    this.#storage = storage;
  }

  /** Undefined where there is no pack, or not this content in it; bytes that are not right where it is damaged. */
  async read(file: string, hash: string): Promise<Uint8Array | undefined> {
    const places = await keep(this.#tables, file, () => this.#readTable(file));
    const place = places.get(hash);
    // What is not there now may be written later.
    if (places.size === 0) this.forget(file);
    return place && this.#part(file, place);
  }

  /** To be called when a pack is removed. */
  forget(file: string): void {
    this.#tables.delete(file);
    for (const key of this.#blocks.keys()) if (key.startsWith(`${file}@`)) this.#blocks.delete(key);
  }

  async #readTable(file: string): Promise<Places> {
    const length = tableLength((await this.#part(file, { from: 0, size: packStart })) ?? new Uint8Array());
    if (length === undefined) return new Map();
    const table = await this.#part(file, { from: 0, size: length });
    return table === undefined ? new Map() : placesIn(table);
  }

  async #part(file: string, { from, size }: PackPlace): Promise<Uint8Array | undefined> {
    const block = Math.floor(from / blockSize);
    const start = block * blockSize;
    if (from + size > start + blockSize) return this.#storage.readPart(file, from, size);
    const read = (): Promise<Uint8Array | undefined> => this.#storage.readPart(file, start, blockSize);
    const bytes = await keep(this.#blocks, `${file}@${block}`, read);
    // A copy, so that one small content does not hold the whole block in memory.
    return bytes?.slice(from - start, from - start + size);
  }
}

/** What was asked for lately, also by who asks while it is read; a failure is not kept. */
function keep<T>(kept: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = read();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return made;
}
