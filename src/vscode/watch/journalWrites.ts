// Converts journal entries into the writes that Watch matches with changes on disk.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import type { Turn } from '../../core/watch/reviewItem.ts';
import type { PathWrite } from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';
import type { UserWrites } from './userWrites.ts';

type StoredCreation = Extract<StoredChange, { readonly kind: 'create' }>;
/** The content before or after a change of any kind that has one. */
type AnyContent = StoredChange extends infer Change
  ? Change extends { before: infer Content }
    ? Content
    : never
  : never;

/** Permission bit of a file that its owner may execute. */
const ownerExecutes = 0o100;

/** Finds the turn of a session at a time, in milliseconds since 1970. */
export type FindTurn = (agent: string | undefined, session: string | undefined, timeMs: number) => Turn | undefined;

/**
 * The writes of a journal entry below a folder. The item of a file with changes to review cannot follow a reviewed move
 * into another workspace folder, so both sides of the move are listed: as changes by the call; for an undo, as
 * unexplained changes.
 */
export function writesOfEntry(
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
      // An entry does not say what was at the target before.
      return [
        { realUri: fromRealUri, before, after: absentState, isFolder },
        { realUri, before: anyState, after, isFolder, fromRealUri },
      ];
    }
    case 'copy':
      // The entry does not say what was at the target before, as for a move.
      return [{ realUri, before: anyState, after }];
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

/** Whether an entry creates a file as executable, by the plan or by the permissions that an undo restores. */
function isCreatedExecutable({ permissions }: JournalEntry, { at, after, mode }: StoredCreation): boolean | undefined {
  if (after.kind === 'link') return undefined;
  const restoresExecutable = ((permissions?.[at.uri] ?? 0) & ownerExecutes) !== 0;
  return mode?.after ?? restoresExecutable;
}

/** The state of a stored content; `any` if its hash was not stored, as of links, folders and some large files. */
function contentStateOf(content: AnyContent): ContentState {
  return 'sha256' in content ? content.sha256 : anyState;
}

function pathOf(uri: string): string {
  return vscode.Uri.parse(uri, true).path;
}
