// Folds the changes of a scan into the unreviewed items of files, in the order of the known writes: an item follows its
// file where reviewed writes move it.

import { addToGroup } from '../cache/maps.ts';
import { dropIfEqual, foldChange, limitSteps, type ChangeSegment, type MergeFiles } from './fold.ts';
import { findMoveBefore, isReviewed, type Move } from './moves.ts';
import type { ReviewItem, Step, StoredFile } from './reviewItem.ts';
import { absentState, type Write } from './writes.ts';

/** Maximum number of steps of all items together, of which each keeps at least the last one. */
export const maxStepsOfItems = 20_000;

/** A part of the change of a file. */
export interface FileSegment extends ChangeSegment {
  readonly path: string;
  /** Position of its write, or of the next one, among all known writes; infinite after the last one. */
  readonly position: number;
  /** The reviewed move that brought the file to its path. */
  readonly arrival?: Move | undefined;
  /** Where a reviewed move took the file. */
  readonly to?: string | undefined;
}

/** The items that a scan dropped, since their files were deleted, by path; undefined for a deleted file without one. */
export type DroppedItems = ReadonlyMap<string, ReviewItem | undefined>;

export interface ScannedItemsDeps {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** The items that the previous scan dropped. A file that was renamed meanwhile may have been at neither path then. */
  readonly droppedBefore: DroppedItems;
  /** The segments of all changed files. */
  readonly segments: readonly FileSegment[];
  readonly writesOf: (path: string) => readonly Write[];
  readonly merge: MergeFiles;
}

/** An item whose file was moved away. */
interface Departure extends FileSegment {
  readonly item: ReviewItem;
}

/** The items of a folder while the segments of a scan are folded into them. */
export class ScannedItems {
  readonly #deps: ScannedItemsDeps;
  readonly #changedPaths: ReadonlySet<string>;
  /** Items whose files were moved away and have not arrived anywhere yet, by their paths, oldest first. */
  readonly #departures = new Map<string, Departure[]>();
  /** The file at each changed path, after the segments so far. */
  readonly #current = new Map<string, StoredFile | undefined>();
  readonly items: Map<string, ReviewItem>;
  /** The items that this scan has dropped. */
  readonly dropped = new Map<string, ReviewItem | undefined>();
  /** Steps that followed their file to its new path, by id. */
  readonly movedSteps = new Map<string, Step>();

  constructor(items: ReadonlyMap<string, ReviewItem>, deps: ScannedItemsDeps) {
    this.#deps = deps;
    this.#changedPaths = new Set(deps.segments.map(({ path }) => path));
    this.items = new Map(items);
  }

  /** Folds the segments that were not folded yet. `forEach` calls one after the other. */
  async foldAll(
    forEach: (segments: readonly FileSegment[], fold: (segment: FileSegment) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const inOrder = this.#deps.segments.toSorted((one, other) =>
      one.position < other.position ? -1 : Number(one.position > other.position),
    );
    await forEach(inOrder, (segment) => this.#fold(segment));
    for (const departure of [...this.#departures.values()].flat()) this.#keepIfUnseen(departure);
    this.#limitSteps();
  }

  async #fold(segment: FileSegment): Promise<void> {
    const { path, to } = segment;
    const { folder, merge } = this.#deps;
    const ownItem = this.items.get(path);
    // A deletion that is listed at the path stays, and so does the item of the file that was moved there.
    const arrival = ownItem === undefined || segment.before !== undefined ? segment.arrival : undefined;
    const item = arrival === undefined ? ownItem : this.#take(path, arrival);
    const change = arrival === undefined ? segment : { ...segment, before: undefined };
    const folded = await foldChange(item, change, { folder, path }, merge);
    this.#current.set(path, segment.after);
    if (folded !== undefined) {
      this.items.set(path, folded);
      return;
    }
    this.items.delete(path);
    if (segment.after !== undefined) return;
    this.dropped.set(path, item);
    if (item !== undefined && to !== undefined) addToGroup(this.#departures, path, { ...segment, item });
  }

  /** Takes the item that a file had before a move, and changes its path. */
  #take(path: string, move: Move): ReviewItem | undefined {
    const item = this.#takeFrom(move);
    if (item === undefined) return undefined;
    // The revert of a turn undoes a recorded move first, then the steps before it, which therefore keep the old path.
    const isAtOldPath = (step: Step): boolean => move.isRecorded !== true && step.path === move.from;
    const steps = item.steps.map((step) => (isAtOldPath(step) ? { ...step, path } : step));
    for (const step of steps) this.movedSteps.set(step.id, step);
    return { ...item, path, steps };
  }

  #takeFrom(move: Move): ReviewItem | undefined {
    const { from } = move;
    const departure = this.#departures.get(from)?.pop();
    if (departure !== undefined) {
      this.dropped.set(from, undefined);
      return departure.item;
    }
    if (this.#changedPaths.has(from)) return undefined;
    const { droppedBefore, writesOf } = this.#deps;
    const moveBefore = findMoveBefore(move, writesOf, isReviewed);
    if (moveBefore !== undefined) return this.#take(from, moveBefore);
    // If a file is renamed during a scan, that scan may see neither path, or both.
    const isGone = writesOf(from).at(-1)?.after === absentState;
    const item = droppedBefore.has(from) ? droppedBefore.get(from) : isGone ? this.items.get(from) : undefined;
    if (isGone) this.items.delete(from);
    return item;
  }

  /** Keeps the item of a file at its old path, if the file was moved to one that no scan sees, as one that git ignores. */
  #keepIfUnseen({ path, position, to, item }: Departure): void {
    const ownItem = this.items.get(path);
    // One item has one baseline.
    if (ownItem?.baseline !== undefined || this.#wasDeletedAfter(to, position)) return;
    const steps = [...item.steps, ...(ownItem?.steps ?? [])];
    const kept = dropIfEqual({ ...item, current: this.#current.get(path), steps, mixed: true });
    if (kept !== undefined) this.items.set(path, kept);
  }

  /** Whether a reviewed write deleted a file that was moved to a path. */
  #wasDeletedAfter(path: string | undefined, movePosition: number): boolean {
    if (path === undefined) return false;
    const removal = this.#deps
      .writesOf(path)
      .find(({ after, isDone, position = -1 }) => isDone && after === absentState && position > movePosition);
    if (removal === undefined || !isReviewed(removal)) return false;
    return removal.to === undefined || this.#wasDeletedAfter(removal.to, removal.position ?? Infinity);
  }

  #limitSteps(): void {
    const stepCount = [...this.items.values()].reduce((count, { steps }) => count + steps.length, 0);
    if (stepCount <= maxStepsOfItems) return;
    const maxSteps = Math.max(1, Math.floor(maxStepsOfItems / this.items.size));
    for (const [path, item] of this.items) this.items.set(path, { ...item, steps: limitSteps(item.steps, maxSteps) });
  }
}
