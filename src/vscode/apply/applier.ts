// Applies a call's changes all or nothing, with a write-ahead journal entry and a rollback on failure.

import type { Change } from '../../core/change/change.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { toToolError, failure, type ToolError } from '../../core/wording/errors.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { describeChange, displayPathOf } from '../../core/change/summary.ts';
import { formatTrace } from '../../core/wording/trace.ts';
import type { Applied, Applier, Call } from '../../tools/ports/ports.ts';
import type { SaveMode } from '../shared/settings.ts';
import { closeTabsInTime } from '../documents/closeWithin.ts';
import type { Disk } from '../ports/localDisk.ts';
import type { HandedOver, HandOverDeps } from './handOver.ts';
import { writeChanges, type WriteOptions } from './writeChanges.ts';
import { restrictToWorkspace } from './pathRecheck.ts';
import { beginEntry, modesBeforeOf, newEntryOf, permissionsOf, requireUnchanged } from './start.ts';

interface ApplierDeps extends HandOverDeps {
  readonly saveModeFor: (isProtected: boolean) => SaveMode;
}

interface RunOptions {
  /** Whether this is an agent's call: only then the rules, and the settings for saving and the trash, apply. */
  readonly isAgentCall: boolean;
  /** Stops the run and rolls back its writes. */
  readonly signal?: AbortSignal | undefined;
  /** Changes whose files were just compared with `before`; they are compared again only when they are written. */
  readonly verifiedChanges?: ReadonlySet<Change>;
  /** Permission bits that an undo restores, by URI. */
  readonly restoredModes?: JournalEntry['modesBefore'];
}

interface ApplyRun {
  readonly requested: readonly Change[];
  /** The requested changes, with those that create missing folders for them. */
  readonly changes: readonly Change[];
  readonly entry: JournalEntry;
}

/** Applies plans all or nothing: writes the journal entry ahead, then the files, and verifies each of them. */
export class JournalledApplier implements Applier {
  readonly #deps: ApplierDeps;

  constructor(deps: ApplierDeps) {
    this.#deps = deps;
  }

  async apply(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    await this.#deps.ready();
    return this.run(changes, newEntryOf(title, call), { isAgentCall: true, signal: call.signal });
  }

  /** Hands approved changes over to an agent that writes them itself. Throws as `handOver` does. */
  async handOver(changes: readonly Change[], title: Phrase, call: Call): Promise<HandedOver> {
    const { handOver } = await import('./handOver.ts');
    return handOver(changes, title, call, this.#deps);
  }

  /**
   * Applies changes as one journal entry.
   *
   * @throws ToolError as `Applier.apply` does.
   */
  async run(requested: readonly Change[], attributes: NewEntry, options: RunOptions): Promise<Applied> {
    const { journal, platform } = this.#deps;
    // Loaded before anything is written, since a full disk could prevent loading it later.
    await import('./rollback.ts');
    const changes = await requireUnchanged(requested, platform, options.verifiedChanges);
    const permissions = { ...attributes.permissions, ...(await permissionsOf(changes, platform.modes)) };
    const modesBefore = await modesBeforeOf(changes, platform.modes);
    const entry = await beginEntry(journal, changes, { ...attributes, permissions, modesBefore });
    const applied = await this.#writeOrRollBack({ requested, changes, entry }, options);
    // A failure here does not fail the call: the entry is saved with the next one, or completed at the next start.
    await journal.finish(entry, applied.changes).catch(this.#logJournalFailure);
    await this.#closeDeletedTabs(applied.changes);
    // The caller did not ask for the missing folders. Save participants may have replaced other changes.
    const addedFolders = new Set(changes);
    for (const change of requested) addedFolders.delete(change);
    return { ...applied, changes: applied.changes.filter((change) => !addedFolders.has(change)) };
  }

  readonly #logJournalFailure = (cause: unknown): void => {
    this.#deps.log.error(`The history could not be written: ${formatTrace(cause)}`);
  };

  /** Closes the tabs of deleted files, unless they have unsaved edits. */
  async #closeDeletedTabs(changes: readonly Change[]): Promise<void> {
    const deletedUris = new Set<string>();
    for (const { kind, at } of changes) {
      if (kind === 'delete') deletedUris.add(at.uri);
      else deletedUris.delete(at.uri);
    }
    if (deletedUris.size === 0) return;
    const { log, platform } = this.#deps;
    const logFailure = (cause: unknown): void => log.error(`Tabs could not be closed: ${formatTrace(cause)}`);
    await closeTabsInTime(platform.editor, (uri) => deletedUris.has(uri), logFailure);
  }

  async #writeOrRollBack(
    { requested, changes, entry }: ApplyRun,
    { isAgentCall, signal, restoredModes }: RunOptions,
  ): Promise<Applied> {
    const { journal } = this.#deps;
    // The rules do not judge undo and redo again; each location must only be in the workspace when it is written.
    const fullRecheck = this.#deps.recheck;
    const recheck = isAgentCall || fullRecheck === undefined ? fullRecheck : restrictToWorkspace(fullRecheck);
    const startedChanges: Change[] = [];
    const saveMode = isAgentCall ? this.#deps.saveModeFor(recheck?.isProtected(requested) ?? false) : 'exact';
    const options: WriteOptions = {
      disk: this.#diskFor(entry),
      permissions: entry.permissions ?? {},
      restoredModes,
      saveMode,
      usesTrash: isAgentCall,
      recheckPath: async (change) => recheck?.beforeWrite(change),
      signal,
    };
    try {
      if (isAgentCall) await recheck?.beforeFirstWrite(requested);
      const applied = await writeChanges(changes, options, startedChanges);
      if (!(await journal.isUnderOwnLease(entry))) throw entryLostError();
      return applied;
    } catch (cause) {
      const isFormatted = saveMode === 'withParticipants';
      throw await this.#rollBack(startedChanges, entry, { cause, requested, isFormatted });
    }
  }

  #diskFor(entry: JournalEntry): Disk {
    return { ...this.#deps.platform, keptCopies: this.#deps.journal.largeCopiesOf(entry) };
  }

  /** Rolls back the started changes, and returns the error that describes the result. */
  async #rollBack(
    startedChanges: readonly Change[],
    entry: JournalEntry,
    failureDetails: { readonly cause: unknown; readonly requested: readonly Change[]; readonly isFormatted: boolean },
  ): Promise<ToolError> {
    const { cause, requested, isFormatted } = failureDetails;
    const { journal, log, recheck } = this.#deps;
    const { permissions, modesBefore: restoredModes } = entry;
    const options = { disk: this.#diskFor(entry), isUndoable: false, permissions, restoredModes, recheck };
    const { rollBack } = await import('./rollback.ts');
    const remaining = await rollBack(startedChanges, options);
    // A folder that was created implicitly, and contains files of others by now, is not reported.
    const foreign = remaining.foreign.filter(
      (change) => change.kind !== 'createDirectory' || requested.includes(change),
    );
    if (foreign.length + remaining.failed.length > 0) {
      const names = listPaths([...foreign, ...remaining.failed]);
      log.error(`Not rolled back: ${names} (${remaining.causes.map(formatTrace).join('; ')})`);
    }
    if (remaining.failed.length > 0) {
      // The entry keeps the old bytes, and the next start tries again.
      await journal.abandon(entry);
      return partlyRolledBackError([...remaining.failed, ...foreign], cause);
    }
    if (foreign.length > 0) {
      // The history keeps the contents of these files before the call.
      await journal.finish(entry, foreign).catch(this.#logJournalFailure);
      return overwrittenError(foreign, cause, isFormatted);
    }
    await journal.drop(entry).catch(this.#logJournalFailure);
    const lastStarted = startedChanges.at(-1);
    return toToolError(
      cause,
      lastStarted === undefined ? phrase('The change') : phrase('"{0}"', describeChange(lastStarted)),
    );
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

/** The error if a part of the change could not be rolled back. */
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

/** The error if a part of the change was overwritten by another program, or by save participants if `isFormatted`. */
export function overwrittenError(overwritten: readonly Change[], cause: unknown, isFormatted: boolean): ToolError {
  const names = listPaths(overwritten);
  return failure(
    'PARTIALLY_APPLIED',
    isFormatted
      ? phrase(
          'The change failed halfway, and the contents of {0} are different now; formatting on save or another program may be the cause. They were left alone and may contain part of the change; everything else was restored.',
          names,
        )
      : phrase(
          'Another program wrote to {0} while the change was being made. What is there now was left alone and may contain part of the change; everything else was restored.',
          names,
        ),
    'Do not repeat the call as it was: read what is there now, then decide again.',
    cause,
  );
}

function listPaths(changes: readonly Change[]): string {
  return changes.map(displayPathOf).join(', ');
}
