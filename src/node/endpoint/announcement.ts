// Writes the file by which bridges find a window.
import { readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import { makePrivateFolder } from './privateFolder.ts';

/** The file by which bridges find a window: `<home>/windows/<id>.json`, mode 0600. */
export class Announcement {
  readonly file: string;
  /** What was written last. */
  #text = '';
  #isWithdrawn = false;

  constructor(home: string, id: string) {
    this.file = path.join(home, 'windows', `${id}.json`);
  }

  /** Writes the file again, atomically. Calls must not overlap. Throws UnsafeFolderError, or what the system throws. */
  async publish(entry: WindowEntry): Promise<void> {
    if (this.#isWithdrawn) return;
    await makePrivateFolder(path.dirname(this.file));
    const draft = `${this.file}.new`;
    this.#text = `${JSON.stringify(entry)}\n`;
    await writeFile(draft, this.#text, { mode: 0o600 });
    await rename(draft, this.file);
    if (this.#isWithdrawn) this.withdraw();
  }

  /** Whether the file still says what was written. */
  isInPlace(): boolean {
    try {
      return readFileSync(this.file, 'utf8') === this.#text;
    } catch {
      return false;
    }
  }

  /** Removes the file for good, and at once: an extension host that ends waits for nothing. */
  withdraw(): void {
    this.#isWithdrawn = true;
    rmSync(this.file, { force: true });
  }
}
