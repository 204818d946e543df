// Finds the changes that an interrupted call never got to, among those that write the same files.

import type { Change, Content, Location } from '../../core/change/change.ts';
import { writtenLocations } from '../../core/change/summary.ts';
import { isAsExpected, type Disk } from '../ports/localDisk.ts';

/** A change as planned, or as stored in the journal. */
export type AnyChange = Parameters<typeof writtenLocations>[0];

/** The changes of a call, each read on demand. */
export interface LazyChanges<T> {
  readonly all: readonly T[];
  readonly read: (stored: T) => Promise<Change>;
}

interface SearchOptions {
  readonly disk: Disk;
  /** Whether a change, or its rollback, was interrupted in the middle. */
  readonly isPartial: (change: Change) => Promise<boolean>;
}

/** Changes of a call that write the same files, directly or through others, each with its index in the call. */
type Group<T> = ReadonlyMap<number, T>;

/** Groups all changes that write the same files; by canonical URI. A change of several files joins their groups. */
export function groupByFile<T extends AnyChange>(all: readonly T[]): ReadonlyMap<string, Group<T>> {
  const groups = new Map<string, Map<number, T>>();
  for (const [index, stored] of all.entries()) {
    const [group = new Map<number, T>(), ...others] = new Set(
      writtenUris(stored).flatMap((uri) => groups.get(uri) ?? []),
    );
    for (const [key, member] of [[index, stored] as const, ...others.flatMap((other) => [...other])]) {
      group.set(key, member);
      for (const uri of writtenUris(member)) groups.set(uri, group);
    }
  }
  return groups;
}

/**
 * Returns a function that finds out whether a rollback must skip a change, since the call never got to it; undefined if
 * it must not. `unwritten`: there is nothing to do. `foreign`: others have changed its files, which must be reported.
 *
 * A change alone often cannot tell: what looks created may be an original that was not yet moved away. So the whole
 * group is compared with the disk, before the last of it is rolled back.
 */
export function findUnwritten<T extends AnyChange>(
  { all, read }: LazyChanges<T>,
  options: SearchOptions,
): (index: number) => Promise<'unwritten' | 'foreign' | undefined> {
  const groups = groupByFile(all);
  const progressOf = new Map<Group<T>, Promise<Progress>>();
  return async (index) => {
    const change = all[index];
    const group = change && groups.get(change.at.real);
    if (change === undefined || group === undefined || group.size === 1) return undefined;
    const progress = progressOf.get(group) ?? findProgress(group, read, options);
    progressOf.set(group, progress);
    const { last, foreignUris } = await progress;
    if (index <= last) return undefined;
    return writtenUris(change).some((uri) => foreignUris.includes(uri)) ? 'foreign' : 'unwritten';
  };
}

/** The progress of a call with the changes of a group. */
interface Progress {
  /** The index of the last change that may be written, perhaps only in part. */
  readonly last: number;
  /** The files that are not as the call had left them by then. */
  readonly foreignUris: readonly string[];
}

/** Score of a change cut off in the middle: worse than a state without any difference, better than one difference. */
const cutOffScore = 0.5;

/**
 * Finds how far the call got: compares the files with their planned state before each change and after the last one.
 * The state with the fewest differing files wins (others may have changed some). Of equal states, takes the latest: the
 * rollback from any of them leads to the bytes before the call, and from the latest it finds most foreign changes.
 */
async function findProgress<T>(
  group: Group<T>,
  read: LazyChanges<T>['read'],
  { disk, isPartial }: SearchOptions,
): Promise<Progress> {
  const members = [...group].toSorted(([a], [b]) => a - b);
  /** The files that exist by the plan after the changes so far, and those that differ from the plan. */
  const [existing, differing] = [new Set<string>(), new Set<string>()];
  const compare = async (at: Location, expected: Content | undefined): Promise<void> => {
    if (expected === undefined) existing.delete(at.real);
    else existing.add(at.real);
    if (await isAsExpected(at, expected, disk)) differing.delete(at.real);
    else differing.add(at.real);
  };
  const comparedUris = new Set<string>();
  for (const [, stored] of members)
    for (const { at, before } of sidesOf(await read(stored))) {
      if (!comparedUris.has(at.real)) await compare(at, before);
      comparedUris.add(at.real);
    }
  let best: Progress & { readonly score: number } = { last: Infinity, foreignUris: [], score: Infinity };
  /** Compares the current state, that before the change `last`, which may have been begun, with the best one so far. */
  const consider = (last: number, isCutOff = false): void => {
    // A change cut off in the middle explains all differences.
    const [score, foreignUris] = isCutOff ? [cutOffScore, []] : [differing.size, [...differing]];
    // If no file is there, as planned, none has modes to restore: the earliest of equal states rolls back least.
    const isEmpty = score === 0 && existing.size === 0;
    if (isEmpty ? score < best.score : score <= best.score) best = { last, foreignUris, score };
  };
  for (const [index, stored] of members) {
    const change = await read(stored);
    const [source = '', target] = writtenUris(change);
    // A move changes its source first, and its rollback restores that last.
    const isOnlyThis = differing.has(source) && [...differing].every((uri) => uri === source || uri === target);
    consider(index, isOnlyThis && (await isPartial(change)));
    for (const { at, after } of sidesOf(change)) await compare(at, after);
    // A folder in use cannot be removed, so it counts as the one from before the call if there was one.
    if (!differing.has(source) && (await isFolderInUse(change, disk))) differing.add(source);
  }
  consider(Infinity);
  return best;
}

/** Whether a created folder contains files of others; the call's own were rolled back before. */
export async function isFolderInUse({ kind, at }: Change, { editor }: Disk): Promise<boolean> {
  return kind === 'createDirectory' && (await editor.list(at.uri)).length > 0;
}

/** A written location, with its content before and after a change; a side is undefined if nothing is there. */
interface Sides {
  readonly at: Location;
  readonly before?: Content;
  readonly after?: Content;
}

function sidesOf(change: Change): readonly Sides[] {
  if (change.kind === 'createDirectory') return [{ at: change.at, after: { kind: 'directory' } }];
  if (change.kind !== 'move') return [change];
  const { from, at, before, after } = change;
  return [
    { at: from, before },
    { at, after },
  ];
}

function writtenUris(change: AnyChange): string[] {
  return writtenLocations(change).map(({ real }) => real);
}
