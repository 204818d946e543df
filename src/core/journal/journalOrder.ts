// Orders the entries of the journal by their ids, and selects those to delete when it exceeds its limits.
import type { JournalEntry } from './journalEntry.ts';

/** Sorts entries, oldest first: their ids (`idAfter`) sort as texts. */
export function sortEntries(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Creates the id after `last`; the first one without `last`. An id begins with a serial number, so that ids sort in the
 * order of calls even if the clock is changed. Its random end differs between two windows that use the same number.
 */
export function idAfter(last = '0'): string {
  const number = String(Number.parseInt(last, 10) + 1).padStart(8, '0');
  return `${number}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Whether an entry is being undone by one in progress, and so must not be deleted yet. */
export function isBeingReverted({ id }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  return entries.some(({ state, reverts }) => state === 'applying' && reverts === id);
}

/**
 * Selects the entries to delete from a journal (oldest first): the oldest over the limits, undos and redos of deleted
 * calls, and an undo together with its redo. Never deletes the newest entry, the entries that it reverts, or entries in
 * progress. Deleting the selected ones in order keeps the journal consistent at any time.
 *
 * @param maxBytes limit of all contents without large files, and separately of the large files
 */
export function selectBeyondLimits(
  entries: readonly JournalEntry[],
  maxCalls: number,
  maxBytes: number,
): JournalEntry[] {
  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  const keptIds = idsOfNewest(entries, entryById);
  const idsWithoutEffect = idsWithoutEffectOf(entries, entryById);
  let [callCount, usedBytes, usedLargeBytes] = [0, 0, 0];
  for (const entry of entries.toReversed()) {
    // Deleted in any case, so it does not count towards the limits.
    if (idsWithoutEffect.has(entry.id) && !keptIds.has(entry.id)) continue;
    usedBytes += entry.bytes;
    if (entry.reverts === undefined) callCount++;
    // Large files have their own limit, so that they displace only older large files. One that does not fit displaces
    // none. The other limits cut the journal at one point: all older entries are over them, too.
    const isLargeWithinLimit = entry.large === undefined || usedLargeBytes + entry.large <= maxBytes;
    const isWithinLimits = callCount <= maxCalls && usedBytes <= maxBytes && isLargeWithinLimit;
    if (entry.state === 'applying' || isWithinLimits) keptIds.add(entry.id);
    if (keptIds.has(entry.id)) usedLargeBytes += entry.large ?? 0;
  }
  // An undo without its call is useless. Oldest first, so that a redo goes together with its undo.
  for (const { id, reverts, state } of entries)
    if (reverts !== undefined && state === 'applied' && !keptIds.has(reverts)) keptIds.delete(id);
  return entries.filter(({ id }) => !keptIds.has(id));
}

/** Ids of the newest entry, of the entry that it reverts, of the entry that this one reverts, and so on. */
function idsOfNewest(entries: readonly JournalEntry[], entryById: ReadonlyMap<string, JournalEntry>): Set<string> {
  const ids = new Set<string>();
  for (let entry = entries.at(-1); entry !== undefined; entry = entryById.get(entry.reverts ?? '')) ids.add(entry.id);
  return ids;
}

/** Ids of undos that a redo has undone, and of those redos: together they have no effect. Both must be applied. */
function idsWithoutEffectOf(
  entries: readonly JournalEntry[],
  entryById: ReadonlyMap<string, JournalEntry>,
): Set<string> {
  return new Set(
    entries.flatMap(({ id, reverts = '', state }) => {
      const undo = entryById.get(reverts);
      return state === 'applied' && undo?.reverts !== undefined && undo.state === 'applied' ? [id, undo.id] : [];
    }),
  );
}
