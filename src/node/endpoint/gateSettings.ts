// Writes the settings of the gate (the review of agents' edits) that hooks read while no window is open, and watches the
// file that `redline off` writes to switch the gate off in a folder.
import { createHash, randomBytes } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { lstat, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { delay } from '../../async/eventLoop.ts';
import { createMutex } from '../../core/async/oneAtATime.ts';
import {
  changeOffFolders,
  isLeftOffDraft,
  offDraftFile,
  offFile,
  readOffFolders,
  type OffFiles,
} from '../../core/endpoint/redlineHome.ts';
import { isInFolder } from '../../core/path/pathParts.ts';

/**
 * Writes `<home>/gate-<editor>.json` (mode 0600), from which a hook reads its answer while no window is open. Each
 * editor has a file of its own, since their settings differ; `resources/uninstall.js` removes it. The write is atomic,
 * since a hook may read the file at any moment.
 * @param extensionsFolder the folder of all installed extensions, which identifies the editor
 */
export async function writeGateSettings(
  home: string,
  extensionsFolder: string,
  settings: { readonly whenAway: 'agent' | 'deny' },
): Promise<void> {
  const editor = await realpath(extensionsFolder);
  const file = path.join(home, `gate-${createHash('sha256').update(editor).digest('hex').slice(0, 16)}.json`);
  // Older versions had one file for all editors.
  await rm(path.join(home, 'gate.json'), { force: true });
  const text = `${JSON.stringify({ ...settings, editor })}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** The values that the endpoint of a window passes to its gate switch. */
interface GateSwitchDeps {
  readonly home: string;
  /**
   * Called after each change, with all folders where the gate is off: folders of this window, and those below and above
   * them.
   */
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
      // Watching fails, for example, if there are too many watchers. The next call of `watch` checks the file.
    }
    this.#startCheck();
  }

  /** Switches the gate on for some of the folders that were passed to `onChange`. */
  async turnOn(folders: readonly string[]): Promise<void> {
    await changeOffFolders(offFilesIn(this.#deps.home), (offFolders) =>
      offFolders.filter((folder) => !folders.includes(folder)),
    );
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
    const offFolders = readOffFolders(await readOffFile(this.#deps.home)).filter(concernsWindow);
    const serializedFolders = JSON.stringify(offFolders);
    if (serializedFolders === this.#reportedFolders) return;
    this.#reportedFolders = serializedFolders;
    this.#deps.onChange(offFolders);
  }
}

function offFilesIn(home: string): OffFiles {
  const draft = path.join(home, offDraftFile);
  return {
    createDraft: () => writeFile(draft, '', { flag: 'wx', mode: 0o600 }),
    async isDraftLeft() {
      // `lstat`, since a link without a target exists, too.
      const stats = await lstat(draft).catch(() => undefined);
      return stats !== undefined && isLeftOffDraft(stats.mtimeMs, Date.now());
    },
    removeDraft: () => rm(draft, { force: true }),
    read: () => readOffFile(home),
    async replace(text) {
      await writeFile(draft, text);
      await rename(draft, path.join(home, offFile));
    },
    wait: delay,
  };
}

function readOffFile(home: string): Promise<string> {
  return readFile(path.join(home, offFile), 'utf8').catch(() => '');
}
