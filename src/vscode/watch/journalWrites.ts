// Lists the writes of the journal in a workspace folder.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import type { Turn } from '../../core/watch/reviewItem.ts';
import { absentState, anyState, type ContentState, type Write } from '../../core/watch/writes.ts';

/** A write, with its path. */
export interface PlacedWrite extends Write {
  readonly time: number;
  /** Path from the workspace folder. */
  readonly path: string;
  /** Whether everything below the path was written. */
  readonly isFolder?: boolean;
}

type Side = StoredChange extends infer Each ? (Each extends { before: infer Content } ? Content : never) : never;

/** Writes of an entry below a folder, which is given by its canonical URI. */
export function writesOfEntry(entry: JournalEntry, realFolder: string, turnAt: TurnAt): PlacedWrite[] {
  const top = `${pathOf(realFolder).replace(/\/$/, '')}/`;
  const time = Date.parse(entry.time);
  const { caller, turn: told, session } = entry;
  const turn = told !== undefined && caller !== undefined ? { agent: caller.agent, ...told } : undefined;
  const by = byOf(entry, turn ?? turnAt(caller?.agent, session, time));
  const about = { by, isDone: entry.state === 'applied', time, isRecorded: true };
  const pathBelow = (real: string): string | undefined =>
    pathOf(real).startsWith(top) ? pathOf(real).slice(top.length) : undefined;
  const write = (
    real: string,
    before: ContentState,
    after: ContentState,
    more: Pick<PlacedWrite, 'isFolder' | 'from' | 'executable'> = {},
  ): PlacedWrite[] => {
    const path = pathBelow(real);
    return path === undefined ? [] : [{ ...about, path, before, after, ...more }];
  };
  return entry.changes.flatMap((change) => {
    const { real } = change.at;
    switch (change.kind) {
      case 'create':
        return write(real, absentState, contentStateOf(change.after));
      case 'update':
        return write(real, contentStateOf(change.before), contentStateOf(change.after), {
          executable: change.mode?.after,
        });
      case 'delete':
        return write(real, contentStateOf(change.before), absentState, {
          isFolder: change.before.kind === 'directory',
        });
      case 'move': {
        const isFolder = change.before.kind === 'directory';
        const left = write(change.from.real, contentStateOf(change.before), absentState, { isFolder });
        const from = pathBelow(change.from.real);
        return [...left, ...write(real, anyState, contentStateOf(change.after), { isFolder, from })];
      }
      case 'copy':
        return write(real, anyState, contentStateOf(change.after));
      case 'createDirectory':
        return [];
    }
  });
}

/** Returns the turn of a session at a time. */
export type TurnAt = (agent: string | undefined, session: string | undefined, at: number) => Turn | undefined;

/** Undo and redo count as the user's writes. */
function byOf({ id, later, reverts }: JournalEntry, turn: Turn | undefined): Write['by'] {
  return later === true && reverts === undefined ? { kind: 'later', entry: id, turn } : 'reviewed';
}

function contentStateOf(side: Side): ContentState {
  return 'sha256' in side ? side.sha256 : anyState;
}

function pathOf(uri: string): string {
  return vscode.Uri.parse(uri, true).path;
}
