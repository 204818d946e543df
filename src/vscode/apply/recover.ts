// Recovers calls that a crash interrupted: completes them or rolls them back. `Recoveries` runs this.

import type { Change } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/bytes.ts';
import { isRevertEntry, type JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import { inEnglish, phrase, type Phrase, type PhraseArgument } from '../../core/wording/phrase.ts';
import { locationsOf, displayPathOf, listPaths, writtenLocations } from '../../core/change/summary.ts';
import { formatTrace, StalePlan } from '../../core/wording/errors.ts';
import type { Log } from '../shared/log.ts';
import type { SaveMode } from '../shared/contributions/settings.ts';
import { finishAbandoned } from './handOver.ts';
import { OutsideWorkspace, restrictToWorkspace, type PathRecheck } from './pathRecheck.ts';
import { logHistoryFailure } from '../journal/entryFiles.ts';
import type { Journal } from '../journal/journal.ts';
import { modeAfter, type ModeBits } from './write/execute.ts';
import { flush, isAfter, type Disk } from '../ports/localDisk.ts';
import { rollBackEach } from './rollback.ts';
import type { LazyChanges } from './unwrittenChanges.ts';

export interface RecoveryDeps {
  readonly disk: Disk;
  readonly log: Log;
  /** Rechecks the paths, since links may have been swapped after the interruption. Undefined: paths are not rechecked. */
  readonly recheck: PathRecheck | undefined;
  /** As in the applier's dependencies. */
  readonly saveModeFor: (isProtected: boolean) => SaveMode;
  /** The entries whose failure was reported, by id; new failures are added. */
  readonly reportedFailures?: ReportedFailures;
}

/** Entries that could not be recovered, by id, and whether this window had claimed them. */
export type ReportedFailures = Map<string, 'claimed' | 'notClaimed'>;

export interface RecoveryResult {
  /** A message to the user about each recovered entry. */
  readonly messages: readonly Phrase[];
  /** False if a later run may recover a remaining entry: its window still works on it, or the disk failed. */
  readonly isSettled: boolean;
}

/** Recovers the unfinished entries of dead windows: completes those that are fully written, rolls back the others. */
export async function recover(journal: Journal, deps: RecoveryDeps): Promise<RecoveryResult> {
  const { log, reportedFailures = new Map() } = deps;
  const messages: Phrase[] = [];
  let isSettled = true;
  // Newest first, since a later entry may have changed the files of an earlier one.
  for (const entry of journal.unfinished.toReversed()) {
    // This window claimed it before and failed: two windows would otherwise take it from each other forever.
    if (reportedFailures.get(entry.id) === 'claimed') continue;
    let isClaimed = false;
    try {
      isClaimed = await journal.claim(entry);
      if (!isClaimed) isSettled = false;
      else if (entry.handedOver === true) messages.push(...(await finishAbandoned(journal, entry, deps)));
      else messages.push(await recoverEntry(journal, entry, deps));
    } catch (cause) {
      // The entry and its bytes stay for the next run, or for the next start if it was claimed.
      await journal.abandon(entry);
      if (cause instanceof OutsideWorkspace) journal.outsideIds.add(entry.id);
      isSettled = false;
      log.error(`"${entry.title}" could not be recovered: ${formatTrace(cause)}`);
      const isReported = reportedFailures.has(entry.id);
      reportedFailures.set(entry.id, isClaimed ? 'claimed' : 'notClaimed');
      if (!isReported) messages.push(failureMessage(entry, cause));
    }
  }
  for (const message of messages) log.warn(inEnglish(message));
  return { messages, isSettled };
}

/** Completes or rolls back an entry of a dead window. @throws OutsideWorkspace; Error if stored bytes are missing */
async function recoverEntry(journal: Journal, entry: JournalEntry, deps: RecoveryDeps): Promise<Phrase> {
  const recheck = deps.recheck === undefined ? undefined : restrictToWorkspace(deps.recheck);
  const { contents } = journal;
  const disk: Disk = { ...deps.disk, keptCopyOf: contents.largeCopies.copiesOf(entry.id) };
  // Each change is read on demand, since a call may have thousands of files.
  const changes = { all: entry.changes, read: (stored: StoredChange) => contents.changeOf(entry.id, stored) };
  const { outsideError, hasFailedCheck } = await checkPathsAndBytes(changes, recheck);
  const run: RecoveryRun = { journal, entry, changes, disk, recheck, logFailure: logHistoryFailure(deps.log) };
  if (!hasFailedCheck && (await isComplete(changes, disk, entry.permissions))) {
    // Undo and redo always save. It is unknown here whether a location is protected, but protection turns no saving
    // off.
    const wouldSave = isRevertEntry(entry) || deps.saveModeFor(false) !== 'never';
    return completeEntry(run, { savesTexts: wouldSave && outsideError === undefined });
  }
  // A rollback without these files could never be completed: the entry stays until their folder is open again.
  if (outsideError !== undefined) throw outsideError;
  return rollBackEntry(run);
}

/** The recovery of one entry. */
interface RecoveryRun {
  readonly journal: Journal;
  readonly entry: JournalEntry;
  readonly changes: LazyChanges<StoredChange>;
  readonly disk: Disk;
  readonly recheck: PathRecheck | undefined;
  /** Logs a failure to write the history. The files are flushed by then, so the reported result stays the same. */
  readonly logFailure: (cause: unknown) => void;
}

/** Finishes an entry whose changes are all on disk. @param savesTexts whether to save documents as the call would */
async function completeEntry(
  { journal, entry, changes, disk, logFailure }: RecoveryRun,
  { savesTexts }: { readonly savesTexts: boolean },
): Promise<Phrase> {
  if (savesTexts) for (const stored of changes.all) await saveUnsavedUpdate(await changes.read(stored), disk);
  await flush(entry.changes, disk);
  await journal.finish(entry).catch(logFailure);
  return phrase('"{0}" was interrupted after its last file. It is complete.', entryTitle(entry));
}

/**
 * Rolls an entry back. If others changed some of its files since, these stay as they are, and the entry stays in the
 * history with them. @throws Error if the disk fails, so that the entry stays unfinished
 */
async function rollBackEntry({ journal, entry, changes, disk, recheck, logFailure }: RecoveryRun): Promise<Phrase> {
  const { foreign, failed, causes } = await rollBackEach(changes, {
    disk,
    isUndoable: false,
    permissions: entry.permissions,
    restoredModes: entry.modesBefore,
    recheck: recheckWithLaterEntries(journal, entry, recheck),
  });
  if (failed.length > 0) throw new Error(`left: ${listPaths(failed)} (${causes.map(formatTrace).join('; ')})`);
  await flush(entry.changes, disk);
  if (foreign.length === 0) {
    await journal.drop(entry).catch(logFailure);
    return phrase('"{0}" was interrupted halfway and has been rolled back.', entryTitle(entry));
  }
  await journal.finish(entry, foreign).catch(logFailure);
  const changedPaths = listPaths(foreign);
  return phrase('"{0}" was interrupted halfway. Check {1}, which changed since.', entryTitle(entry), changedPaths);
}

/**
 * A `recheck` that also rejects files which a later entry changed or is changing: their content may come from that call.
 * Later entries that `recover` rolled back do not count: it handles them first, and has deleted them.
 */
function recheckWithLaterEntries(
  journal: Journal,
  entry: JournalEntry,
  recheck: PathRecheck | undefined,
): Pick<PathRecheck, 'beforeWrite'> {
  return {
    async beforeWrite(change) {
      // Refreshes for each file: another window may begin a call at any time.
      await journal.refresh({ onlyNew: true });
      const { entries } = journal;
      const laterEntries = entries.slice(entries.findIndex(({ id }) => id === entry.id) + 1);
      const realUris = new Set(locationsOf(change).map(({ real }) => real));
      const isOfSameFile = (later: StoredChange): boolean =>
        writtenLocations(later).some(({ real }) => realUris.has(real));
      if (laterEntries.some(({ changes }) => changes.some(isOfSameFile))) throw new StalePlan(displayPathOf(change));
      await recheck?.beforeWrite(change);
    },
  };
}

/**
 * Rechecks all paths, before anything is written. Also reads all stored bytes, and throws if some are missing.
 *
 * @returns the error for the last path outside the open folders, undefined if there is none, and whether any path failed
 *   the check for another reason
 */
async function checkPathsAndBytes(
  { all, read }: LazyChanges<StoredChange>,
  recheck: PathRecheck | undefined,
): Promise<{ readonly outsideError: OutsideWorkspace | undefined; readonly hasFailedCheck: boolean }> {
  let outsideError: OutsideWorkspace | undefined;
  let hasFailedCheck = false;
  for (const stored of all) {
    const change = await read(stored);
    await recheck?.beforeWrite(change).catch((cause: unknown) => {
      if (cause instanceof OutsideWorkspace) outsideError = cause;
      else hasFailedCheck = true;
    });
  }
  return { outsideError, hasFailedCheck };
}

/** Whether the last change at each location is on disk; earlier ones of the call were overwritten by it. */
async function isComplete(
  { all, read }: LazyChanges<StoredChange>,
  disk: Disk,
  permissions: JournalEntry['permissions'],
): Promise<boolean> {
  /** Canonical URIs that later changes of the call write. */
  const laterUris = new Set<string>();
  for (const stored of all.toReversed()) {
    const change = await read(stored);
    const remaining = withoutOverwrittenPart(change, laterUris);
    if (remaining !== undefined && !(await isAfterWithMode(remaining, disk, permissions))) return false;
    for (const { real } of writtenLocations(change)) laterUris.add(real);
  }
  return true;
}

/** The part of a change whose locations were not overwritten; undefined if none is left. */
function withoutOverwrittenPart(change: Change, overwrittenUris: ReadonlySet<string>): Change | undefined {
  const isOverwritten = overwrittenUris.has(change.at.real);
  if (change.kind !== 'move') return isOverwritten ? undefined : change;
  const { from, at, before, after, mode } = change;
  const isSourceOverwritten = overwrittenUris.has(from.real);
  if (isOverwritten) return isSourceOverwritten ? undefined : { kind: 'delete', at: from, before };
  // Copies the file from its own path, so that its permissions are not compared with the permissions of another file at
  // the source.
  return isSourceOverwritten ? { kind: 'copy', from: at, at, after, mode } : change;
}

/** Whether a change is on disk with its mode, which may be set after the content. */
async function isAfterWithMode(change: Change, disk: Disk, permissions: JournalEntry['permissions']): Promise<boolean> {
  if (!(await isAfter(change, disk))) return false;
  const { modes } = disk;
  const { uri } = change.at;
  // The source of a copy may have been deleted later in the call.
  const mode = await modeAfter(change, modes, permissions).catch((): ModeBits => ({}));
  if (mode.isExecutable !== undefined) return (await modes?.isExecutable(uri)) === mode.isExecutable;
  return mode.permissions === undefined || (await modes?.permissions(uri)) === mode.permissions;
}

/**
 * Saves the document of an update if its file still has the content before the call, which was thus interrupted between
 * the edit and the save. Any other unsaved document contains the user's edits, and stays unsaved.
 */
async function saveUnsavedUpdate(change: Change, { editor }: Disk): Promise<void> {
  if (change.kind !== 'update') return;
  const { uri } = change.at;
  const unsavedDocument = editor.dirtyDocument(uri);
  if (unsavedDocument === undefined) return;
  const diskHash = await sha256(await editor.readFile(uri));
  if (diskHash === change.before.sha256) await unsavedDocument.save();
}

function failureMessage(entry: JournalEntry, cause: unknown): Phrase {
  if (!(cause instanceof OutsideWorkspace))
    return phrase('"{0}" was interrupted and could not be rolled back. Check its files.', entryTitle(entry));
  return phrase(
    '"{0}" was interrupted halfway. {1} is outside the workspace: open the folder that contains it and reload the window, so that it is rolled back.',
    entryTitle(entry),
    cause.path,
  );
}

function entryTitle(entry: JournalEntry): PhraseArgument {
  return entry.phrase ?? entry.title;
}
