// Hands approved changes over to an agent's own tool, and compares the written files with the approval afterwards: in the
// window that handed them over, or, if it died, in another one (`finishAbandoned`).

import type { Change } from '../../core/change/change.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { Call } from '../../tools/ports/ports.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { logHistoryFailure } from '../journal/entryFiles.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../shared/log.ts';
import { isAfter, type Disk } from '../ports/localDisk.ts';
import { outcomeOf } from './agentOutcome.ts';
import type { PathRecheck } from './pathRecheck.ts';
import { beginEntry, newEntryOf, requireApplicable, withMissingFolders, withoutAddedFolders } from './beginCall.ts';
import { permissionsOf } from './write/execute.ts';

/** The result of changes that an agent was to write itself. */
export interface HandOverResult {
  /** The changes on disk: the approved ones, or those written instead. */
  readonly writtenChanges: readonly Change[];
  /** The approved changes in place of which the agent wrote something else. */
  readonly differentChanges: readonly Change[];
}

/** Approved changes that the agent's own tool is about to write. */
export interface HandedOver {
  /** Whether every file is as approved. */
  areAllWritten(): Promise<boolean>;
  /** Whether a change is on disk: an approved one, or one of several edits that the agent makes of an approved file. */
  isChangeWritten(change: Change): Promise<boolean>;
  /** Compares the files with the approval, and finishes the journal entry accordingly. Must be called once. */
  compareAndFinish(): Promise<HandOverResult>;
}

export interface HandOverDeps {
  readonly journal: Journal;
  /** Resolves once the journal is read and interrupted entries are recovered; nothing may be written before. */
  readonly ready: () => Promise<unknown>;
  readonly disk: Disk;
  readonly log: Log;
  readonly recheck?: PathRecheck | undefined;
}

/**
 * Hands approved changes over to an agent that writes files by its own tools. First stores the old bytes in the
 * journal, so that any result of the agent can be undone.
 *
 * @throws StalePlan if a file no longer equals the plan's `before`; ToolError as `Applier.apply` does
 */
export async function handOver(
  requested: readonly Change[],
  title: Phrase,
  call: Call,
  { journal, ready, disk, log, recheck }: HandOverDeps,
): Promise<HandedOver> {
  await ready();
  await requireApplicable(requested, disk);
  const changes = await withMissingFolders(requested, disk.editor);
  await recheck?.beforeFirstWrite(requested);
  const permissions = await permissionsOf(changes, disk.modes);
  const newEntry: NewEntry = { ...newEntryOf(title, call), handedOver: true, permissions };
  const begunEntry = await beginEntry(journal, changes, newEntry);
  return {
    areAllWritten: async () => (await mapConcurrently(changes, (change) => isAfter(change, disk))).every(Boolean),
    isChangeWritten: (change) => isAfter(change, disk),
    async compareAndFinish() {
      const isStillOwn = await journal.isUnderOwnLease(begunEntry);
      const entry = isStillOwn ? begunEntry : await reclaimEntry(journal, begunEntry, changes, newEntry);
      const comparison = await finishAsWritten(journal, entry, changes, { disk, log }).catch(async (cause: unknown) => {
        // The entry keeps the old bytes, and is recovered at the next start.
        await journal.abandon(entry);
        throw cause;
      });
      if (comparison.differentChanges.length > 0)
        log.warn(`"${entry.title}": the agent wrote something other than what was approved.`);
      return { ...comparison, writtenChanges: withoutAddedFolders(comparison.writtenChanges, changes, requested) };
    },
  };
}

/**
 * The entry to finish after another window has taken this one for dead and recovered the entry. If that window dropped
 * the entry, since the agent had not written yet, a new one records the write.
 */
async function reclaimEntry(
  journal: Journal,
  entry: JournalEntry,
  changes: readonly Change[],
  newEntry: NewEntry,
): Promise<JournalEntry> {
  // A refresh skips entries in progress in this window. Once it is abandoned, the entry is read again, with the writes
  // that the other window recorded.
  await journal.abandon(entry);
  await journal.refresh();
  return journal.entries.find(({ id }) => id === entry.id) ?? beginEntry(journal, changes, newEntry);
}

/** The disk on which the agent wrote, and the log for failures that do not affect the files. */
interface OutcomeDeps {
  readonly disk: Disk;
  readonly log: Log;
}

/** Finishes an entry that a dead window handed over. Returns the outcome for the user; empty if nothing was written. */
export async function finishAbandoned(
  journal: Journal,
  entry: JournalEntry,
  deps: OutcomeDeps,
): Promise<readonly Phrase[]> {
  const title = entry.phrase ?? entry.title;
  const { writtenChanges, differentChanges } = await finishAsWritten(
    journal,
    entry,
    await journal.contents.changesOf(entry),
    deps,
  );
  if (writtenChanges.length === 0) return [];
  return differentChanges.length === 0
    ? [phrase('"{0}" was written by the agent while Redline was away. It is as you approved it.', title)]
    : [phrase('"{0}" was written by the agent while Redline was away, and not as you approved it. Check it.', title)];
}

/** Determines the agent's writes, and finishes the entry with them; drops the entry if nothing was written. */
async function finishAsWritten(
  journal: Journal,
  entry: JournalEntry,
  changes: readonly Change[],
  { disk, log }: OutcomeDeps,
): Promise<HandOverResult> {
  // Another window may have changed the files since: `outcomeOf` reads its entries.
  await journal.refresh().catch((cause: unknown) => log.warn(`The history could not be read: ${formatTrace(cause)}`));
  const outcomes = await mapConcurrently(changes, (change) => outcomeOf(journal, entry, change, disk));
  const writtenChanges = outcomes.flatMap((outcome) => outcome.writtenChanges);
  const differentChanges = changes.filter((_, index) => outcomes[index]?.isDifferent === true);
  const saving = writtenChanges.length === 0 ? journal.drop(entry) : journal.finish(entry, writtenChanges);
  // A failure here does not affect the files: the entry is saved with the next one, or recovered at the next start.
  await saving.catch(logHistoryFailure(log));
  return { writtenChanges, differentChanges };
}
