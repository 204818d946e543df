// Watches the file that `redline off` writes to switch the review of agents' edits (the gate) off in a folder.
import { randomBytes } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMutex } from '../../core/async/oneAtATime.ts';
import { offFile, readOffFolders } from '../../core/endpoint/redlineHome.ts';
import { isInFolder } from '../../core/path/pathParts.ts';

/** What a gate switch gets from the endpoint of its window. */
interface GateSwitchDeps {
  readonly home: string;
  /** Called after each change, with all folders where the gate is off: this window's, those below and those above. */
  readonly onChange: (folders: readonly string[]) => void;
  readonly onError: (cause: unknown) => void;
}

/** Watches whether `redline off` has switched the gate off for a window's folders, and switches it on again. */
export class GateSwitch {
  readonly #deps: GateSwitchDeps;
  /** Canonical paths of the window's folders; empty before `watch`. */
  #folders: readonly string[] = [];
  /** JSON of the folders last passed to `onChange`; initially an empty list, which is not reported. */
  #reportedFolders = '[]';
  /** Undefined before `watch`, after `close`, and if watching fails. */
  #watcher: FSWatcher | undefined;
  /** Serializes checks, so that reports come in order, and this window's read-modify-writes, so that none is lost. */
  readonly #exclusively = createMutex();

  constructor(deps: GateSwitchDeps) {
    this.#deps = deps;
  }

  /**
   * Starts to watch, or replaces the folders. Checks the file in any case, so call it at each focus: watching may fail.
   * @param folders canonical paths of the window's folders
   */
  watch(folders: readonly string[]): void {
    this.#folders = folders;
    try {
      this.#watcher ??= watch(this.#deps.home, { persistent: false }, (_event, name) => {
        if (name === null || name === offFile) this.#startCheck();
      }).on('error', () => this.close());
    } catch {
      // Such as for too many watchers. The next call of `watch` checks the file.
    }
    this.#startCheck();
  }

  /** Switches the gate on for some of the folders that were passed to `onChange`. */
  async turnOn(folders: readonly string[]): Promise<void> {
    await this.#exclusively(() => this.#removeOffFolders(folders));
    this.#startCheck();
  }

  async #removeOffFolders(folders: readonly string[]): Promise<void> {
    const file = path.join(this.#deps.home, offFile);
    const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
    const remainingFolders = (await this.#readOffFolders()).filter((folder) => !folders.includes(folder));
    await writeFile(draft, JSON.stringify(remainingFolders), { mode: 0o600 });
    await rename(draft, file);
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #startCheck(): void {
    this.#exclusively(() => this.#reportIfChanged()).catch(this.#deps.onError);
  }

  async #reportIfChanged(): Promise<void> {
    const concernsWindow = (offFolder: string): boolean =>
      this.#folders.some(
        (folder) => isInFolder(folder, offFolder, path.sep) || isInFolder(offFolder, folder, path.sep),
      );
    const offFolders = (await this.#readOffFolders()).filter(concernsWindow);
    const serializedFolders = JSON.stringify(offFolders);
    if (serializedFolders === this.#reportedFolders) return;
    this.#reportedFolders = serializedFolders;
    this.#deps.onChange(offFolders);
  }

  async #readOffFolders(): Promise<string[]> {
    return readOffFolders(await readFile(path.join(this.#deps.home, offFile), 'utf8').catch(() => ''));
  }
}
