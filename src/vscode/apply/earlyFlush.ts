// Flushes written files to the device while others are still being written.
import type { Change } from '../../core/change/change.ts';
import type { LocalDisk } from '../ports/localDisk.ts';

/** Files of a flush, and flushes at a time: enough that the disk has work while the event loop is busy for a time slice. */
const [filesEach, atOnce] = [16, 8];

/** Flushes files while others are written, so that the disk works meanwhile. Each must be written once only. */
export class EarlyFlush {
  readonly #files: LocalDisk['files'];
  readonly #started = new Set<string>();
  #waiting: string[] = [];
  /** The last flush of each lane. */
  readonly #lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  #next = 0;

  constructor({ files }: LocalDisk) {
    this.#files = files;
  }

  /** Adds a file that was written; of a deleted one only its folder can be flushed. */
  add({ kind, at: { uri } }: Change): void {
    if (this.#files === undefined || kind === 'delete' || !uri.startsWith('file:')) return;
    this.#waiting.push(uri);
    if (this.#waiting.length >= filesEach) this.#start(this.#files);
  }

  /** Resolves once what was started is over, however it ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lanes);
  }

  /** The files that are flushed, by URI; not those that still waited for others. Throws what the system threw. */
  async finished(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#lanes);
    return this.#started;
  }

  #start(files: NonNullable<LocalDisk['files']>): void {
    const uris = this.#waiting;
    this.#waiting = [];
    for (const uri of uris) this.#started.add(uri);
    const lane = this.#next++ % atOnce;
    const flush = Promise.resolve(this.#lanes[lane]).then(() => files.flush(uris, []));
    this.#lanes[lane] = flush;
    // A failure is thrown by `finished`; a call that fails before asks for none.
    flush.catch(() => undefined);
  }
}
