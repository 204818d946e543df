import { lstatSync, rmSync } from 'node:fs';
import { lstat, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import { makePrivateFolder } from './privateFolder.ts';

/** The file by which bridges find a window: `<home>/windows/<id>.json`, mode 0600. */
export class Announcement {
  readonly file: string;
  /** The inode and the time of the file that was written last. */
  #written = '';
  #isWithdrawn = false;

  constructor(home: string, id: string) {
    this.file = path.join(home, 'windows', `${id}.json`);
  }

  /** Writes the file anew, atomically. Calls must not overlap. Throws UnsafeFolderError, or what the system throws. */
  async publish(entry: WindowEntry): Promise<void> {
    if (this.#isWithdrawn) return;
    await makePrivateFolder(path.dirname(this.file));
    const draft = `${this.file}.new`;
    await writeFile(draft, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    const { ino, mtimeMs } = await lstat(draft);
    await rename(draft, this.file);
    this.#written = `${ino} ${mtimeMs}`;
    if (this.#isWithdrawn) this.withdraw();
  }

  /** Whether the file is still the one that was written. */
  isInPlace(): boolean {
    const found = lstatSync(this.file, { throwIfNoEntry: false });
    return found !== undefined && `${found.ino} ${found.mtimeMs}` === this.#written;
  }

  /** Removes the file for good, and at once: an extension host that ends waits for nothing. */
  withdraw(): void {
    this.#isWithdrawn = true;
    rmSync(this.file, { force: true });
  }
}
