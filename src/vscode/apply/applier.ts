// Applies changes all or nothing: writes the journal entry ahead, rolls back on failure, and reports what is left.

import type { Change } from '../../core/change/change.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { failure, formatTrace, toToolError, type ToolError } from '../../core/wording/errors.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { describeChange, listPaths } from '../../core/change/summary.ts';
import type { Applied, Applier, Call } from '../../tools/ports/ports.ts';
import type { SaveMode } from '../shared/contributions/settings.ts';
import { logHistoryFailure } from '../journal/entryFiles.ts';
import { closeTabsInTime } from '../documents/closeTabsInTime.ts';
import type { Disk } from '../ports/localDisk.ts';
import type { HandedOver, HandOverDeps } from './handOver.ts';
import { writeChanges, type WriteOptions } from './write/writeChanges.ts';
import { restrictToWorkspace } from './pathRecheck.ts';
import { beginEntry, newEntryOf, requireApplicable, withMissingFolders, withoutAddedFolders } from './beginCall.ts';
import { modesBeforeOf, permissionsOf } from './write/execute.ts';

interface ApplierDeps extends HandOverDeps {
  /**
   * The way to save a tool's changes, by the user's settings. @param isProtected whether a rule protects their files
   */
  readonly saveModeFor: (isProtected: boolean) => SaveMode;
}

interface RunOptions {
  /** Whether a tool makes the changes. The rules and the settings for saving and the trash do not apply to undo and redo. */
  readonly isToolCall: boolean;
  /** Stops the run and rolls back its writes. */
  readonly signal?: AbortSignal | undefined;
  /** Changes whose files were just compared with `before`, so that only the write itself compares them again. */
  readonly verifiedChanges?: ReadonlySet<Change>;
  /** Permission bits that an undo restores, by URI. */
  readonly restoredModes?: JournalEntry['modesBefore'];
}

/** A run whose journal entry is begun; nothing is written yet. */
interface ApplyRun {
  readonly requested: readonly Change[];
  /** The requested changes, with those that create missing folders for them. */
  readonly changes: readonly Change[];
  readonly entry: JournalEntry;
}

/** Facts with which a rollback describes the failure. */
interface FailureDetails {
  readonly cause: unknown;
  readonly requested: readonly Change[];
  /** Whether save participants (such as formatters) may have changed the files. */
  readonly isFormatted: boolean;
}

/** Writes the journal entry ahead, then the files, and verifies each of them. */
export class JournalledApplier implements Applier {
  readonly #deps: ApplierDeps;

  constructor(deps: ApplierDeps) {
    this.#deps = deps;
  }

  async apply(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    await this.#deps.ready();
    return this.run(changes, newEntryOf(title, call), { isToolCall: true, signal: call.signal });
  }

  /** Hands approved changes over to an agent that writes them itself. @throws as `handOver` does */
  async handOver(changes: readonly Change[], title: Phrase, call: Call): Promise<HandedOver> {
    const { handOver } = await import('./handOver.ts');
    return handOver(changes, title, call, this.#deps);
  }

  /**
   * Applies the changes of a call, of an undo or redo, or of a revert as one journal entry. The caller awaits `ready`.
   *
   * @throws ToolError as `Applier.apply` does
   */
  async run(requested: readonly Change[], attributes: NewEntry, options: RunOptions): Promise<Applied> {
    const { journal, disk } = this.#deps;
    // Loaded before anything is written, since a full disk could prevent loading it later.
    await import('./rollback.ts');
    await requireApplicable(requested, disk, options.verifiedChanges);
    const changes = await withMissingFolders(requested, disk.editor);
    const permissions = { ...attributes.permissions, ...(await permissionsOf(changes, disk.modes)) };
    const modesBefore = await modesBeforeOf(changes, disk.modes);
    const entry = await beginEntry(journal, changes, { ...attributes, permissions, modesBefore });
    const applied = await this.#writeOrRollBack({ requested, changes, entry }, options);
    // A failure here does not fail the call: the entry is saved with the next one, or completed at the next start.
    await journal.finish(entry, applied.changes).catch(logHistoryFailure(this.#deps.log));
    await this.#closeDeletedTabs(applied.changes);
    return { ...applied, changes: withoutAddedFolders(applied.changes, changes, requested) };
  }

  /** Closes the tabs of deleted files, unless they have unsaved edits. */
  async #closeDeletedTabs(changes: readonly Change[]): Promise<void> {
    /** The files that are gone after all changes: a later one may create a deleted file again. */
    const deletedUris = new Set<string>();
    for (const { kind, at } of changes) {
      if (kind === 'delete') deletedUris.add(at.uri);
      else deletedUris.delete(at.uri);
    }
    if (deletedUris.size === 0) return;
    const { log, disk } = this.#deps;
    const logFailure = (cause: unknown): void => log.error(`Tabs could not be closed: ${formatTrace(cause)}`);
    await closeTabsInTime(disk.editor, (uri) => deletedUris.has(uri), logFailure);
  }

  async #writeOrRollBack(
    { requested, changes, entry }: ApplyRun,
    { isToolCall, signal, restoredModes }: RunOptions,
  ): Promise<Applied> {
    const { journal } = this.#deps;
    // The rules do not judge undo and redo again, but each location must still be in the workspace.
    const fullRecheck = this.#deps.recheck;
    const recheck = isToolCall || fullRecheck === undefined ? fullRecheck : restrictToWorkspace(fullRecheck);
    const saveMode = isToolCall ? this.#deps.saveModeFor(recheck?.isProtected(requested) ?? false) : 'exact';
    const startedChanges: Change[] = [];
    const options: WriteOptions = {
      disk: this.#diskFor(entry),
      permissions: entry.permissions ?? {},
      restoredModes,
      saveMode,
      usesTrash: isToolCall,
      recheckPath: async (change) => recheck?.beforeWrite(change),
      signal,
    };
    try {
      if (isToolCall) await recheck?.beforeFirstWrite(requested);
      const applied = await writeChanges(changes, options, startedChanges);
      if (!(await journal.isUnderOwnLease(entry))) throw entryLostError();
      return applied;
    } catch (cause) {
      const isFormatted = saveMode === 'withParticipants';
      throw await this.#rollBack(startedChanges, entry, { cause, requested, isFormatted });
    }
  }

  #diskFor(entry: JournalEntry): Disk {
    return { ...this.#deps.disk, keptCopyOf: this.#deps.journal.contents.largeCopies.copiesOf(entry.id) };
  }

  /** Rolls back the started changes, and returns the error that describes the result. */
  async #rollBack(
    startedChanges: readonly Change[],
    entry: JournalEntry,
    { cause, requested, isFormatted }: FailureDetails,
  ): Promise<ToolError> {
    const { journal, log, recheck } = this.#deps;
    const { permissions, modesBefore: restoredModes, changes: planned } = entry;
    const options = { disk: this.#diskFor(entry), isUndoable: false, permissions, restoredModes, recheck, planned };
    const { rollBack } = await import('./rollback.ts');
    const remaining = await rollBack(startedChanges, options);
    // A missing folder that was only added to the call, and now contains files of others, is not reported.
    const isAddedFolder = (change: Change): boolean => change.kind === 'createDirectory' && !requested.includes(change);
    const foreign = remaining.foreign.filter((change) => !isAddedFolder(change));
    if (foreign.length + remaining.failed.length > 0) {
      const paths = listPaths([...foreign, ...remaining.failed]);
      log.error(`Not rolled back: ${paths} (${remaining.causes.map(formatTrace).join('; ')})`);
    }
    if (remaining.failed.length > 0) {
      // The entry keeps the old bytes, and the next start tries again.
      await journal.abandon(entry);
      return partlyRolledBackError([...remaining.failed, ...foreign], cause);
    }
    if (foreign.length > 0) {
      // The history keeps the contents of these files before the call.
      await journal.finish(entry, foreign).catch(logHistoryFailure(log));
      return overwrittenError(foreign, cause, isFormatted);
    }
    await journal.drop(entry).catch(logHistoryFailure(log));
    const lastStarted = startedChanges.at(-1);
    const failedAction =
      lastStarted === undefined ? phrase('The change') : phrase('"{0}"', describeChange(lastStarted));
    return toToolError(cause, failedAction);
  }
}

/** The error if the journal entry was deleted, or recovered by another window, before the change was complete. */
export function entryLostError(): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      'The history lost track of the change while it was being made, or another window treated it as interrupted. It was rolled back.',
    ),
    'Read the files again, then repeat the call.',
  );
}

/** The error if the files of `unrestored` could not be rolled back, or were overwritten by another program. */
export function partlyRolledBackError(unrestored: readonly Change[], cause: unknown): ToolError {
  return failure(
    'PARTIALLY_APPLIED',
    phrase(
      'The change failed halfway, and {0} could not be restored; everything else was. Redline will try again when the window is reloaded.',
      listPaths(unrestored),
    ),
    'Do not continue with these files and do not repeat the call; tell the user.',
    cause,
  );
}

/** The error if files of the change were overwritten by another program, or if `isFormatted` by save participants. */
export function overwrittenError(overwritten: readonly Change[], cause: unknown, isFormatted: boolean): ToolError {
  const paths = listPaths(overwritten);
  return failure(
    'PARTIALLY_APPLIED',
    isFormatted
      ? phrase(
          'The change failed halfway, and the contents of {0} are different now; formatting on save or another program may be the cause. They were left alone and may contain part of the change; everything else was restored.',
          paths,
        )
      : phrase(
          'Another program wrote to {0} while the change was being made. What is there now was left alone and may contain part of the change; everything else was restored.',
          paths,
        ),
    'Do not repeat the call as it was: read what is there now, then decide again.',
    cause,
  );
}
