// Writes all changes of a call in order, and checks each right before and after.

import type { Change } from '../../../core/change/change.ts';
import { failure, StalePlan } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { equalBytes } from '../../../core/text/bytes.ts';
import { displayPathOf, describeChange } from '../../../core/change/summary.ts';
import type { Applied } from '../../../tools/ports/ports.ts';
import type { SaveMode } from '../../shared/contributions/settings.ts';
import { forEachUntilFailure } from '../../../async/eventLoop.ts';
import { batchesOf } from './batches.ts';
import { EarlyFlush } from './earlyFlush.ts';
import { createsPath, parentLocation } from './missingFolders.ts';
import { execute, isComparedByWrite, NotMovedError, type ExecuteOptions } from './execute.ts';
import type { SavedChange } from './saveParticipants.ts';
import type { Editor } from '../../ports/editor.ts';
import { flush, isAfter, isBefore, type Disk } from '../../ports/localDisk.ts';
import { selectTextGroup } from '../../documents/undoableUpdates.ts';
import type { GroupOptions } from '../../documents/textGroup.ts';

export interface WriteOptions {
  readonly disk: Disk;
  /** As in `ExecuteOptions`, like `restoredModes`. */
  readonly permissions: Readonly<Record<string, number>>;
  readonly restoredModes: ExecuteOptions['restoredModes'];
  readonly saveMode: SaveMode;
  /** Whether deleted files go to the trash if there is one. */
  readonly usesTrash: boolean;
  /** Throws if a path of a change now leads elsewhere than when the rules judged it (TOCTOU). */
  readonly recheckPath: (change: Change) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Up to this number of changes, files that are not open get an undo step in the editor, too, which is slow. */
const maxUndoableChanges = 10;

/**
 * Writes all changes of a call in order, and checks each right before and after. Two kinds are written ahead of the
 * others, since their place in the order does not matter: text updates that one edit of the editor makes together, then
 * deletions that the trash takes.
 *
 * @param startedChanges receives every change that may be written, even partially, in the order of writing, so that the
 *   caller can roll it back
 */
export async function writeChanges(
  changes: readonly Change[],
  options: WriteOptions,
  startedChanges: Change[],
): Promise<Applied> {
  const { disk, saveMode, permissions, restoredModes } = options;
  const groupChanges = await writeGroup(changes, options, startedChanges);
  const trashedChanges = options.usesTrash ? await trashDeleted(changes, options, startedChanges) : [];
  const writtenChanges = new Set<Change>([...groupChanges, ...trashedChanges]);
  const unsavedPaths: string[] = saveMode === 'never' ? groupChanges.map(displayPathOf) : [];
  const executeOptions = { disk, isUndoable: changes.length <= maxUndoableChanges, permissions, restoredModes };
  const remaining = changes.filter((change) => !writtenChanges.has(change));
  const earlyFlush = new EarlyFlush(disk);
  try {
    const batches = executeOptions.isUndoable ? remaining.map((change) => [change]) : batchesOf(remaining);
    for (const batch of batches)
      await forEachUntilFailure(batch, async (change) => {
        const isUnsaved = await writeOne(change, executeOptions, options, startedChanges);
        if (isUnsaved) unsavedPaths.push(displayPathOf(change));
        // The file of a change in a batch is written only once in the call, as `EarlyFlush` requires.
        else if (batch.length > 1) earlyFlush.add(change);
      });
    if (saveMode === 'withParticipants') return await readSaved(changes, unsavedPaths, options);
    // `writeOne` has checked the others.
    for (const change of groupChanges) await requireAfter(change, disk, saveMode);
    await flush(changes, disk, await earlyFlush.whenFinished());
    return { changes, unsaved: unsavedPaths, notes: [] };
  } finally {
    // Waits after a failure, too: the caller's rollback writes the same files.
    await earlyFlush.whenSettled();
  }
}

/** Writes the text updates that one edit of the editor makes together, and returns them; none if it cannot do that. */
async function writeGroup(
  changes: readonly Change[],
  options: WriteOptions,
  startedChanges: Change[],
): Promise<readonly Change[]> {
  const { disk, saveMode, recheckPath } = options;
  const group = selectTextGroup(changes, saveMode, disk.editor);
  if (group.length === 0) return [];
  // A group edit does not compare files with the plan, so they are checked here.
  for (const change of group) await requireBefore(change, options, { isComparedByWrite: false });
  const groupOptions: GroupOptions = {
    saveMode,
    disk,
    recheckPath,
    onBegin: () => void startedChanges.push(...group),
    onSaved: (change) => updateToSaved(change, startedChanges, disk.editor),
  };
  const { executeGroup } = await import('../../documents/textGroup.ts');
  return (await executeGroup(group, groupOptions)) ? group : [];
}

/** Writes one change, with the checks before and after. Returns whether the change is only in an unsaved document. */
async function writeOne(
  change: Change,
  executeOptions: ExecuteOptions,
  options: WriteOptions,
  startedChanges: Change[],
): Promise<boolean> {
  const { disk, saveMode } = options;
  await requireBefore(change, options, { isComparedByWrite: isComparedByWrite(change, disk) });
  startedChanges.push(change);
  const isNewText = change.kind === 'create' && change.after.kind === 'text' && change.after.lossy !== true;
  if (saveMode === 'withParticipants' && isNewText) {
    const { createAndSave } = await import('./saveParticipants.ts');
    await createAndSave({ ...change, after: change.after }, executeOptions);
    await updateToSaved(change, startedChanges, disk.editor);
    return false;
  }
  const isUnsaved = await executeStarted(change, executeOptions, startedChanges);
  await requireAfter(change, disk);
  return isUnsaved;
}

/** Reads the files as saved, including what save participants changed, and returns that as the outcome. */
async function readSaved(
  changes: readonly Change[],
  unsavedPaths: readonly string[],
  { disk, recheckPath }: WriteOptions,
): Promise<Applied> {
  const { readSavedChange } = await import('./saveParticipants.ts');
  const savedChanges: SavedChange[] = [];
  for (const change of changes)
    savedChanges.push(
      unsavedPaths.includes(displayPathOf(change)) ? { change } : await readSavedChange(change, disk.editor),
    );
  // Checked again, since the notes quote the files' texts.
  for (const { change } of savedChanges) await recheckPath(change);
  await flush(changes, disk);
  const notes = savedChanges.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return { changes: savedChanges.map(({ change }) => change), unsaved: unsavedPaths, notes };
}

/** Replaces a change in `startedChanges` by one with the text as saved, so that a rollback recognizes the file. */
async function updateToSaved(change: Change, startedChanges: Change[], editor: Editor): Promise<void> {
  const { readSavedIfInSync } = await import('./saveParticipants.ts');
  startedChanges[startedChanges.lastIndexOf(change)] = await readSavedIfInSync(change, editor);
}

/** Moves deleted files to the trash where possible, and returns those changes. */
async function trashDeleted(
  changes: readonly Change[],
  options: WriteOptions,
  startedChanges: Change[],
): Promise<ReadonlySet<Change>> {
  const deletions = changes.filter(({ kind }) => kind === 'delete');
  if (deletions.length === 0) return new Set();
  const { moveToTrash } = await import('./trash.ts');
  for (const change of deletions) await options.recheckPath(change);
  const startIndex = startedChanges.length;
  const listener = {
    onBegin: (members: readonly Change[]) => void startedChanges.push(...members),
    onNothingMoved: (members: readonly Change[]) => void startedChanges.splice(startedChanges.length - members.length),
  };
  const trashedChanges = await moveToTrash(changes, options.disk, listener, options.signal);
  // Files that are still there are deleted one by one afterwards, and count as started only then.
  const removedChanges: Change[] = [];
  for (const change of startedChanges.slice(startIndex))
    if (trashedChanges.has(change) || (await isAfter(change, options.disk))) removedChanges.push(change);
  startedChanges.splice(startIndex, startedChanges.length, ...removedChanges);
  return trashedChanges;
}

/**
 * Executes a change that `startedChanges` lists already. If it fails with StalePlan before writing, removes it from the
 * list. A move may have renamed the file before that error, unless the error is a `NotMovedError`.
 */
async function executeStarted(change: Change, options: ExecuteOptions, startedChanges: Change[]): Promise<boolean> {
  try {
    return await execute(change, options);
  } catch (cause) {
    const hasWrittenNothing = cause instanceof StalePlan && (change.kind !== 'move' || cause instanceof NotMovedError);
    if (hasWrittenNothing) startedChanges.splice(startedChanges.lastIndexOf(change), 1);
    throw cause;
  }
}

/**
 * Requires that a file is as the plan found it, unless the write itself compares it, and that the call was not
 * cancelled.
 */
async function requireBefore(
  change: Change,
  { disk, recheckPath, signal }: WriteOptions,
  comparison: { readonly isComparedByWrite: boolean },
): Promise<void> {
  if (signal?.aborted === true) {
    throw failure(
      'REJECTED',
      phrase('The call was stopped and rolled back. Nothing was changed.'),
      'Do not repeat it unless the user asks for it.',
    );
  }
  await recheckPath(change);
  const folder = createsPath(change) ? parentLocation(change.at) : undefined;
  if (folder !== undefined && (await disk.editor.stat(folder.uri)) === undefined)
    throw new StalePlan(displayPathOf(change));
  if (!comparison.isComparedByWrite && !(await isBefore(change, disk))) throw new StalePlan(displayPathOf(change));
}

/** Requires that a file is as the change leaves it: the editor may accept an edit and do nothing, or refuse to save. */
async function requireAfter(change: Change, disk: Disk, saveMode?: SaveMode): Promise<void> {
  if (await isAfter(change, disk)) return;
  // The user may type right after a document was saved.
  if (saveMode === 'exact' && (await isOnDisk(change, disk))) return;
  throw failure(
    'IO_ERROR',
    phrase(
      '{0} was written, but its contents are different now; a read-only setting or another program may be the cause. Everything was rolled back.',
      describeChange(change),
    ),
    'Read the file and try once more.',
  );
}

/** Whether the approved bytes are on disk, whatever the document shows. */
async function isOnDisk(change: Change, { editor }: Disk): Promise<boolean> {
  if (change.kind !== 'update' || change.after.kind !== 'text') return false;
  const bytes = await editor.readFile(change.at.uri).catch(() => undefined);
  return bytes !== undefined && equalBytes(bytes, change.after.bytes);
}
