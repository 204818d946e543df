// Groups what the history lists by day.

import { baseName } from '../path/baseName.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Step } from '../watch/reviewItem.ts';
import { groupEvents, type HistoryEvent, type HistoryGroup } from './historyGroups.ts';

/** What happened on one day. */
export interface HistoryDay {
  /** As `dayOf` formats it. */
  readonly day: string;
  /** The newest first. */
  readonly groups: readonly HistoryGroup[];
}

/** Groups calls and changes (both oldest first) by turn and by the day on which each group began; the newest day comes first. */
export function groupDays(
  calls: readonly JournalEntry[],
  steps: readonly Step[],
  dayOf: (time: Date) => string,
): HistoryDay[] {
  const days = new Map<string, HistoryGroup[]>();
  for (const group of groupEvents(calls, steps)) {
    const day = dayOf(new Date(group.from));
    days.set(day, [...(days.get(day) ?? []), group]);
  }
  return [...days].map(([day, groups]) => ({ day, groups }));
}

/** The names of the files that were changed, in the order of the events, each path once. */
export function fileNames(events: readonly HistoryEvent[]): string[] {
  const paths = events.flatMap((event) =>
    event.kind === 'outside'
      ? event.steps.map(({ path }) => path)
      : event.entry.changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path),
  );
  return [...new Set(paths)].map(baseName);
}

/** Lines added and removed by several calls; undefined if those of a call were not counted. */
export function linesOfCalls(calls: readonly JournalEntry[]): JournalEntry['lines'] {
  let [added, removed] = [0, 0];
  for (const { lines } of calls) {
    if (lines === undefined) return undefined;
    added += lines.added;
    removed += lines.removed;
  }
  return { added, removed };
}
