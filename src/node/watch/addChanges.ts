// Adds the changes that a scan found to the unreviewed items, and to the history of steps.

import type { ReviewItem, Step } from '../../core/watch/reviewItem.ts';
import { ScannedItems, type DroppedItems } from '../../core/watch/scannedItems.ts';
import type { Interval } from '../../core/watch/spans.ts';
import type { WatchState } from '../../core/watch/watchState.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { forEachConcurrently, mapConcurrently } from '../../async/eventLoop.ts';
import { splitIntoSegments } from './changeSegments.ts';
import { completeWrites } from './movedContents.ts';
import type { Sides } from './pairSides.ts';
import { createHashFile, createMerge } from './repository/storedContents.ts';
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
  const hashFile = createHashFile(watched.repository);
  const knownWrites = await completeWrites(attribution, changes, interval.from, hashFile);
  const context = { folder, interval, origin: attribution.originOf(interval), knownWrites, hashFile, watched };
  const lists = await mapConcurrently([...changes], ([path, sides]) => splitIntoSegments(path, sides, context));
  const segments = lists.flat();
  const scannedItems = new ScannedItems(state.items, {
    folder,
    droppedBefore,
    segments,
    writesOf: (path) => attribution.writesOf(path, interval.from),
    merge: createMerge(watched.repository),
  });
  await scannedItems.foldAll((inOrder, fold) => forEachConcurrently(inOrder, fold, 1));
  const { items, dropped, movedSteps } = scannedItems;
  const newSteps = segments.flatMap(({ step }) => step ?? []);
  const steps = [...state.steps, ...newSteps].map((step) => movedSteps.get(step.id) ?? step);
  return { state: { ...state, items: sortByPath(items), steps: limitSteps(steps) }, droppedItems: dropped };
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
