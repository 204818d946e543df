// Watches the file that `redline off` writes to switch the review of agents' edits (the gate) off in a folder.
import { watch, type FSWatcher } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { delay } from '../../async/eventLoop.ts';
import { createMutex } from '../../core/async/oneAtATime.ts';
import {
  maxOffDraftAgeMs,
  offDraftFile,
  offDraftRetryMs,
  offFile,
  readOffFolders,
} from '../../core/endpoint/offFolders.ts';
import { getErrorCode } from '../disk/errorCode.ts';
import { isInFolder } from '../../core/path/isInFolder.ts';

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
  /** Serializes checks, so that reports come in order. */
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
    const draft = path.join(this.#deps.home, offDraftFile);
    await createOffDraft(draft);
    const remainingFolders = (await this.#readOffFolders()).filter((folder) => !folders.includes(folder));
    await writeFile(draft, JSON.stringify(remainingFolders));
    await rename(draft, path.join(this.#deps.home, offFile));
    this.#startCheck();
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

/** Creates the draft once neither another process nor another call has it. @throws a system error otherwise */
async function createOffDraft(draft: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(draft, '', { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      if (getErrorCode(cause) !== 'EEXIST') throw cause;
      const { mtimeMs = Date.now() } = (await stat(draft).catch(() => undefined)) ?? {};
      if (Math.abs(Date.now() - mtimeMs) > maxOffDraftAgeMs) await rm(draft, { force: true });
    }
    await delay(offDraftRetryMs);
  }
}
