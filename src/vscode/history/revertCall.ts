// Undoes one call of the history, or an earlier undo.

import { invertCall, irreversibleError } from '../../core/change/inverse.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversible } from '../../core/journal/storedChange.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { HistoryDeps, QueueOptions } from './callHistory.ts';
import { rebaseInverses } from './historyInverse.ts';

/**
 * Undoes an entry, all or nothing. Waits until no call works on its files, and returns false if the entry is not in
 * effect by then; throws as `History.revert` does.
 */
export async function revertCall(
  entry: JournalEntry,
  { applier, journal, queue, disk }: HistoryDeps,
  isInEffect: () => boolean,
  { signal = new AbortController().signal, ...queueOptions }: QueueOptions,
): Promise<boolean> {
  const irreversible = entry.changes.find(isIrreversible);
  if (irreversible !== undefined) throw irreversibleError(irreversible.at.path);
  const inverses = invertCall(await journal.contents.changesOf(entry));
  const realUris = [...new Set(inverses.flatMap(locationsOf).map(({ real }) => real))];
  const isUndo = entry.reverts === undefined;
  const name = entry.phrase ?? entry.title;
  // Shown to those who wait for the files; the new entry keeps the title of the call.
  const title = isUndo ? phrase('Undo "{0}"', name) : phrase('Redo "{0}"', name);
  const lock = await queue.enter(realUris, signal, { title, ...queueOptions });
  try {
    await journal.refresh();
    if (!isInEffect()) return false;
    const { changes, verified } = await rebaseInverses(inverses, disk, isUndo ? 'undo' : 'redo');
    await applier.run(
      changes,
      { ...attributesFrom(entry), reverts: entry.id },
      { isToolCall: false, signal, verifiedChanges: verified, restoredModes: entry.modesBefore },
    );
    return true;
  } finally {
    lock.release();
  }
}

/** The attributes that the entry of an undo copies from the entry that it undoes. */
function attributesFrom(entry: JournalEntry): NewEntry {
  const { title, tool, session, permissions } = entry;
  return {
    title,
    ...(entry.phrase === undefined ? {} : { phrase: entry.phrase }),
    tool,
    ...(session === undefined ? {} : { session }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}
