// Adds the changes that a scan found to the unreviewed items, and to the history of steps.

import { findMovedItem, findReplacingMove } from '../../core/watch/movedItem.ts';
import { foldChange } from '../../core/watch/fold.ts';
import type { ReviewItem, Step } from '../../core/watch/reviewItem.ts';
import type { Interval } from '../../core/watch/spans.ts';
import type { WatchState } from '../../core/watch/watchState.ts';
import { absentState, type Write } from '../../core/watch/writes.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { splitIntoSegments } from './changeSegments.ts';
import { completeWrites } from './movedContents.ts';
import type { Sides } from './pairSides.ts';
import { createHashFile, createMerge, type HashFile } from './repository/storedContents.ts';
import type { WatchedFolder } from './watchedFolder.ts';

// Limits of the history. Items keep steps of their own, which may be older.
const maxStepAgeMs = 14 * 24 * 3600 * 1000;
const maxSteps = 20_000;

/** The changes that a scan found, without those that a nested workspace folder lists. */
export interface ScannedChanges {
  /** URI of the workspace folder, without a final slash. */
  readonly folder: string;
  readonly watched: WatchedFolder;
  /** Both sides of each change, by path from the folder. */
  readonly changes: ReadonlyMap<string, Sides>;
  /** The time in which the changes were made. */
  readonly interval: Interval;
  readonly attribution: WriteAttribution;
}

/** The items that a scan dropped, since their files were deleted, by path; undefined for a deleted file without one. */
export type DroppedItems = ReadonlyMap<string, ReviewItem | undefined>;

/** The state after the changes. */
interface UpdatedState {
  readonly state: WatchState;
  readonly droppedItems: DroppedItems;
}

/**
 * Divides each change among its authors, and folds it into the unreviewed item of its file.
 * @param droppedBefore the items that the previous scan dropped. If a file is renamed during a scan, that scan may see
 * neither name: the next one finds the item here
 */
export async function addChanges(
  state: WatchState,
  droppedBefore: DroppedItems,
  scanned: ScannedChanges,
): Promise<UpdatedState> {
  const { folder, watched, changes, interval, attribution } = scanned;
  const items = new Map(state.items);
  const newSteps: Step[] = [];
  /** Steps that follow their file to its new path, by id. */
  const movedSteps = new Map<string, Step>();
  const droppedNow = new Map<string, ReviewItem | undefined>();
  // Gets the maps, not copies: `addChange` fills them before it calls the finder.
  const findMovedItemAt = createMovedItemFinder(items, { now: droppedNow, before: droppedBefore }, scanned);
  const merge = createMerge(watched.repository);
  const origin = attribution.originOf(interval);
  const hashFile = createHashFile(watched.repository);
  const knownWrites = await completeWrites(attribution, changes, interval.from, hashFile);
  const segmentContext = { folder, interval, origin, knownWrites, hashFile, watched };
  const addChange = async ([path, sides]: readonly [string, Sides]): Promise<void> => {
    const ownItem = items.get(path);
    const movedItem = ownItem === undefined && sides.before === undefined ? findMovedItemAt(path) : undefined;
    for (const step of movedItem?.steps ?? []) movedSteps.set(step.id, step);
    let item = ownItem ?? movedItem;
    for (const segment of await splitIntoSegments(path, sides, segmentContext)) {
      const folded = await foldChange(item, segment, { folder, path }, merge);
      const isDeletion = segment.after === undefined;
      if (folded === undefined && isDeletion) droppedNow.set(path, item ?? droppedNow.get(path));
      item = folded;
      if (segment.step !== undefined) newSteps.push(segment.step);
    }
    if (item === undefined) items.delete(path);
    else items.set(path, item);
  };
  // New files come last, since a moved file takes its item along. By then, that item must have this scan's changes at
  // the old path, and `droppedNow` the items of all files that were deleted in this scan.
  const { ofNewFiles = [], ofOthers = [] } = Object.groupBy(
    await separateReplacements(scanned, hashFile),
    ([, { before }]) => (before === undefined ? 'ofNewFiles' : 'ofOthers'),
  );
  await forEachConcurrently(ofOthers, addChange);
  await forEachConcurrently(ofNewFiles, addChange);
  const steps = [...state.steps, ...newSteps].map((step) => movedSteps.get(step.id) ?? step);
  return { state: { ...state, items: sortByPath(items), steps: limitSteps(steps) }, droppedItems: droppedNow };
}

/**
 * The changes of a scan, where a file that a reviewed move put in the place of another one is a deletion and a new file:
 * it brings its own item along, and the other one keeps that of this path.
 */
async function separateReplacements(
  { changes, interval, attribution }: ScannedChanges,
  hashFile: HashFile,
): Promise<readonly (readonly [string, Sides])[]> {
  const separated: (readonly [string, Sides])[] = [];
  for (const [path, { before, after }] of changes) {
    const isUpdate = before !== undefined && after !== undefined;
    const move = isUpdate ? findReplacingMove(attribution.writesOf(path, interval.from)) : undefined;
    // Otherwise, the previous scan saw the moved file here already.
    const isReplaced = move !== undefined && (await hashFile(before)) !== move.after;
    if (isReplaced) separated.push([path, { before, after: undefined }]);
    separated.push([path, { before: isReplaced ? undefined : before, after }]);
  }
  return separated;
}

/**
 * Creates a function that finds the item of a file that was moved to a path by a known write. It reads `items` and
 * `dropped` when it is called; both must then have the changes of files that existed before this scan.
 */
function createMovedItemFinder(
  items: ReadonlyMap<string, ReviewItem>,
  dropped: { readonly now: DroppedItems; readonly before: DroppedItems },
  { changes, interval, attribution }: ScannedChanges,
): (path: string) => ReviewItem | undefined {
  const writesOf = (path: string): readonly Write[] => attribution.writesOf(path, interval.from);
  // If a file is renamed during a scan, that scan may see both names.
  const isMovedAway = (path: string): boolean => writesOf(path).at(-1)?.after === absentState;
  const itemAt = (path: string): ReviewItem | undefined => {
    // What is there now is another file.
    if (dropped.now.has(path)) return dropped.now.get(path);
    return (changes.has(path) || isMovedAway(path) ? items.get(path) : undefined) ?? dropped.before.get(path);
  };
  return (path) => findMovedItem(path, itemAt, writesOf);
}

/** Sorts the items, which concurrent work has added in any order. */
function sortByPath(items: ReadonlyMap<string, ReviewItem>): ReadonlyMap<string, ReviewItem> {
  return new Map([...items].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Keeps the newest steps, within the limits of the history. @param steps oldest scan first */
function limitSteps(steps: readonly Step[]): readonly Step[] {
  const oldestMs = Date.now() - maxStepAgeMs;
  return steps.filter(({ time }) => time > oldestMs).slice(-maxSteps);
}
