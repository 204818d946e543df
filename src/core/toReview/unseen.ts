// Finds the calls of the history that Watch missed, so that To Review lists them from the history.
import type { ReviewItem, Step } from '../watch/reviewItem.ts';

/** Maximum number of missed calls to remember, about as many as the history stores. */
const maxMissed = 1000;

/** The items and steps that Watch has recorded. */
export interface WatchSnapshot {
  readonly items: readonly ReviewItem[];
  readonly steps: readonly Step[];
  /** Whether Watch scans a folder, by its URI, and its last scan succeeded. */
  readonly isWatched: (folder: string) => boolean;
}

/** The items of the history that Watch has not recorded, and the ids of missed calls, to pass as `missed` next time. */
export interface UnseenItems {
  readonly items: readonly ReviewItem[];
  readonly missed: ReadonlySet<string>;
}

/**
 * Lists the items of the history that Watch has not recorded. Watch takes its first baseline while an agent's first
 * call is already running, so it may miss that call.
 *
 * @param items the changes by calls that are reviewed later, from the history
 * @param missed calls known to be missed, also from earlier windows
 * @param windowStart start of the window, in milliseconds since 1970. A later call is missed unless Watch has seen it. An
 *   earlier one is missed only if it is in `missed`: Watch may have seen it and dropped its steps.
 */
export function findUnseenItems(
  items: readonly ReviewItem[],
  watch: WatchSnapshot,
  { missed, windowStart }: { readonly missed: ReadonlySet<string>; readonly windowStart: number },
): UnseenItems {
  const recordedFiles = new Set(watch.items.map(fileKeyOf));
  const seenCalls = new Set(watch.steps.flatMap(callsOf));
  const isMissed = (step: Step): boolean =>
    callsOf(step).every((call) => !seenCalls.has(call) && (step.time >= windowStart || missed.has(call)));
  const isUnseen = (item: ReviewItem): boolean => !watch.isWatched(item.folder) || item.steps.every(isMissed);
  const missedCalls = items.flatMap(({ steps }) => steps.filter(isMissed).flatMap(callsOf));
  return {
    items: items.filter((item) => !recordedFiles.has(fileKeyOf(item)) && isUnseen(item)),
    missed: newestUnseenCalls([...missed, ...missedCalls], seenCalls),
  };
}

/** The newest calls that Watch has not seen. Includes calls that are not in the history, which may not be loaded yet. */
function newestUnseenCalls(calls: readonly string[], seenCalls: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...new Set(calls)].filter((call) => !seenCalls.has(call)).slice(-maxMissed));
}

/** A key for an item's file: its folder and path. */
export function fileKeyOf({ folder, path }: ReviewItem): string {
  return JSON.stringify([folder, path]);
}

/** The id of the call that made the step; none if no call did. */
function callsOf({ origin }: Step): readonly string[] {
  return 'entry' in origin ? [origin.entry] : [];
}
