// Finds the calls of the history that Watch missed, so that To Review lists them from the history.
import type { ReviewItem, Step } from '../watch/reviewItem.ts';

/** Maximum number of missed calls to remember: about as many as the history has entries. */
const maxMissed = 1000;

/** The items and steps that Watch has recorded. */
export interface WatchSnapshot {
  readonly items: readonly ReviewItem[];
  readonly steps: readonly Step[];
  /** Whether Watch scans a folder (a URI), and its last scan succeeded. */
  readonly isWatched: (folder: string) => boolean;
}

/** The items of the history that Watch missed, and what to pass as `missedCalls` next time. */
export interface MissedItems {
  readonly items: readonly ReviewItem[];
  /** Journal ids of the missed calls. */
  readonly missedCalls: ReadonlySet<string>;
}

/**
 * Finds the items of the history that Watch has not recorded. Watch takes its first baseline while an agent's first
 * call is already running, so it may miss that call.
 *
 * @param items unreviewed changes from the history; each step has a call
 * @param missedCalls journal ids of calls known to be missed, also from earlier windows
 * @param windowStart start of the window, in milliseconds since 1970. A call after it is missed unless Watch has recorded
 *   it. A call before it is missed only if it is in `missedCalls`: Watch may have recorded it and dropped its steps.
 */
export function findMissedItems(
  items: readonly ReviewItem[],
  watch: WatchSnapshot,
  { missedCalls, windowStart }: { readonly missedCalls: ReadonlySet<string>; readonly windowStart: number },
): MissedItems {
  const recordedFileKeys = new Set(watch.items.map(fileKeyOf));
  const recordedCalls = new Set(watch.steps.flatMap(callIdsOf));
  const isMissedStep = (step: Step): boolean =>
    callIdsOf(step).every((call) => !recordedCalls.has(call) && (step.time >= windowStart || missedCalls.has(call)));
  const isMissedItem = (item: ReviewItem): boolean => !watch.isWatched(item.folder) || item.steps.every(isMissedStep);
  const newlyMissedCalls = items.flatMap(({ steps }) => steps.filter(isMissedStep).flatMap(callIdsOf));
  return {
    items: items.filter((item) => !recordedFileKeys.has(fileKeyOf(item)) && isMissedItem(item)),
    missedCalls: limitMissedCalls([...missedCalls, ...newlyMissedCalls], recordedCalls),
  };
}

/** The latest calls that Watch has not recorded. Some may not be in the history, which may not be loaded yet. */
function limitMissedCalls(calls: readonly string[], recordedCalls: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...new Set(calls)].filter((call) => !recordedCalls.has(call)).slice(-maxMissed));
}

/** A key for an item's file: its folder and path. */
export function fileKeyOf({ folder, path }: ReviewItem): string {
  return JSON.stringify([folder, path]);
}

/** The journal id of the call that made a step, in a list; empty if no call made it. */
function callIdsOf({ origin }: Step): readonly string[] {
  return 'entry' in origin ? [origin.entry] : [];
}
