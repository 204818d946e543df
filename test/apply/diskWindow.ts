import { userCaller } from '../../src/tools/ports/caller.ts';
import { cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Change } from '../../src/core/change/change.ts';
import { invertCall } from '../../src/core/change/inverse.ts';
import { sha256 } from '../../src/core/text/bytes.ts';
import type { JournalEntry } from '../../src/core/journal/journalEntry.ts';
import { phrase } from '../../src/core/wording/phrase.ts';
import { nodeLargeFiles } from '../../src/node/files/largeFiles.ts';
import { nodeLinks, nodeModes } from '../../src/node/disk/linksAndModes.ts';
import { nodeProcesses } from '../../src/node/disk/processes.ts';
import { nodeStorageFolder } from '../../src/node/files/storageFolder.ts';
import { nodeWholeFiles } from '../../src/node/files/inPlaceFiles.ts';
import { handOver, type HandedOver } from '../../src/vscode/apply/handOver.ts';
import { JournalledApplier } from '../../src/vscode/apply/applier.ts';
import { Claims, Lease } from '../../src/vscode/journal/lease.ts';
import type { Editor } from '../../src/vscode/ports/editor.ts';
import { Journal } from '../../src/vscode/journal/journal.ts';
import { storageFolders } from '../../src/vscode/journal/storageFolders.ts';
import type { Disk } from '../../src/vscode/ports/localDisk.ts';
import { recover } from '../../src/vscode/apply/recover.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const absent = (): never => {
  throw new Error('There is no such thing here.');
};

/** An editor that has no texts, no tabs and no trash, on the local disk. */
const editor: Editor = {
  async stat(uri) {
    const found = await lstat(fileURLToPath(uri)).catch(() => undefined);
    if (found === undefined) return undefined;
    const type = found.isDirectory() ? 'directory' : found.isSymbolicLink() ? 'symlink' : 'file';
    return { type, size: found.size, modified: found.mtimeMs };
  },
  readFile: (uri) => readFile(fileURLToPath(uri)),
  async list(uri) {
    const entries = await readdir(fileURLToPath(uri), { withFileTypes: true });
    return entries.map((entry) => ({ uri: `${uri}/${entry.name}`, isFolder: entry.isDirectory() }));
  },
  writeFile: (uri, bytes) => writeFile(fileURLToPath(uri), bytes),
  createFile: async (uri, bytes) => {
    await writeFile(fileURLToPath(uri), bytes, { flag: 'wx' });
    return true;
  },
  createDirectory: async (uri) => void (await mkdir(fileURLToPath(uri), { recursive: true })),
  async rename(from, to) {
    await rename(fileURLToPath(from), fileURLToPath(to));
    return true;
  },
  copy: (from, to) => cp(fileURLToPath(from), fileURLToPath(to)),
  delete: (uri) => rm(fileURLToPath(uri), { recursive: true }),
  moveToTrash: absent,
  decode: async (_, bytes) => ({ kind: 'binary', bytes, sha256: await sha256(bytes) }),
  decodeText: absent,
  loadedDocument: () => undefined,
  dirtyDocument: () => undefined,
  load: absent,
  edit: absent,
  onDidChange: absent,
  revert: absent,
  isSaveUnpredictable: () => false,
  readonlyReason: () => Promise.resolve(undefined),
  requireNoUnsavedWork: () => undefined,
  textTabs: () => [],
  closeTabs: () => Promise.resolve(),
};

export interface DiskWindow {
  readonly journal: Journal;
  apply(changes: readonly Change[]): Promise<void>;
  /** Hands changes over to an agent that writes them itself. */
  handOver(changes: readonly Change[]): Promise<HandedOver>;
  /** Takes the last step back, whatever it was; so twice does a call again. */
  revert(): Promise<void>;
  recover(): Promise<void>;
}

/** A window with the write engine in it, with files and a history in two folders of one. */
export async function openDiskWindow(root: string, limit = 2 ** 40): Promise<DiskWindow> {
  const storage = nodeStorageFolder(pathToFileURL(path.join(root, 'storage')).href);
  await storage.prepare(storageFolders);
  const lease = new Lease(storage, nodeProcesses);
  const journal = new Journal({
    storage,
    lease,
    claims: new Claims(storage, lease),
    log,
    getLimits: () => ({ entries: 1000, bytes: limit }),
    decode: async (bytes) => Buffer.from(bytes).toString(),
    onChange: () => undefined,
  });
  const disk: Disk = { editor, files: nodeWholeFiles(), large: nodeLargeFiles, links: nodeLinks, modes: nodeModes };
  const parts = { journal, ready: () => journal.refresh(), disk, log };
  const applier = new JournalledApplier({ ...parts, saveModeFor: () => 'exact' });
  const call = { tool: 'redline_test', caller: userCaller, token: undefined, signal: new AbortController().signal };
  const last = (): JournalEntry => {
    const entry = journal.entries.at(-1);
    return entry ?? absent();
  };
  return {
    journal,
    async apply(changes) {
      await applier.apply(changes, phrase('A call'), call);
    },
    handOver: (changes) => handOver(changes, phrase('A call'), call, parts),
    async revert() {
      await journal.refresh();
      const { id, title, tool, permissions } = last();
      const back = invertCall(await journal.contents.changesOf(last()));
      const about = { title, tool, reverts: id, ...(permissions === undefined ? {} : { permissions }) };
      await applier.run(back, about, { isToolCall: false });
    },
    async recover() {
      await journal.refresh();
      await recover(journal, { disk, log, recheck: undefined, saveModeFor: () => 'exact' });
    },
  };
}
