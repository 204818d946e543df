// Writes and withdraws the entry file by which bridges find a window, and marks the entries of windows that are closed.
import { readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closedFile, type WindowEntry } from '../../core/endpoint/windowEntry.ts';
import { makePrivateFolder } from './privateFolder.ts';

/** The entry file of one window: `<home>/windows/<id>.json`, mode 0600. */
export class Announcement {
  readonly file: string;
  /** Text of the last `publish`; '' before. */
  #text = '';
  /** Set for good by `withdraw`. If a `publish` is writing meanwhile, it then removes its file. */
  #isWithdrawn = false;

  constructor(home: string, id: string) {
    this.file = path.join(home, 'windows', `${id}.json`);
  }

  /** Writes or replaces the file, by an atomic rename. Calls must not overlap. @throws UnsafeFolderError, system errors */
  async publish(entry: WindowEntry): Promise<void> {
    if (this.#isWithdrawn) return;
    await makePrivateFolder(path.dirname(this.file));
    const draft = `${this.file}.new`;
    this.#text = `${JSON.stringify(entry)}\n`;
    await writeFile(draft, this.#text, { mode: 0o600 });
    await rename(draft, this.file);
    if (this.#isWithdrawn) this.withdraw();
  }

  /** Whether the file still has the text last written. */
  isInPlace(): boolean {
    try {
      return readFileSync(this.file, 'utf8') === this.#text;
    } catch {
      return false;
    }
  }

  /** Withdraws the file for good, synchronously: a closing extension host waits for nothing. */
  withdraw(): void {
    this.#isWithdrawn = true;
    markClosed(this.file);
  }
}

/** Renames the entry file of a closed or killed window. Hooks wait for a recent one, since it may be reloading. */
export function markClosed(entryFile: string): void {
  try {
    // The file's time tells hooks when the window closed.
    const now = new Date();
    utimesSync(entryFile, now, now);
    renameSync(entryFile, closedFile(entryFile));
  } catch {
    rmSync(entryFile, { force: true });
  }
}
