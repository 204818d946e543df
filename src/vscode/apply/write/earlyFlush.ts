// Flushes the written files of a call to the device while others are still being written.

import type { Change } from '../../../core/change/change.ts';
import type { LocalDisk } from '../../ports/localDisk.ts';

const filesPerFlush = 16;
/** Enough to keep the disk busy while the event loop runs other work. */
const maxConcurrentFlushes = 8;

/** Flushes in the background of a call's writes. Each file must be written only once: a later write may not be flushed. */
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

  /** The URIs of the flushed files; the caller must flush those still queued. @throws the first error of a flush */
  async whenFinished(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#lanes);
    return this.#flushedUris;
  }

  #startFlush(files: NonNullable<LocalDisk['files']>): void {
    const uris = this.#queuedUris;
    this.#queuedUris = [];
    for (const uri of uris) this.#flushedUris.add(uri);
    const lane = this.#nextLane++ % maxConcurrentFlushes;
    // The caller flushes each folder once, after all writes.
    const flush = Promise.resolve(this.#lanes[lane]).then(() => files.flush(uris, []));
    this.#lanes[lane] = flush;
    // Marks a rejection as handled: `whenFinished` throws it, unless the call fails before.
    flush.catch(() => undefined);
  }
}
