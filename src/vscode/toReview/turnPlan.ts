// Plans the revert of an agent's turn, newest change first, as changes for the journal.

import * as vscode from 'vscode';
import type { Change, Location } from '../../core/change/change.ts';
import { groupByFile } from '../../core/toReview/fileRows.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import type { Disk } from '../ports/localDisk.ts';
import { changedSince, changesFor, deletedSince, withoutSteps, type LazySide } from './revertPlan.ts';
import { currentSide, type LoadedSide } from './sides.ts';

/** A side of a file. Without a recorded mode, it keeps the file's mode at that time. */
export interface TurnSide {
  readonly mode: LazySide['mode'] | undefined;
  readonly load: LazySide['load'];
}

/** A change of the turn to one file or folder. */
export type TurnChange =
  | {
      readonly kind: 'file';
      readonly at: Location;
      readonly before: TurnSide | undefined;
      readonly after: TurnSide | undefined;
    }
  | { readonly kind: 'move'; readonly from: Location; readonly at: Location }
  | { readonly kind: 'folderMade' | 'folderDeleted'; readonly at: Location };

/**
 * Plans the changes that revert a turn and keep later edits; none if nothing of the turn is left.
 *
 * @param newestFirst changes of the turn
 * @throws ToolError STALE if later edits are in the way, IO_ERROR if a side is gone
 */
export async function planTurn(newestFirst: readonly TurnChange[], disk: Disk): Promise<readonly Change[]> {
  const files = new TurnFiles(disk);
  await files.load(newestFirst.flatMap((each) => (each.kind === 'file' ? each.at : [])));
  for (const row of groupByFile(newestFirst)) await files.takeBack(row);
  return files.changes();
}

/** Simulates the turn's files in memory while its changes are reverted one by one; the disk does not change. */
class TurnFiles {
  readonly #disk: Disk;
  /** By canonical URI, as `#left`. */
  readonly #found = new Map<string, { readonly at: Location; readonly now: LoadedSide | 'folder' | undefined }>();
  readonly #left = new Map<string, LoadedSide | undefined>();
  /** Folders to delete if they are empty, and folders to restore. */
  readonly #made: Location[] = [];
  readonly #deleted: Location[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  async load(all: readonly Location[]): Promise<void> {
    const unique = new Map(all.filter(({ real }) => !this.#found.has(real)).map((at) => [at.real, at]));
    const sides = await mapConcurrently([...unique.values()], async (at) => {
      return { at, now: await currentSide(vscode.Uri.parse(at.uri, true), this.#disk) };
    });
    for (const { at, now } of sides) {
      this.#found.set(at.real, { at, now });
      this.#left.set(at.real, now === 'folder' ? undefined : now);
    }
  }

  /** Reverts a row. @param row all changes of one file, newest first, or a single change */
  async takeBack(row: readonly TurnChange[]): Promise<void> {
    const [change] = row;
    if (change === undefined) return;
    switch (change.kind) {
      case 'file': {
        const { at } = change;
        const now = await this.#sideAt(at);
        const ofNow = now?.mode === 'executable' ? 'executable' : 'file';
        const side = (one: TurnSide | undefined) => one && { mode: one.mode ?? ofNow, load: one.load };
        const steps = row.flatMap((each) =>
          each.kind === 'file' ? { before: side(each.before), after: side(each.after) } : [],
        );
        this.#left.set(at.real, await withoutSteps(at, now, steps));
        return;
      }
      case 'move':
        return this.#moveBack(change.at, change.from);
      case 'folderMade':
        this.#made.push(change.at);
        return;
      case 'folderDeleted':
        this.#deleted.push(change.at);
    }
  }

  async changes(): Promise<readonly Change[]> {
    const targets = [...this.#found.values()].map(({ at, now }) => ({ at, now, left: this.#left.get(at.real) }));
    const changes = await changesFor(targets, this.#made);
    const gone = new Set(changes.flatMap(({ kind, at }) => (kind === 'delete' ? at.uri : [])));
    const folders: Change[] = [];
    for (const at of this.#deleted.sort((one, other) => one.uri.length - other.uri.length)) {
      if (this.#hasOnlyGoneFiles(at)) continue;
      const isMissing = gone.has(at.uri) || (await this.#disk.editor.stat(at.uri)) === undefined;
      if (isMissing) folders.push({ kind: 'createDirectory', at });
    }
    const removed = changes.filter(({ kind }) => kind === 'delete');
    return [...removed, ...folders, ...changes.filter(({ kind }) => kind !== 'delete')];
  }

  /** Whether all known files in a folder were created by the turn: Watch does not see when folders are created. */
  #hasOnlyGoneFiles({ real }: Location): boolean {
    const descendants = [...this.#left].filter(([file]) => file.startsWith(`${real}/`));
    return descendants.length > 0 && descendants.every(([, side]) => side === undefined);
  }

  async #sideAt(at: Location): Promise<LoadedSide | undefined> {
    await this.load([at]);
    return this.#left.get(at.real);
  }

  /** Moves a file back, together with its later edits. */
  async #moveBack(at: Location, from: Location): Promise<void> {
    const [now, old] = [await this.#sideAt(at), await this.#sideAt(from)];
    if (now === undefined && old !== undefined) return;
    if (now === undefined) throw deletedSince(at);
    if (old !== undefined) throw changedSince(from);
    this.#left.set(at.real, undefined);
    this.#left.set(from.real, now);
  }
}
