import type { Change } from '../../core/change/change.ts';
import type { LocalDisk } from '../ports/localDisk.ts';

/** Files that are flushed at a time. */
const maxAtOnce = 64;

/** Flushes files while others are written, so that the disk works meanwhile. Each must be written once only. */
export class EarlyFlush {
  readonly #files: LocalDisk['files'];
  readonly #started = new Set<string>();
  #waiting: string[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor({ files }: LocalDisk) {
    this.#files = files;
  }

  /** Adds a file that was written; of a deleted one only its folder can be flushed. */
  add({ kind, at: { uri } }: Change): void {
    if (this.#files === undefined || kind === 'delete' || !uri.startsWith('file:')) return;
    this.#waiting.push(uri);
    if (this.#waiting.length >= maxAtOnce) this.#start(this.#files);
  }

  /** Resolves once what was started is over, however it ended. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** The files that are flushed, by URI; not those that still waited for others. Throws what the system threw. */
  async finished(): Promise<ReadonlySet<string>> {
    await this.#last;
    return this.#started;
  }

  #start(files: NonNullable<LocalDisk['files']>): void {
    const uris = this.#waiting;
    this.#waiting = [];
    for (const uri of uris) this.#started.add(uri);
    this.#last = this.#last.then(() => files.flush(uris, []));
    // A failure is thrown by `finished`; a call that fails before asks for none.
    this.#last.catch(() => undefined);
  }
}
