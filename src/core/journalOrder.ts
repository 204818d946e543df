import type { JournalEntry } from './journalEntry.ts';

/** The entries, oldest first. */
export function inOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Ids sort as the calls came, across restarts, also when the clock was set back; two windows never make the same. */
export function idAfter(last = '0'): string {
  const number = String(Number.parseInt(last, 10) + 1).padStart(8, '0');
  return `${number}-${crypto.randomUUID().slice(0, 8)}`;
}

/**
 * What is over the limits of a history (oldest first): the oldest calls, each with the steps that took it back or did it
 * again. The newest step, with the call that it is of, and steps under way are never among them.
 */
export function beyondLimits(entries: readonly JournalEntry[], calls: number, bytes: number): JournalEntry[] {
  const kept = new Set<string>();
  for (let entry = entries.at(-1); entry !== undefined; entry = targetOf(entry, entries)) kept.add(entry.id);
  let [seen, sum] = [0, 0];
  for (const entry of entries.toReversed()) {
    sum += entry.bytes;
    if (entry.reverts === undefined) seen++;
    if (entry.state === 'applying' || (seen <= calls && sum <= bytes)) kept.add(entry.id);
  }
  // Without its call a step tells nothing.
  for (const { id, reverts, state } of entries)
    if (reverts !== undefined && state === 'applied' && !kept.has(reverts)) kept.delete(id);
  return entries.filter(({ id }) => !kept.has(id));
}

function targetOf({ reverts }: JournalEntry, entries: readonly JournalEntry[]): JournalEntry | undefined {
  return reverts === undefined ? undefined : entries.find(({ id }) => id === reverts);
}
