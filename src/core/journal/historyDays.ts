// Groups the calls of the history by day.
import { baseName } from '../path/baseName.ts';
import { groupCalls, type CallGroup } from './historyGroups.ts';
import type { JournalEntry } from './journalEntry.ts';

/** The calls of one day. */
export interface HistoryDay {
  /** As `dayOf` formats it. */
  readonly day: string;
  /** The newest first. */
  readonly groups: readonly CallGroup[];
}

/** Groups calls (oldest first) by chat turn and by the day on which each group began; the newest day comes first. */
export function groupDays(calls: readonly JournalEntry[], dayOf: (time: Date) => string): HistoryDay[] {
  const days = new Map<string, CallGroup[]>();
  for (const group of groupCalls(calls)) {
    const day = dayOf(new Date(group.from));
    days.set(day, [...(days.get(day) ?? []), group]);
  }
  return [...days].map(([day, groups]) => ({ day, groups }));
}

/** The names of the files that calls changed, in the order of the calls, each path once. */
export function fileNames(calls: readonly JournalEntry[]): string[] {
  const paths = calls.flatMap(({ changes }) =>
    changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path),
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
