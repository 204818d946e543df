// Groups the events of the history view by day, and computes the file names and line counts of its rows.

import { baseName } from '../path/pathParts.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Step } from '../watch/reviewItem.ts';
import { groupEvents, type HistoryEvent, type HistoryGroup } from './historyGroups.ts';

/** The groups whose first event was on one day. */
export interface HistoryDay {
  /** The day, as formatted by `dayOf`. */
  readonly day: string;
  /** Newest first. */
  readonly groups: readonly HistoryGroup[];
}

/**
 * Groups calls and steps (both oldest first) by turn, and the groups by the day on which they began; newest day first.
 * @param dayOf formats the day of a time; equal for times of the same day
 */
export function groupDays(
  calls: readonly JournalEntry[],
  steps: readonly Step[],
  dayOf: (time: Date) => string,
): HistoryDay[] {
  const groupsByDay = Map.groupBy(groupEvents(calls, steps), ({ from }) => dayOf(new Date(from)));
  return [...groupsByDay].map(([day, groups]) => ({ day, groups }));
}

/** Names of the changed files in the order of the events. Each path counts once; two paths may have the same name. */
export function fileNames(events: readonly HistoryEvent[]): string[] {
  const paths = events.flatMap((event) =>
    event.kind === 'outside'
      ? event.steps.map(({ path }) => path)
      : event.entry.changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path),
  );
  return [...new Set(paths)].map(baseName);
}

/** Sums the lines added and removed by several calls; undefined if a call has no counts, so that no sum is too low. */
export function linesOfCalls(calls: readonly JournalEntry[]): JournalEntry['lines'] {
  let added = 0;
  let removed = 0;
  for (const { lines } of calls) {
    if (lines === undefined) return undefined;
    added += lines.added;
    removed += lines.removed;
  }
  return { added, removed };
}
