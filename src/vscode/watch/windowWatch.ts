// Implements Watch in this window: scans its folders when the editor or an agent calls for it, and attributes changes.

import * as vscode from 'vscode';
import type { Origin, ReviewItem, Step, StoredFile, Turn } from '../../core/watch/reviewItem.ts';
import { PendingStarts } from '../../core/watch/pendingStarts.ts';
import { SpanLog } from '../../core/watch/spanLog.ts';
import type { AgentSession } from '../../core/watch/agentSession.ts';
import { originOf, type Interval } from '../../core/watch/spans.ts';
import { ToolError, formatTrace } from '../../core/wording/errors.ts';
import type { AgentEventListener, FolderStatus, FolderWatch, OpenWatch, Watch } from '../../tools/ports/watchPort.ts';
import { delay } from '../../async/eventLoop.ts';
import { diskFolders, folderUriOf } from '../files/paths/workspaceRoots.ts';
import type { Log } from '../shared/log.ts';
import { FolderScans } from './folderScans.ts';
import { storeUriOf } from './folderStores.ts';
import { collectKnownWrites, type WatchJournal } from './knownWrites.ts';
import { UserWrites } from './userWrites.ts';
import { findWatchedFile } from './watchedFile.ts';

export interface WindowWatchDeps {
  readonly open: OpenWatch;
  /** Storage folder of the workspace; each watched folder has its store in it. */
  readonly storage: vscode.Uri;
  readonly journal: WatchJournal;
  /** Creates a test whether a file's bytes may not be stored, by its path from a folder. */
  readonly createSecretTest: (folder: vscode.WorkspaceFolder) => Promise<(path: string) => boolean>;
  readonly log: Log;
}

/** Maximum time that an agent's command, or a call that moves files, waits for a scan. */
const maxScanWaitMs = 5000;

/** Scans the window's folders of the local disk, and records what agents and terminals run meanwhile. */
export class WindowWatch implements Watch, AgentEventListener, vscode.Disposable {
  readonly #deps: WindowWatchDeps;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly #spans = new SpanLog();
  readonly #pendingStarts = new PendingStarts();
  readonly #userWrites: UserWrites;
  /** Scans by folder URI without a trailing slash; see `folderUriOf`. */
  readonly #scansByFolder = new Map<string, FolderScans>();
  readonly #folderListener = vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => this.#dropScans(removed));
  /** Cache; undefined after a change. */
  #items: readonly ReviewItem[] | undefined;
  readonly onDidChange = this.#changeEmitter.event;

  constructor(deps: WindowWatchDeps) {
    this.#deps = deps;
    const watchOf = (folder: string): FolderWatch | undefined => this.#scansByFolder.get(folder)?.watch;
    const logFailure = (cause: unknown): void =>
      deps.log.error(`Watch could not record a write in the editor: ${formatTrace(cause)}`);
    this.#userWrites = new UserWrites((uri) => findWatchedFile(uri, watchOf), logFailure);
  }

  dispose(): void {
    this.#folderListener.dispose();
    this.#userWrites.dispose();
    for (const scans of this.#scansByFolder.values()) scans.dispose();
    this.#changeEmitter.dispose();
  }

  items(): readonly ReviewItem[] {
    this.#items ??= [...this.#scansByFolder.values()].flatMap(({ watch }) => [...(watch?.items.values() ?? [])]);
    return this.#items;
  }

  steps(): readonly Step[] {
    const allSteps = [...this.#scansByFolder.values()].flatMap(({ watch }) => watch?.steps ?? []);
    return allSteps.sort((a, b) => a.time - b.time);
  }

  status(): readonly FolderStatus[] {
    return diskFolders().map((folder) => {
      const uri = folderUriOf(folder);
      const scans = this.#scansByFolder.get(uri);
      if (scans?.failure !== undefined) return { folder: uri, state: 'off', reason: scans.failure };
      return { folder: uri, state: scans?.watch === undefined ? 'idle' : 'on' };
    });
  }

  contentOf(folder: string, file: StoredFile): Promise<Uint8Array> {
    return this.#watchOf(folder).contentOf(file);
  }

  async accept(items: readonly ReviewItem[]): Promise<void> {
    try {
      for (const folder of new Set(items.map((item) => item.folder))) {
        await this.#watchOf(folder).accept(items.filter((item) => item.folder === folder));
      }
    } finally {
      // Fires also after a failure: the folders before the failed one have changed.
      this.#fireChange();
    }
  }

  async acceptPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    await this.#watchOf(item.folder).acceptPart(item, baseline);
    this.#fireChange();
  }

  async refresh(): Promise<void> {
    await Promise.all(diskFolders().map((folder) => this.#scansOf(folder).scan()));
  }

  /** Waits for a scan for a limited time only, since an agent waits for this. */
  async refreshInTime(): Promise<void> {
    await Promise.race([this.refresh(), delay(maxScanWaitMs)]);
  }

  async clearHistory(): Promise<void> {
    // Waits until the stores are open.
    await this.refresh();
    for (const { watch } of this.#scansByFolder.values()) await watch?.clearHistory();
    this.#fireChange();
  }

  async turnStarts(agentSession: AgentSession, turn: string | undefined): Promise<void> {
    this.#pendingStarts.endAll(agentSession);
    // Scans first, so that earlier changes are not attributed to the turn, which may end meanwhile.
    const isStillStarting = await this.#pendingStarts.wait(agentSession, undefined, this.refreshInTime());
    if (isStillStarting) this.#spans.startTurn(agentSession, turn, this.#noteNow());
  }

  async commandStarts(agentSession: AgentSession, command: string, key: string): Promise<void> {
    const isStillStarting = await this.#pendingStarts.wait(agentSession, key, this.refreshInTime());
    if (isStillStarting) this.#spans.startCommand(agentSession, command, key, this.#noteNow());
  }

  async commandEnds(agentSession: AgentSession, key: string): Promise<void> {
    // If the command has not started, cancels its start. Commands without ids may share a key: only one of them is
    // ended.
    if (!this.#spans.endCommand(agentSession, key, this.#noteNow())) this.#pendingStarts.end(agentSession, key);
    await this.refreshInTime();
  }

  async turnEnds(agentSession: AgentSession): Promise<void> {
    this.#pendingStarts.endAll(agentSession);
    this.#spans.endTurn(agentSession, this.#noteNow());
    await this.refreshInTime();
  }

  toolCalled(agentSession: AgentSession): void {
    this.#spans.noteCall(agentSession, this.#noteNow());
  }

  activitySeen(agentSession: AgentSession): void {
    this.#spans.noteActivity(agentSession, this.#noteNow());
  }

  sessionEnds(agentSession: AgentSession): void {
    this.#spans.noteDisconnect(agentSession, this.#noteNow());
  }

  /** Returns the turn of an agent's call, and records that the turn is active. */
  turnOfCall(agentSession: AgentSession): Turn | undefined {
    return this.#spans.turnOfCall(agentSession, this.#noteNow());
  }

  /** @param key identifies the command when it ends */
  terminalCommandStarts(command: string, key: object): void {
    this.#spans.startTerminal(command, key, this.#noteNow());
  }

  terminalCommandEnds(key: object): void {
    this.#spans.endTerminal(key, this.#noteNow());
  }

  /** Notes the time in `#spans`, as must be done before each use of it. Returns it, in milliseconds since 1970. */
  #noteNow(): number {
    const now = Date.now();
    this.#spans.noteTime(now);
    return now;
  }

  #originOf(interval: Interval): Origin {
    this.#noteNow();
    return originOf(this.#spans.spans, interval);
  }

  #scansOf(folder: vscode.WorkspaceFolder): FolderScans {
    const uri = folderUriOf(folder);
    return this.#scansByFolder.get(uri) ?? this.#addScans(folder, uri);
  }

  #addScans(folder: vscode.WorkspaceFolder, uri: string): FolderScans {
    const storage = storeUriOf(this.#deps.storage, uri).toString();
    // Ids of settled journal entries. A failed scan attributes nothing, so its entries stay unsettled for the next one.
    let settledAtLastSuccess: ReadonlySet<string> | undefined;
    let settledAtLastScan: ReadonlySet<string> | undefined;
    // Until the first scan has read the rules, every file counts as a secret.
    let isSecret = (_path: string): boolean => true;
    const scans = new FolderScans({
      open: async () => this.#deps.open({ folder: uri, storage, isSecret: (path) => isSecret(path) }),
      attribution: async () => {
        // The user may have changed the rules since the last scan.
        isSecret = await this.#deps.createSecretTest(folder);
        if (scans.failure === undefined) settledAtLastSuccess = settledAtLastScan;
        const { settled, ...writes } = await collectKnownWrites(folder, settledAtLastSuccess, this.#deps.journal, {
          userWrites: this.#userWrites,
          spans: this.#spans,
          listsChanges: (nested) => this.#listsChanges(nested),
        });
        settledAtLastScan = settled;
        return { originOf: (interval) => this.#originOf(interval), ...writes };
      },
      onChange: () => this.#fireChange(),
      onFailure: (cause) => this.#deps.log.error(`Watch cannot look at ${folder.name}: ${formatTrace(cause)}`),
    });
    this.#scansByFolder.set(uri, scans);
    return scans;
  }

  async #listsChanges(folderUri: string): Promise<boolean> {
    const folder = diskFolders().find((each) => folderUriOf(each) === folderUri);
    return folder !== undefined && this.#scansOf(folder).listsChanges();
  }

  /** @throws ToolError IO_ERROR for a folder that is not open, or not scanned yet */
  #watchOf(folder: string): FolderWatch {
    const watch = this.#scansByFolder.get(folder)?.watch;
    if (watch === undefined) throw new ToolError('IO_ERROR', 'This folder is not watched any more.');
    return watch;
  }

  #dropScans(removed: readonly vscode.WorkspaceFolder[]): void {
    for (const folder of removed) {
      this.#scansByFolder.get(folderUriOf(folder))?.dispose();
      this.#scansByFolder.delete(folderUriOf(folder));
    }
    this.#fireChange();
  }

  #fireChange(): void {
    this.#items = undefined;
    this.#changeEmitter.fire();
  }
}
