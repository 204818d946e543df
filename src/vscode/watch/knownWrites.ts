// Collects the writes in a folder whose authors are known: those that the journal records, and those of the user.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import { isBelowAny } from '../../core/path/pathParts.ts';
import type { Turn } from '../../core/watch/reviewItem.ts';
import type { SpanLog } from '../../core/watch/spanLog.ts';
import {
  settledIds,
  selectUnsettled,
  asWriteAbove,
  indexWrites,
  type PathWrite,
  type WriteIndex,
} from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { foldersInside, folderUriOf, type NestedRoot } from '../files/paths/workspaceRoots.ts';
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

/** Finds the turn of a session at a time, in milliseconds since 1970. */
type FindTurn = (agent: string | undefined, session: string | undefined, timeMs: number) => Turn | undefined;

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

/**
 * The writes of a journal entry below a folder. The item of a file with changes to review cannot follow a reviewed move
 * into another workspace folder, so both sides of the move are listed for review: as changes by the call; for
 * an undo, as unexplained changes.
 */
function writesOfEntry(
  entry: JournalEntry,
  realFolder: string,
  findTurn: FindTurn,
  userWrites: Pick<UserWrites, 'leftItems'>,
): PathWrite[] {
  const folderPrefix = `${pathOf(realFolder).replace(/\/$/, '')}/`;
  const pathBelow = (realUri: string): string | undefined =>
    pathOf(realUri).startsWith(folderPrefix) ? pathOf(realUri).slice(folderPrefix.length) : undefined;
  const call = { kind: 'later', entry: entry.id, turn: turnOf(entry, findTurn) } as const;
  const isUndo = entry.reverts !== undefined;
  // Undo and redo are the user's own writes, and count as reviewed.
  const isReviewed = entry.later !== true || isUndo;
  const common = { isDone: entry.state === 'applied', time: Date.parse(entry.time), isRecorded: true };
  const by: Write['by'] = isReviewed ? 'reviewed' : call;
  return entry.changes.flatMap((change) => {
    const isMove = isReviewed && change.kind === 'move';
    const left = isMove ? [...userWrites.leftItems(entry.id, change.from.uri, change.at.uri)] : [];
    return writesOfChange(entry, change).flatMap(({ realUri, fromRealUri, ...write }) => {
      const path = pathBelow(realUri);
      if (path === undefined) return [];
      const from = fromRealUri === undefined ? undefined : pathBelow(fromRealUri);
      const whole = { ...common, by, path, ...write, from };
      if (left.length === 0) return [whole];
      const ofLeft = left.map((rest) => ({ ...whole, by: call, path: path + rest, from: from && from + rest }));
      const ofOthers = { ...whole, except: new Set(ofLeft.map((each) => each.path)) };
      return [...(write.isFolder === true ? [ofOthers] : []), ...(isUndo ? [] : ofLeft)];
    });
  });
}

/** A write of one file or folder, by canonical URI. */
interface RealWrite extends Pick<PathWrite, 'before' | 'after' | 'executable' | 'isFolder'> {
  readonly realUri: string;
  /** The file's URI before a move. */
  readonly fromRealUri?: string;
}

function writesOfChange(entry: JournalEntry, change: StoredChange): readonly RealWrite[] {
  const realUri = change.at.real;
  const before = 'before' in change ? contentStateOf(change.before) : absentState;
  const after = 'after' in change ? contentStateOf(change.after) : absentState;
  switch (change.kind) {
    case 'create':
      return [{ realUri, before, after, executable: isCreatedExecutable(entry, change) }];
    case 'update':
      return [{ realUri, before, after, executable: change.mode?.after }];
    case 'delete':
      return [{ realUri, before, after, isFolder: change.before.kind === 'directory' }];
    case 'move': {
      const isFolder = change.before.kind === 'directory';
      const fromRealUri = change.from.real;
      // A file that the move or copy replaces is a deletion in the entry; nobody has approved that of another one.
      return [
        { realUri: fromRealUri, before, after: absentState, isFolder },
        { realUri, before: absentState, after, isFolder, fromRealUri },
      ];
    }
    case 'copy':
      return [{ realUri, before: absentState, after }];
    case 'createDirectory':
      // Watch lists files only.
      return [];
  }
}

/** The turn of a call, as the entry records it or, if it does not, by the session and the time. */
function turnOf({ caller, turn, session, time }: JournalEntry, findTurn: FindTurn): Turn | undefined {
  if (turn !== undefined && caller !== undefined) return { agent: caller.agent, ...turn };
  return findTurn(caller?.agent, session, Date.parse(time));
}

type StoredCreation = Extract<StoredChange, { readonly kind: 'create' }>;

/** Permission bit of a file that its owner may execute. */
const ownerExecutes = 0o100;

/** Whether an entry creates a file as executable, by the plan or by the permissions that an undo restores. */
function isCreatedExecutable({ permissions }: JournalEntry, { at, after, mode }: StoredCreation): boolean | undefined {
  if (after.kind === 'link') return undefined;
  const restoresExecutable = ((permissions?.[at.uri] ?? 0) & ownerExecutes) !== 0;
  return mode?.after ?? restoresExecutable;
}

/** The content before or after a change of any kind that has one. */
type AnyContent = StoredChange extends infer Change
  ? Change extends { before: infer Content }
    ? Content
    : never
  : never;

/** The state of a stored content; `any` if its hash was not stored, as of links, folders and some large files. */
function contentStateOf(content: AnyContent): ContentState {
  return 'sha256' in content ? content.sha256 : anyState;
}

function pathOf(uri: string): string {
  return vscode.Uri.parse(uri, true).path;
}
