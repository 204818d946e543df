// Finds the changes of a call that its rollback must skip, although their files look as these changes leave them.

import type { Change } from '../../core/change/change.ts';
import { writtenLocations } from '../../core/change/summary.ts';
import { isAfter, isBefore, isMoved, type Disk } from '../ports/localDisk.ts';
import { createsPath } from './write/missingFolders.ts';

/** A change as planned, or as stored in the journal. */
export type AnyChange = Parameters<typeof writtenLocations>[0];

/** The changes of a call, each read on demand. */
export interface LazyChanges<T> {
  readonly all: readonly T[];
  readonly read: (stored: T) => Promise<Change>;
}

/** Indexes of the last earlier changes at the path of a change; undefined if there is none. */
interface Predecessors {
  /** The last move from or to that path. */
  readonly move: number | undefined;
  /** The last change that put something at that path, which was empty. */
  readonly creation: number | undefined;
}

/**
 * Returns a function that finds out whether a rollback, which has come to a change, must skip it: undefined if not.
 * `unwritten`: the call never got to it. `rolledBack`: it deletes what the call itself has created at an empty path;
 * restored, that would be in the way of what was there before the call.
 */
export function rollbackSkips<T extends AnyChange>(
  changes: LazyChanges<T>,
  disk: Disk,
): (index: number) => Promise<'unwritten' | 'rolledBack' | undefined> {
  const predecessors = findPredecessors(changes.all);
  return async (index) => {
    const { move, creation } = predecessors[index] ?? {};
    if (move !== undefined && (await followsUnmadeMove(changes, move, index, disk))) return 'unwritten';
    if (creation !== undefined && (await deletesCreation(changes, creation, index, disk))) return 'rolledBack';
    return undefined;
  };
}

function findPredecessors(all: readonly AnyChange[]): readonly Predecessors[] {
  const moves = new Map<string, number>();
  const creations = new Map<string, number>();
  return all.map((change, index) => {
    const { real } = change.at;
    const predecessors = { move: moves.get(real), creation: creations.get(real) };
    if (change.kind === 'move') for (const each of writtenUris(change)) moves.set(each, index);
    if (createsPath(change)) creations.set(real, index);
    return predecessors;
  });
}

/**
 * Whether the call never got to a change, since it has not made an earlier move from or to the same path. The file at
 * the old path may then be the one to move, and not another with the same content; and nothing was at the new path. Not
 * certain, so false, if some change in between looks written: it may have put that content there.
 */
async function followsUnmadeMove<T extends AnyChange>(
  { all, read }: LazyChanges<T>,
  moveIndex: number,
  index: number,
  disk: Disk,
): Promise<boolean> {
  const move = all[moveIndex];
  if (move === undefined || all[index]?.kind === 'move' || !(await isBefore(await read(move), disk))) return false;
  const uris = new Set(writtenUris(move));
  for (const stored of all.slice(moveIndex + 1, index)) {
    if (!writtenUris(stored).some((uri) => uris.has(uri))) continue;
    for (const uri of writtenUris(stored)) uris.add(uri);
    const between = await read(stored);
    if ((await isAfter(between, disk)) || (await isMoved(between, disk))) return false;
  }
  return true;
}

async function deletesCreation<T extends AnyChange>(
  { all, read }: LazyChanges<T>,
  creationIndex: number,
  index: number,
  disk: Disk,
): Promise<boolean> {
  const [stored, deletion] = [all[creationIndex], all[index]];
  if (stored === undefined || stored.kind === 'move' || deletion?.kind !== 'delete') return false;
  const creation = await read(stored);
  return 'after' in creation && creation.after.kind !== 'directory' && isAfter(await read(deletion), disk);
}

function writtenUris(change: AnyChange): string[] {
  return writtenLocations(change).map(({ real }) => real);
}
