import { groupCalls, type CallGroup } from './historyGroups.ts';
import type { JournalEntry } from './journalEntry.ts';

/** What was done on one day. */
export interface HistoryDay {
  /** The day as `dayOf` names it. */
  readonly day: string;
  /** The newest first. */
  readonly groups: readonly CallGroup[];
}

/**
 * Puts calls (oldest first) in groups, and those under the day on which each began; the newest day comes first. Where a clock
 * was set back, a day still stands once.
 */
export function groupDays(calls: readonly JournalEntry[], dayOf: (time: Date) => string): HistoryDay[] {
  const days = new Map<string, CallGroup[]>();
  for (const group of groupCalls(calls)) {
    const day = dayOf(new Date(group.from));
    days.set(day, [...(days.get(day) ?? []), group]);
  }
  return [...days].map(([day, groups]) => ({ day, groups }));
}

/** The names of the files that calls changed, each once, those of the newest call first. */
export function fileNames(calls: readonly JournalEntry[]): string[] {
  const paths = calls.flatMap(({ changes }) =>
    changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path),
  );
  return [...new Set(paths)].map((path) => path.slice(path.lastIndexOf('/') + 1));
}

/** Lines added and removed by several calls; undefined where they were not counted. */
export function linesOfCalls(calls: readonly JournalEntry[]): JournalEntry['lines'] {
  let [added, removed] = [0, 0];
  for (const { lines } of calls) {
    if (lines === undefined) return undefined;
    added += lines.added;
    removed += lines.removed;
  }
  return { added, removed };
}
