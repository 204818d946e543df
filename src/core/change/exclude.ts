// Excludes changes of a call, with all changes that depend on them.
import type { Change, Location } from './change.ts';
import { locationsOf } from './summary.ts';

/**
 * Excludes the `chosen` changes and all that depend on them.
 * - A new folder that is excluded excludes the changes inside it.
 * - A new folder is excluded once all changes inside it are.
 * - A folder is not deleted if a file inside it stays.
 * - Changes at one location (a deletion, then a new file) are excluded together.
 */
export function excludeWithDependents(
  changes: readonly Change[],
  excludedByUser: ReadonlySet<Change>,
): ReadonlySet<Change> {
  const { dependents, newFolders, contents } = findDependencies(changes);
  const excluded = new Set(changes.filter((change) => excludedByUser.has(change)));
  const queue = [...excluded];
  for (let change = queue.pop(); change !== undefined; change = queue.pop()) {
    const emptiedFolders = (newFolders.get(change) ?? []).filter((folder) =>
      contents.get(folder)?.every((content) => excluded.has(content)),
    );
    for (const dependent of [...(dependents.get(change) ?? []), ...emptiedFolders]) {
      if (excluded.has(dependent)) continue;
      excluded.add(dependent);
      queue.push(dependent);
    }
  }
  return excluded;
}

/** Includes `change` again: removes every choice that would exclude it. */
export function includeAgain(
  changes: readonly Change[],
  excludedByUser: ReadonlySet<Change>,
  change: Change,
): ReadonlySet<Change> {
  const remainingChoices = new Set(excludedByUser);
  remainingChoices.delete(change);
  for (const choice of excludedByUser) {
    if (excludeWithDependents(changes, new Set([choice])).has(change)) remainingChoices.delete(choice);
  }
  // A new folder is still excluded if all its contents are, so these are included as well.
  if (excludeWithDependents(changes, remainingChoices).has(change)) {
    for (const content of findDependencies(changes).contents.get(change) ?? []) remainingChoices.delete(content);
  }
  return excludeWithDependents(changes, remainingChoices).has(change) ? new Set() : remainingChoices;
}

type ChangeMap = ReadonlyMap<Change, readonly Change[]>;

/** Dependencies between the changes of a call. */
interface Dependencies {
  /** The changes that require the key. */
  readonly dependents: ChangeMap;
  /** The new folders above a change. */
  readonly newFolders: ChangeMap;
  /** The changes inside a new folder. */
  readonly contents: ChangeMap;
}

function findDependencies(changes: readonly Change[]): Dependencies {
  const changesByUri = groupBy(
    changes.flatMap((change) => writtenLocations(change).map(({ real }) => [real, change] as const)),
  );
  const dependents: [Change, Change][] = [];
  const contents: [Change, Change][] = [];
  for (const change of changes) {
    for (const { real } of locationsOf(change)) {
      for (const other of changesByUri.get(real) ?? []) if (other !== change) dependents.push([other, change]);
    }
    for (const { real } of writtenLocations(change)) {
      for (const other of changesByUri.get(real) ?? []) if (other !== change) dependents.push([change, other]);
    }
    for (const folder of folderChangesAbove(change.at.real, changesByUri)) {
      if (change.kind === 'delete') {
        if (folder.kind === 'delete') dependents.push([change, folder]);
      } else if (folder.kind === 'createDirectory') {
        dependents.push([folder, change]);
        contents.push([folder, change]);
      }
    }
    if (change.kind !== 'move') continue;
    for (const folder of folderChangesAbove(change.from.real, changesByUri)) {
      if (folder.kind === 'delete') dependents.push([change, folder]);
    }
  }
  return {
    dependents: groupBy(dependents),
    contents: groupBy(contents),
    newFolders: groupBy(contents.map(([folder, content]) => [content, folder] as const)),
  };
}

/** Locations that a change writes to; the source of a copy is unchanged. */
function writtenLocations(change: Change): readonly Location[] {
  return change.kind === 'copy' ? [change.at] : locationsOf(change);
}

/** The changes of the folders above a location. */
function folderChangesAbove(real: string, changesByUri: ReadonlyMap<string, readonly Change[]>): Change[] {
  const folderChanges: Change[] = [];
  for (let end = lastSeparator(real); end > 0; end = lastSeparator(real.slice(0, end))) {
    folderChanges.push(...(changesByUri.get(real.slice(0, end)) ?? []));
  }
  return folderChanges;
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
