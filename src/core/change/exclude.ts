import type { Change, Location } from './change.ts';
import { locationsOf } from './summary.ts';

/**
 * What is left out of a call when a person leaves out `chosen`: those, and what cannot or should not be done without
 * them. A folder that is not made takes with it all that would have come into it; a folder made only for what is left
 * out is not made; a folder that keeps something is not deleted; changes of one place (a deletion that makes room for
 * a new file) go together.
 */
export function exclude(changes: readonly Change[], chosen: ReadonlySet<Change>): ReadonlySet<Change> {
  const ties = tiesOf(changes);
  const out = new Set(changes.filter((change) => chosen.has(change)));
  const queue = [...out];
  for (let change = queue.pop(); change !== undefined; change = queue.pop()) {
    const next = [
      ...(ties.takes.get(change) ?? []),
      ...(ties.madeFor.get(change) ?? []).filter((folder) =>
        ties.holds.get(folder)?.every((content) => out.has(content)),
      ),
    ];
    for (const each of next) {
      if (out.has(each)) continue;
      out.add(each);
      queue.push(each);
    }
  }
  return out;
}

/** The choice that is left when a person takes `change` in again: without all that would keep it out. */
export function include(changes: readonly Change[], chosen: ReadonlySet<Change>, change: Change): ReadonlySet<Change> {
  const next = new Set(chosen);
  next.delete(change);
  for (const each of chosen) {
    if (exclude(changes, new Set([each])).has(change)) next.delete(each);
  }
  // Then it is a folder that was to be made for what is left out: that comes with it.
  if (exclude(changes, next).has(change)) {
    for (const content of tiesOf(changes).holds.get(change) ?? []) next.delete(content);
  }
  return exclude(changes, next).has(change) ? new Set() : next;
}

interface Ties {
  /** Leaving out the key leaves out all of the value. */
  readonly takes: ReadonlyMap<Change, readonly Change[]>;
  /** The folders, new in this call, that a change comes into. */
  readonly madeFor: ReadonlyMap<Change, readonly Change[]>;
  /** What comes into a folder that is new in this call. */
  readonly holds: ReadonlyMap<Change, readonly Change[]>;
}

function tiesOf(changes: readonly Change[]): Ties {
  const at = groupBy(changes.flatMap((change) => writtenBy(change).map(({ real }) => [real, change] as const)));
  const takes: [Change, Change][] = [];
  const contents: [Change, Change][] = [];
  for (const change of changes) {
    for (const { real } of locationsOf(change)) {
      for (const other of at.get(real) ?? []) if (other !== change) takes.push([other, change]);
    }
    for (const { real } of writtenBy(change)) {
      for (const other of at.get(real) ?? []) if (other !== change) takes.push([change, other]);
    }
    for (const folder of foldersAbove(change.at.real, at)) {
      if (change.kind === 'delete') {
        if (folder.kind === 'delete') takes.push([change, folder]);
      } else if (folder.kind === 'createDirectory') {
        takes.push([folder, change]);
        contents.push([folder, change]);
      }
    }
    if (change.kind !== 'move') continue;
    for (const folder of foldersAbove(change.from.real, at)) {
      if (folder.kind === 'delete') takes.push([change, folder]);
    }
  }
  return {
    takes: groupBy(takes),
    holds: groupBy(contents),
    madeFor: groupBy(contents.map(([folder, content]) => [content, folder] as const)),
  };
}

/** The places that are not afterwards what they were; the source of a copy is. */
function writtenBy(change: Change): readonly Location[] {
  return change.kind === 'copy' ? [change.at] : locationsOf(change);
}

function foldersAbove(real: string, at: ReadonlyMap<string, readonly Change[]>): Change[] {
  const found: Change[] = [];
  for (let end = lastSeparator(real); end > 0; end = lastSeparator(real.slice(0, end))) {
    found.push(...(at.get(real.slice(0, end)) ?? []));
  }
  return found;
}

function lastSeparator(real: string): number {
  return Math.max(real.lastIndexOf('/'), real.lastIndexOf('\\'));
}

function groupBy<Key, Value>(pairs: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
