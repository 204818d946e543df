// Combines the writes in a folder whose authors are known: the writes in the journal, and the writes of the user.

import type * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { SpanLog } from '../../core/watch/spanLog.ts';
import { isBelowAny } from '../../core/path/pathParts.ts';
import {
  settledIds,
  selectUnsettled,
  asWriteAbove,
  indexWrites,
  type PathWrite,
  type WriteIndex,
} from '../../core/watch/writeIndex.ts';
import type { ContentState } from '../../core/watch/writes.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { foldersInside, folderUriOf, type NestedRoot } from '../files/paths/workspaceRoots.ts';
import { writesOfEntry, type FindTurn } from './journalWrites.ts';
import type { UserWrites } from './userWrites.ts';

export interface WatchJournal {
  /** All entries, oldest first. */
  readonly entries: () => readonly JournalEntry[];
  /** Reads entries of other windows. */
  readonly refresh: () => Promise<void>;
  /** Reads the bytes of a side of an entry, by their SHA-256; undefined if they are gone. */
  readonly bytesOf: (entry: JournalEntry, hash: ContentState) => Promise<Uint8Array | undefined>;
  /** Returns the canonical URI of a folder. */
  readonly canonicalUriOf: (uri: vscode.Uri) => Promise<string>;
}

interface WindowRecords {
  readonly userWrites: Pick<UserWrites, 'writesSince' | 'whenRecorded' | 'contentOf' | 'leftItems'>;
  /** The turns of agents. */
  readonly spans: SpanLog;
  /** Whether the scans of a folder, given by its URI, list all its changes: they have a baseline, and do not fail. */
  readonly listsChanges: (folder: string) => Promise<boolean>;
}

interface KnownWrites extends Omit<WriteAttribution, 'originOf'> {
  /** Ids of the journal entries that were completely written before the scan, for the next collection. */
  readonly settled: ReadonlySet<string>;
}

/**
 * Collects the known writes for one scan. Call it right before: the scan then sees all writes of `settled`.
 * @param previousSettledIds `settled` of the last scan that succeeded; undefined if this window had none
 */
export async function collectKnownWrites(
  folder: vscode.WorkspaceFolder,
  previousSettledIds: ReadonlySet<string> | undefined,
  journal: WatchJournal,
  { userWrites, spans, listsChanges }: WindowRecords,
): Promise<KnownWrites> {
  const realFolder = await journal.canonicalUriOf(folder.uri);
  await journal.refresh();
  const settled = settledIds(journal.entries());
  // An entry without an agent or session matches no turn.
  const findTurn: FindTurn = (agent = '', session = '', timeMs) => spans.turnOf({ agent, session }, timeMs);
  const folderUri = folderUriOf(folder);
  const nestedFolders = foldersInside(folderUri);
  const watchedPaths = await listWatchedPaths(nestedFolders, listsChanges);
  // Cached, since a scan asks for the writes of many files since the same time.
  let cached: { readonly since: number; readonly index: WriteIndex } | undefined;
  const indexWritesSince = (since: number): WriteIndex => {
    const entries = selectUnsettled(journal.entries(), since, previousSettledIds);
    const journalWrites = entries.flatMap((entry) => writesOfEntry(entry, realFolder, findTurn, userWrites));
    return indexWrites([...journalWrites, ...listUserWrites(folderUri, nestedFolders, since, userWrites)]);
  };
  return {
    settled,
    isInNestedFolder: (path) => isBelowAny(path, watchedPaths),
    async whenRecorded() {
      // Another window may have begun a call during the scan, which may have seen its writes.
      await Promise.all([userWrites.whenRecorded(), journal.refresh()]);
    },
    writesOf(path, since) {
      if (cached?.since !== since) cached = { since, index: indexWritesSince(since) };
      return cached.index.of(path);
    },
    bytesOf: async (_path, hash) => userWrites.contentOf(hash) ?? findInJournal(journal, hash),
  };
}

/** Bytes by their SHA-256, from the newest entry that has them. */
async function findInJournal(journal: WatchJournal, hash: ContentState): Promise<Uint8Array | undefined> {
  for (const entry of journal.entries().toReversed()) {
    const bytes = await journal.bytesOf(entry, hash);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

/** The paths of the nested folders whose scans list all their changes. */
async function listWatchedPaths(
  nestedFolders: readonly NestedRoot[],
  listsChanges: (folder: string) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const watchedPaths = new Set<string>();
  for (const { uri, path } of nestedFolders) if (await listsChanges(uri)) watchedPaths.add(path);
  return watchedPaths;
}

/** Lists the user's writes in a folder and in the folders nested in it, with paths from the outer folder. */
function listUserWrites(
  folder: string,
  nestedFolders: readonly NestedRoot[],
  since: number,
  userWrites: Pick<UserWrites, 'writesSince'>,
): readonly PathWrite[] {
  const nestedWrites = nestedFolders.flatMap(({ uri, path }) =>
    userWrites.writesSince(uri, since).map((write) => asWriteAbove(path, write)),
  );
  return [...userWrites.writesSince(folder, since), ...nestedWrites];
}
