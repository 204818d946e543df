// Converts journal entries into the writes that Watch matches with changes on disk.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import type { Turn } from '../../core/watch/reviewItem.ts';
import type { PlacedWrite } from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';

type StoredCreation = Extract<StoredChange, { readonly kind: 'create' }>;
type Side = StoredChange extends infer Change ? (Change extends { before: infer Content } ? Content : never) : never;

const ownerExecutes = 0o100;

/** Writes of an entry below a folder. @param realFolder its canonical URI */
export function writesOfEntry(entry: JournalEntry, realFolder: string, findTurn: FindTurn): PlacedWrite[] {
  const folderPrefix = `${pathOf(realFolder).replace(/\/$/, '')}/`;
  const time = Date.parse(entry.time);
  const { caller, turn: recordedTurn, session } = entry;
  const isRecorded = recordedTurn !== undefined && caller !== undefined;
  const turn = isRecorded ? { agent: caller.agent, ...recordedTurn } : findTurn(caller?.agent, session, time);
  const by = reviewStateOf(entry, turn);
  const common = { by, isDone: entry.state === 'applied', time, isRecorded: true };
  const pathBelow = (real: string): string | undefined =>
    pathOf(real).startsWith(folderPrefix) ? pathOf(real).slice(folderPrefix.length) : undefined;
  const writeAt = (
    real: string,
    before: ContentState,
    after: ContentState,
    extras: Pick<PlacedWrite, 'isFolder' | 'from' | 'executable'> = {},
  ): PlacedWrite[] => {
    const path = pathBelow(real);
    return path === undefined ? [] : [{ ...common, path, before, after, ...extras }];
  };
  return entry.changes.flatMap((change) => {
    const { real } = change.at;
    switch (change.kind) {
      case 'create':
        return writeAt(real, absentState, contentStateOf(change.after), {
          executable: isCreatedExecutable(entry, change),
        });
      case 'update':
        return writeAt(real, contentStateOf(change.before), contentStateOf(change.after), {
          executable: change.mode?.after,
        });
      case 'delete':
        return writeAt(real, contentStateOf(change.before), absentState, {
          isFolder: change.before.kind === 'directory',
        });
      case 'move': {
        const isFolder = change.before.kind === 'directory';
        const removal = writeAt(change.from.real, contentStateOf(change.before), absentState, { isFolder });
        const from = pathBelow(change.from.real);
        return [...removal, ...writeAt(real, anyState, contentStateOf(change.after), { isFolder, from })];
      }
      case 'copy':
        return writeAt(real, anyState, contentStateOf(change.after));
      case 'createDirectory':
        return [];
    }
  });
}

/**
 * Whether a file that a call creates may be executed: by the plan, or the permissions that an undo gives back to it.
 */
function isCreatedExecutable({ permissions }: JournalEntry, { at, after, mode }: StoredCreation): boolean | undefined {
  if (after.kind === 'link') return undefined;
  return mode?.after ?? ((permissions?.[at.uri] ?? 0) & ownerExecutes) !== 0;
}

/** Finds the turn of a session at a time, in milliseconds since 1970. */
export type FindTurn = (agent: string | undefined, session: string | undefined, timeMs: number) => Turn | undefined;

/** Whether a call is reviewed, or will be later; undo and redo count as reviewed, being the user's own writes. */
function reviewStateOf({ id, later, reverts }: JournalEntry, turn: Turn | undefined): Write['by'] {
  return later === true && reverts === undefined ? { kind: 'later', entry: id, turn } : 'reviewed';
}

function contentStateOf(side: Side): ContentState {
  return 'sha256' in side ? side.sha256 : anyState;
}

function pathOf(uri: string): string {
  return vscode.Uri.parse(uri, true).path;
}
