// Watches settings files of agents, also outside the workspace: a shell command of an agent can take Redline's hook out.

import * as vscode from 'vscode';
import { baseName } from '../../core/path/pathParts.ts';

/** Time without file events after which the callback is called (debounce), in milliseconds. */
const settleMs = 500;

/** Watches files until it is disposed; a deleted one, too, since it may come back. */
export class SettingsWatchers implements vscode.Disposable {
  readonly #onChange: () => void;
  readonly #watchersByFile = new Map<string, vscode.Disposable>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called once the changes of watched files settle */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches a file, unless it is watched already. @param file absolute path */
  add(file: string): void {
    if (this.#watchersByFile.has(file)) return;
    const uri = vscode.Uri.file(file);
    const folder = vscode.Uri.joinPath(uri, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, baseName(uri.path)));
    const schedule = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#onChange, settleMs);
    };
    this.#watchersByFile.set(
      file,
      vscode.Disposable.from(
        watcher,
        watcher.onDidCreate(schedule),
        watcher.onDidChange(schedule),
        watcher.onDidDelete(schedule),
      ),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchersByFile.values()) watcher.dispose();
  }
}
