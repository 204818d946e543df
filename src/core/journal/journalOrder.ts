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
 * What a history (oldest first) need not keep: the oldest calls over its limits, each with the steps that took it back or
 * did it again, and a step that was itself taken back, with what did so. The newest step, with the call that it is of, and
 * steps under way are never among them. Who forgets them in their order leaves a history that tells the truth at any time.
 */
export function beyondLimits(entries: readonly JournalEntry[], calls: number, bytes: number): JournalEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const kept = new Set<string>();
  for (let entry = entries.at(-1); entry !== undefined; entry = byId.get(entry.reverts ?? '')) kept.add(entry.id);
  const spent = spentIn(entries, byId);
  let [seen, sum, large] = [0, 0, 0];
  for (const entry of entries.toReversed()) {
    if (spent.has(entry.id) && !kept.has(entry.id)) continue;
    sum += entry.bytes;
    if (entry.reverts === undefined) seen++;
    // Large files push out older large files, and nothing else.
    const fits = entry.large === undefined || large + entry.large <= bytes;
    if (entry.state === 'applying' || (seen <= calls && sum <= bytes && fits)) kept.add(entry.id);
    if (kept.has(entry.id)) large += entry.large ?? 0;
  }
  // Without its call a step tells nothing.
  for (const { id, reverts, state } of entries)
    if (reverts !== undefined && state === 'applied' && !kept.has(reverts)) kept.delete(id);
  return entries.filter(({ id }) => !kept.has(id));
}

/** Steps that took a call back, and those that took them back in turn: together they come to nothing. */
function spentIn(entries: readonly JournalEntry[], byId: ReadonlyMap<string, JournalEntry>): Set<string> {
  return new Set(
    entries.flatMap(({ id, reverts = '', state }) => {
      const taken = byId.get(reverts);
      return state === 'applied' && taken?.reverts !== undefined && taken.state === 'applied' ? [id, taken.id] : [];
    }),
  );
}
