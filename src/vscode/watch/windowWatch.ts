// Implements Watch in this window: scans the folders after possible changes, and attributes the changes.

import * as vscode from 'vscode';
import type { ReviewItem, Step, StoredFile, Turn } from '../../core/watch/reviewItem.ts';
import { SpanLog, type Speaker } from '../../core/watch/spanLog.ts';
import { originOf } from '../../core/watch/spans.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { formatTrace } from '../../core/wording/trace.ts';
import type { AgentEventListener, FolderStatus, OpenWatch, Watch } from '../../tools/ports/watchPort.ts';
import type { Log } from '../shared/log.ts';
import { relativeTo } from '../search/searchFolder.ts';
import { FolderScans } from './folderScans.ts';
import { knownWrites, type CallsOfJournal } from './knownWrites.ts';
import { PersonWrites, type WatchedFile } from './personWrites.ts';

export interface WindowWatchDeps {
  readonly open: OpenWatch;
  /** Storage folder of the workspace; each watched folder has its store in it. */
  readonly storage: vscode.Uri;
  readonly journal: CallsOfJournal;
  /** Creates a test whether a file's bytes may not be stored, by its path from a folder. */
  readonly secretsIn: (folder: vscode.WorkspaceFolder) => Promise<(path: string) => boolean>;
  readonly log: Log;
}

/** Maximum milliseconds that an agent's command waits for a scan. */
const maxWait = 5000;

export class WindowWatch implements Watch, AgentEventListener, vscode.Disposable {
  readonly #deps: WindowWatchDeps;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #spans = new SpanLog();
  readonly #person = new PersonWrites((uri) => this.#fileAt(uri));
  readonly #folders = new Map<string, FolderScans>();
  readonly #removals = vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => this.#forget(removed));
  #items: readonly ReviewItem[] | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(deps: WindowWatchDeps) {
    this.#deps = deps;
  }

  dispose(): void {
    this.#removals.dispose();
    this.#person.dispose();
    for (const folder of this.#folders.values()) folder.dispose();
    this.#changes.dispose();
  }

  items(): readonly ReviewItem[] {
    this.#items ??= [...this.#folders.values()].flatMap(({ watch }) => [...(watch?.items.values() ?? [])]);
    return this.#items;
  }

  steps(): readonly Step[] {
    const allSteps = [...this.#folders.values()].flatMap(({ watch }) => watch?.steps ?? []);
    return allSteps.sort((one, other) => one.time - other.time);
  }

  status(): readonly FolderStatus[] {
    return localFolders().map((folder) => {
      const uri = uriOf(folder);
      const looks = this.#folders.get(uri);
      if (looks?.failure !== undefined) return { folder: uri, state: 'off', why: looks.failure };
      return { folder: uri, state: looks?.watch === undefined ? 'idle' : 'on' };
    });
  }

  contentOf(folder: string, file: StoredFile): Promise<Uint8Array> {
    return this.#watchOf(folder).contentOf(file);
  }

  async keep(items: readonly ReviewItem[]): Promise<void> {
    for (const folder of new Set(items.map((item) => item.folder))) {
      await this.#watchOf(folder).keep(items.filter((item) => item.folder === folder));
    }
    this.#changed();
  }

  async keepPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    await this.#watchOf(item.folder).keepPart(item, baseline);
    this.#changed();
  }

  async refresh(): Promise<void> {
    await Promise.all(localFolders().map((folder) => this.#watches(folder).scan()));
  }

  async clearHistory(): Promise<void> {
    // Waits until the stores are open.
    await this.refresh();
    for (const { watch } of this.#folders.values()) await watch?.clearHistory();
    this.#changed();
  }

  async turnStarts(speaker: Speaker, turn: string | undefined): Promise<void> {
    await this.#waitForLook();
    this.#spans.startTurn(speaker, turn, Date.now());
  }

  async commandStarts(speaker: Speaker, command: string, key: string): Promise<void> {
    await this.#waitForLook();
    this.#spans.startCommand(speaker, command, key, Date.now());
  }

  async commandEnds(speaker: Speaker, key: string): Promise<void> {
    this.#spans.endCommand(speaker, key, Date.now());
    await this.#waitForLook();
  }

  async turnEnds(speaker: Speaker): Promise<void> {
    this.#spans.endTurn(speaker, Date.now());
    await this.#waitForLook();
  }

  calls(speaker: Speaker): void {
    this.#spans.noteCall(speaker, Date.now());
  }

  hears(speaker: Speaker): void {
    this.#spans.noteActivity(speaker, Date.now());
  }

  sessionEnds(speaker: Speaker): void {
    this.#spans.endSession(speaker, Date.now());
  }

  /** The turn of a call that writes now. */
  turnOfCall(speaker: Speaker): Turn | undefined {
    return this.#spans.turnOfCall(speaker, Date.now());
  }

  /** @param key identifies the command when it ends */
  terminalStarts(command: string, key: object): void {
    this.#spans.startTerminal(command, key, Date.now());
  }

  terminalEnds(key: object): void {
    this.#spans.endTerminal(key, Date.now());
  }

  async #waitForLook(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWait)));
    await Promise.race([this.refresh(), late]);
    clearTimeout(timer);
  }

  #watches(folder: vscode.WorkspaceFolder): FolderScans {
    const uri = uriOf(folder);
    const watched = this.#folders.get(uri);
    if (watched !== undefined) return watched;
    let settledBefore: ReadonlySet<string> | undefined;
    let prepared: ReadonlySet<string> | undefined;
    let isSecret = (_path: string): boolean => true;
    const looks = new FolderScans({
      open: async () => {
        const storage = vscode.Uri.joinPath(this.#deps.storage, storeName(uri)).toString();
        return this.#deps.open({ folder: uri, storage, isSecret: (path) => isSecret(path) });
      },
      attribution: async () => {
        // The user may have changed the rules since the last scan.
        isSecret = await this.#deps.secretsIn(folder);
        // A failed scan has seen nothing.
        if (looks.failure === undefined) settledBefore = prepared;
        const { settled, ...writes } = await knownWrites(folder, settledBefore, this.#deps.journal, {
          person: this.#person,
          spans: this.#spans,
        });
        prepared = settled;
        return { originOf: (interval) => originOf(this.#spans.spans, interval), ...writes };
      },
      changed: () => this.#changed(),
      failed: (cause) => this.#deps.log.error(`Watch cannot look at ${folder.name}: ${formatTrace(cause)}`),
    });
    this.#folders.set(uri, looks);
    return looks;
  }

  #watchOf(folder: string) {
    const watch = this.#folders.get(folder)?.watch;
    if (watch === undefined) throw new ToolError('IO_ERROR', 'This folder is not watched any more.');
    return watch;
  }

  #fileAt(uri: vscode.Uri): WatchedFile | undefined {
    const folder = uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
    if (folder === undefined) return undefined;
    const [path, name] = [relativeTo(folder, uri), uriOf(folder)];
    return { folder: name, path, read: () => this.#folders.get(name)?.watch?.readNow(path) };
  }

  #forget(removed: readonly vscode.WorkspaceFolder[]): void {
    for (const folder of removed) {
      this.#folders.get(uriOf(folder))?.dispose();
      this.#folders.delete(uriOf(folder));
    }
    this.#changed();
  }

  #changed(): void {
    this.#items = undefined;
    this.#changes.fire();
  }
}

function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

function uriOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.toString().replace(/\/$/, '');
}

/** Name of a folder's store: FNV-1a of its URI, which suffices for the few folders of a workspace. */
function storeName(uri: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(uri)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
