// Records which changes of a call the user excluded, with the reasons, and determines which changes are not written
// because of that: the excluded ones, and all that depend on them.
import type { Change, Location } from './change.ts';
import { locationsOf, writtenLocations } from './summary.ts';

type ChangeMap = ReadonlyMap<Change, readonly Change[]>;

/** Dependencies between the changes of a call. The maps have no key for a change without such changes. */
interface Dependencies {
  readonly changes: readonly Change[];
  /** By change: those that cannot be made without it. */
  readonly dependents: ChangeMap;
  /** By change: the new folders above it. */
  readonly newFolders: ChangeMap;
  /** By the creation of a folder: the changes inside it. */
  readonly contents: ChangeMap;
}

/** The user's exclusions of whole changes, and the reasons for these and for excluded hunks. */
export class ExclusionChoices {
  readonly #dependencies: Dependencies;
  #excludedByUser: ReadonlySet<Change> = new Set();
  #excluded: ReadonlySet<Change> = new Set();
  /** By change and index of the hunk; the key `undefined` is for the whole change. */
  readonly #reasons = new Map<Change, Map<number | undefined, string | undefined>>();

  constructor(changes: readonly Change[]) {
    this.#dependencies = findDependencies(changes);
  }

  /** The changes that the user excluded, and those that depend on them. */
  get excluded(): ReadonlySet<Change> {
    return this.#excluded;
  }

  /** The changes that the user excluded. */
  get excludedByUser(): ReadonlySet<Change> {
    return this.#excludedByUser;
  }

  /** Excludes changes, or includes them again with those that they depend on; `reason` counts only for exclusion. */
  setExcluded(targets: readonly Change[], isExcluded: boolean, reason: string | undefined): void {
    const excludedBefore = this.#excludedByUser;
    this.#excludedByUser = isExcluded
      ? new Set([...excludedBefore, ...targets])
      : includeAgain(this.#dependencies, excludedBefore, targets);
    if (isExcluded) for (const change of targets) this.setReason(change, reason);
    // Drops the reasons of all changes that are included again, such as the creation of a target's folder.
    for (const change of excludedBefore) if (!this.#excludedByUser.has(change)) this.setReason(change, undefined);
    this.#excluded = excludeWithDependents(this.#dependencies, this.#excludedByUser);
  }

  /** The reason for excluding a change, or one of its hunks (by index). */
  reasonOf(change: Change, hunk?: number): string | undefined {
    return this.#reasons.get(change)?.get(hunk);
  }

  /** Sets the reason for excluding a change, or one of its hunks; undefined or empty for none. */
  setReason(change: Change, reason: string | undefined, hunk?: number): void {
    const reasons = this.#reasons.get(change) ?? new Map<number | undefined, string | undefined>();
    reasons.set(hunk, reason === '' ? undefined : reason);
    this.#reasons.set(change, reasons);
  }
}

/**
 * The changes to exclude if the user excludes these.
 * - A change that needs an excluded one is excluded.
 * - A new folder that is excluded excludes the changes inside it.
 * - A new folder is excluded once all changes inside it are.
 * - A folder is not deleted if a file inside it stays.
 * - Changes at one location (a deletion, then a new file) are excluded together.
 */
export function excludeWithDependents(
  dependencies: Dependencies,
  excludedByUser: ReadonlySet<Change>,
): ReadonlySet<Change> {
  return withDependents(
    dependencies,
    dependencies.changes.filter((change) => excludedByUser.has(change)),
  );
}

/** Returns these changes, and all changes that the rules of `excludeWithDependents` exclude with them. */
function withDependents(
  { dependents, newFolders, contents }: Dependencies,
  changes: readonly Change[],
): ReadonlySet<Change> {
  const excluded = new Set(changes);
  const queue = [...excluded];
  for (let change = queue.pop(); change !== undefined; change = queue.pop()) {
    const emptiedFolders = (newFolders.get(change) ?? []).filter(
      (folder) => !excluded.has(folder) && contents.get(folder)?.every((content) => excluded.has(content)),
    );
    for (const dependent of [...(dependents.get(change) ?? []), ...emptiedFolders]) {
      if (excluded.has(dependent)) continue;
      excluded.add(dependent);
      queue.push(dependent);
    }
  }
  return excluded;
}

/** Includes changes again: returns the user's exclusions without those that would exclude one of them. */
export function includeAgain(
  dependencies: Dependencies,
  excludedByUser: ReadonlySet<Change>,
  targets: readonly Change[],
): ReadonlySet<Change> {
  const remaining = new Set(excludedByUser);
  const targetsIn = (excluded: ReadonlySet<Change>): Change[] => targets.filter((target) => excluded.has(target));
  for (const change of excludedByUser) {
    if (targetsIn(withDependents(dependencies, [change])).length > 0) remaining.delete(change);
  }
  // A new folder is still excluded if all its contents are, so these are included as well.
  for (const folder of targetsIn(excludeWithDependents(dependencies, remaining))) {
    for (const content of dependencies.contents.get(folder) ?? []) remaining.delete(content);
  }
  const isStillExcluded = targetsIn(excludeWithDependents(dependencies, remaining)).length > 0;
  // Several exclusions together still exclude a target. It is not worth finding out which, so none is kept.
  return isStillExcluded ? new Set() : remaining;
}

/**
 * Finds the dependencies between the changes of a call. A change depends on every other one that writes to one of its
 * locations, and on the new folders above it; the deletion of a folder depends on the changes that take files out of
 * it.
 */
export function findDependencies(changes: readonly Change[]): Dependencies {
  const changesByUri = groupBy(
    changes.flatMap((change) => writtenLocations(change).map(({ real }) => [real, change] as const)),
  );
  /** Pairs of a new folder and a change inside it. */
  const contents = changes.flatMap((change) =>
    newFoldersAbove(change, changesByUri).map((folder) => [folder, change] as const),
  );
  /** Pairs of a change and one that cannot be made without it. */
  const dependents = changes.flatMap((change) => [
    ...othersWritingTo(locationsOf(change), change, changesByUri).map((other) => [other, change] as const),
    ...deletedFoldersAbove(change, changesByUri).map((folder) => [change, folder] as const),
  ]);
  return {
    changes,
    dependents: groupBy([...dependents, ...contents]),
    contents: groupBy(contents),
    newFolders: groupBy(contents.map(([folder, content]) => [content, folder] as const)),
  };
}

/** The changes that write to a location, by its canonical URI. */
type ChangesByUri = ReadonlyMap<string, readonly Change[]>;

/** The other changes that write to one of these locations of a change. */
function othersWritingTo(locations: readonly Location[], change: Change, changesByUri: ChangesByUri): Change[] {
  return locations.flatMap(({ real }) => changesByUri.get(real) ?? []).filter((other) => other !== change);
}

/** The creations of folders that a change needs, since it writes into them. */
function newFoldersAbove(change: Change, changesByUri: ChangesByUri): Change[] {
  if (change.kind === 'delete') return [];
  return folderChangesAbove(change.at.real, changesByUri).filter(({ kind }) => kind === 'createDirectory');
}

/** The deletions of folders that need a change, since it takes a file out of them. */
function deletedFoldersAbove(change: Change, changesByUri: ChangesByUri): Change[] {
  if (change.kind !== 'delete' && change.kind !== 'move') return [];
  const vacated = change.kind === 'move' ? change.from : change.at;
  return folderChangesAbove(vacated.real, changesByUri).filter(({ kind }) => kind === 'delete');
}

/** The changes that write to the folders above a location, of which `real` is the canonical URI. */
function folderChangesAbove(real: string, changesByUri: ChangesByUri): Change[] {
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
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map(Array.from(groups, ([key, group]) => [key, group.map(([, value]) => value)]));
}
