import { rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import { makePrivateFolder } from './privateFolder.ts';

/** The file by which bridges find a window: `<home>/windows/<id>.json`, mode 0600. */
export class Announcement {
  readonly #folder: string;
  readonly #file: string;
  /** Writes come one after the other, so that the last one stays. */
  #last: Promise<void> = Promise.resolve();
  #isWithdrawn = false;

  constructor(home: string, id: string) {
    this.#folder = path.join(home, 'windows');
    this.#file = path.join(this.#folder, `${id}.json`);
  }

  /** Writes the file anew, atomically. Throws UnsafeFolderError, or what the system throws. */
  async publish(entry: WindowEntry): Promise<void> {
    await this.#next(async () => {
      if (this.#isWithdrawn) return;
      await makePrivateFolder(this.#folder);
      const draft = `${this.#file}.new`;
      await writeFile(draft, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
      await rename(draft, this.#file);
      if (this.#isWithdrawn) this.withdraw();
    });
  }

  /** Removes the file for good, and at once: an extension host that ends waits for nothing. */
  withdraw(): void {
    this.#isWithdrawn = true;
    rmSync(this.#file, { force: true });
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
