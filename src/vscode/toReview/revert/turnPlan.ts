// Plans the revert of an agent's turn, newest change first, as changes for the journal.

import type { Change, Location } from '../../../core/change/change.ts';
import { groupByFile } from '../../../core/toReview/turnChanges.ts';
import type { Disk } from '../../ports/localDisk.ts';
import { changedSinceError, changesToReach, deletedSinceError, revertStepsOf, type LazySide } from './revertPlan.ts';
import { readCurrentSides, type CurrentSide, type LoadedSide } from './sides.ts';

/** A side of a file. Without a recorded mode, a revert to it leaves the mode that the file has by then. */
export interface TurnSide {
  readonly mode: LazySide['mode'] | undefined;
  readonly load: LazySide['load'];
}

interface FileChange {
  readonly kind: 'file';
  readonly at: Location;
  readonly before: TurnSide | undefined;
  readonly after: TurnSide | undefined;
}

/** A change of the turn to one file or folder. */
export type TurnChange =
  | FileChange
  | { readonly kind: 'move'; readonly from: Location; readonly at: Location }
  | { readonly kind: 'folderCreated' | 'folderDeleted'; readonly at: Location };

/**
 * Plans the changes that revert a turn and keep later edits; none if nothing of the turn is left.
 *
 * @param changes changes of the turn, newest first
 * @throws ToolError STALE if later edits are in the way, IO_ERROR if a side is gone
 */
export async function planTurnRevert(changes: readonly TurnChange[], disk: Disk): Promise<readonly Change[]> {
  const simulation = new TurnSimulation(disk);
  // All at once: `readCurrentSides` ignores files below a link only if the link is in the same list.
  await simulation.load(changes.flatMap(filesOf));
  for (const group of groupByFile(changes)) await simulation.revertGroup(group);
  return simulation.changes();
}

function filesOf(change: TurnChange): Location[] {
  if (change.kind === 'file') return [change.at];
  return change.kind === 'move' ? [change.from, change.at] : [];
}

/** Simulates the turn's files in memory while its changes are reverted one by one; the disk does not change. */
class TurnSimulation {
  readonly #disk: Disk;
  /** Files on disk before the revert, by canonical URI. Has the keys of `#resultByReal`; only `load` adds them. */
  readonly #initialByReal = new Map<string, { readonly at: Location; readonly current: CurrentSide }>();
  /** Files after the changes that were reverted so far. A folder on disk counts as no file. */
  readonly #resultByReal = new Map<string, LoadedSide | undefined>();
  /** Folders that the turn created, to delete if they become empty. */
  readonly #createdFolders: Location[] = [];
  /** Folders that the turn deleted, to restore. */
  readonly #deletedFolders: Location[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  async load(locations: readonly Location[]): Promise<void> {
    const unique = new Map(locations.filter(({ real }) => !this.#initialByReal.has(real)).map((at) => [at.real, at]));
    const added = [...unique.values()];
    const sides = await readCurrentSides(added, this.#disk);
    for (const [index, at] of added.entries()) {
      const current = sides[index];
      this.#initialByReal.set(at.real, { at, current });
      this.#resultByReal.set(at.real, current === 'folder' ? undefined : current);
    }
  }

  /** @param group all changes of one file, newest first, or a single change */
  async revertGroup(group: readonly TurnChange[]): Promise<void> {
    const [change] = group;
    if (change === undefined) return;
    switch (change.kind) {
      case 'file':
        return this.#revertFile(
          change.at,
          group.filter((each) => each.kind === 'file'),
        );
      case 'move':
        return this.#moveBack(change.at, change.from);
      case 'folderCreated':
        this.#createdFolders.push(change.at);
        return;
      case 'folderDeleted':
        this.#deletedFolders.push(change.at);
    }
  }

  /** The changes from the files on disk to the simulated ones, in execution order. */
  async changes(): Promise<readonly Change[]> {
    const targets = [...this.#initialByReal.values()].map(({ at, current }) => ({
      at,
      current,
      result: this.#resultByReal.get(at.real),
    }));
    const changes = await changesToReach(targets, this.#createdFolders);
    const deletedUris = new Set(changes.flatMap(({ kind, at }) => (kind === 'delete' ? at.uri : [])));
    const restoredFolders: Change[] = [];
    // Shortest path first: a parent folder is created before its subfolders.
    for (const at of this.#deletedFolders.toSorted((a, b) => a.uri.length - b.uri.length)) {
      if (this.#hasOnlyDeletedFiles(at)) continue;
      const isMissing = deletedUris.has(at.uri) || (await this.#disk.editor.stat(at.uri)) === undefined;
      if (isMissing) restoredFolders.push({ kind: 'createDirectory', at });
    }
    const deletions = changes.filter(({ kind }) => kind === 'delete');
    // A folder may replace a deleted file of the same name, and must exist before the files in it.
    return [...deletions, ...restoredFolders, ...changes.filter(({ kind }) => kind !== 'delete')];
  }

  async #revertFile(at: Location, newestFirst: readonly FileChange[]): Promise<void> {
    const current = await this.#resultAt(at);
    const currentMode = current?.mode === 'executable' ? 'executable' : 'file';
    const withMode = (side: TurnSide | undefined) => side && { mode: side.mode ?? currentMode, load: side.load };
    const steps = newestFirst.map(({ before, after }) => ({ before: withMode(before), after: withMode(after) }));
    this.#resultByReal.set(at.real, await revertStepsOf(at, current, steps));
  }

  /**
   * Whether the turn had files in a folder, of which none is left after the revert. Then the turn created them, and
   * probably the folder as well (Watch sees no folders), so that the folder must not be restored.
   */
  #hasOnlyDeletedFiles({ real }: Location): boolean {
    const descendants = [...this.#resultByReal].filter(([file]) => file.startsWith(`${real}/`));
    return descendants.length > 0 && descendants.every(([, side]) => side === undefined);
  }

  async #resultAt(at: Location): Promise<LoadedSide | undefined> {
    await this.load([at]);
    return this.#resultByReal.get(at.real);
  }

  /**
   * Moves a file back, together with its later edits. Does nothing if it is back already.
   * @throws ToolError STALE if the file is gone, or another one has its old path
   */
  async #moveBack(at: Location, from: Location): Promise<void> {
    const current = await this.#resultAt(at);
    const sourceSide = await this.#resultAt(from);
    if (current === undefined && sourceSide !== undefined) return;
    if (current === undefined) throw deletedSinceError(at);
    if (sourceSide !== undefined) throw changedSinceError(from);
    this.#resultByReal.set(at.real, undefined);
    this.#resultByReal.set(from.real, current);
  }
}
