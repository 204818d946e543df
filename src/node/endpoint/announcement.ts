// Writes the file by which bridges find a window.
import { readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closedFile } from '../../core/endpoint/windowEntry.ts';
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

  /** For good, and at once: an extension host that ends waits for nothing. */
  withdraw(): void {
    this.#isWithdrawn = true;
    markClosed(this.file);
  }
}

/** Renames the entry of a window that was closed or killed. Hooks wait for one that just was, since it may be reloading. */
export function markClosed(entry: string): void {
  try {
    const now = new Date();
    utimesSync(entry, now, now);
    renameSync(entry, closedFile(entry));
  } catch {
    rmSync(entry, { force: true });
  }
}
