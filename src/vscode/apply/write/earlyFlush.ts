// Flushes the written files of a call to the device while others are still being written.

import type { Change } from '../../../core/change/change.ts';
import type { LocalDisk } from '../../ports/localDisk.ts';

const filesPerFlush = 16;
/** Enough to keep the disk busy while the event loop runs other work. */
const maxConcurrentFlushes = 8;
/** `EarlyFlush` leaves folders to the caller, which flushes each of them once after all writes. */
const noFolders: readonly string[] = [];

/**
 * Starts flushes in the background of a call's writes. Each file must be written only once in the call: a later write
 * would not be flushed.
 */
export class EarlyFlush {
  readonly #files: LocalDisk['files'];
  readonly #flushedUris = new Set<string>();
  #queuedUris: string[] = [];
  /** The last flush of each lane; a lane runs one flush after the other. */
  readonly #lanes = Array.from({ length: maxConcurrentFlushes }, () => Promise.resolve());
  #nextLane = 0;

  constructor({ files }: LocalDisk) {
    this.#files = files;
  }

  /** Adds a written file. Ignores a deleted one, and files that are not on the local disk. */
  add({ kind, at: { uri } }: Change): void {
    if (this.#files === undefined || kind === 'delete' || !uri.startsWith('file:')) return;
    this.#queuedUris.push(uri);
    if (this.#queuedUris.length >= filesPerFlush) this.#startFlush(this.#files);
  }

  /** Resolves once all started flushes have ended, successfully or not; never rejects. */
  async whenSettled(): Promise<void> {
    await Promise.allSettled(this.#lanes);
  }

  /**
   * Resolves with the URIs of the flushed files once all started flushes have succeeded; rejects with the first error.
   * The caller must flush the other files: the last ones added may still be queued.
   */
  async whenFinished(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#lanes);
    return this.#flushedUris;
  }

  #startFlush(files: NonNullable<LocalDisk['files']>): void {
    const uris = this.#queuedUris;
    this.#queuedUris = [];
    for (const uri of uris) this.#flushedUris.add(uri);
    const lane = this.#nextLane++ % maxConcurrentFlushes;
    const flush = Promise.resolve(this.#lanes[lane]).then(() => files.flush(uris, noFolders));
    this.#lanes[lane] = flush;
    // Marks a rejection as handled: `whenFinished` throws it, unless the call fails before.
    flush.catch(() => undefined);
  }
}
