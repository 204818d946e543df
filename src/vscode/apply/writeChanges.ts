// Writes all changes of a call in order, and checks each right before and after.

import type { Change } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { displayPathOf, describeChange } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Applied } from '../../tools/ports/ports.ts';
import type { SaveMode } from '../documents/applySettings.ts';
import { batchesOf, settleEach } from '../documents/batches.ts';
import { EarlyFlush } from './earlyFlush.ts';
import { addsFile, parentLocation } from './start.ts';
import { execute, isComparedByWrite, NotMoved, type ExecuteOptions } from './execute.ts';
import type { SavedChange } from './saveParticipants.ts';
import type { Editor } from '../ports/editor.ts';
import { flush, isAfter, isBefore, type Disk } from '../ports/localDisk.ts';
import { executeGroup, groupOf, type GroupOptions } from '../documents/textGroup.ts';
import { moveToTrash } from './trash.ts';

export interface WriteOptions {
  readonly disk: Disk;
  readonly permissions: Readonly<Record<string, number>>;
  readonly save: SaveMode;
  /** Whether deleted files go to the trash if there is one. */
  readonly trash: boolean;
  /** Throws if a place of a change is no longer the one that was judged. */
  readonly checkPlace: (change: Change) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Maximum number of changes for which the editor gets an undo step also of files that are not open, which is slow. */
const maxUndoable = 10;

/**
 * Writes all changes of a call in order, and checks each right before and after.
 *
 * @param started receives every change that may be written, wholly or partially, so that the caller can roll it back.
 */
export async function writeChanges(
  changes: readonly Change[],
  options: WriteOptions,
  started: Change[],
): Promise<Applied> {
  const { disk, save } = options;
  const group = await writeGroup(changes, options, started);
  const trashed = options.trash ? await trashDeleted(changes, options, started) : [];
  const done = new Set<Change>([...group, ...trashed]);
  const unsaved: string[] = save === 'never' ? group.map(displayPathOf) : [];
  const single = { disk, undoable: changes.length <= maxUndoable, permissions: options.permissions };
  const remaining = changes.filter((change) => !done.has(change));
  const flushes = new EarlyFlush(disk);
  try {
    for (const batch of single.undoable ? remaining.map((change) => [change]) : batchesOf(remaining))
      await settleEach(batch, async (change) => {
        if (await writeOne(change, single, options, started)) unsaved.push(displayPathOf(change));
        // Changes of a batch are the only ones of their files.
        else if (batch.length > 1) flushes.add(change);
      });
    if (save === 'withParticipants') return await readSaved(changes, unsaved, options);
    for (const change of group) await requireAfter(change, disk);
    await flush(changes, disk, await flushes.finished());
    return { changes, unsaved, notes: [] };
  } finally {
    await flushes.settled();
  }
}

/** Writes the changes that go through one edit of the editor. Returns none if the editor cannot take them. */
async function writeGroup(
  changes: readonly Change[],
  options: WriteOptions,
  started: Change[],
): Promise<readonly Change[]> {
  const { disk, save, checkPlace } = options;
  const group = groupOf(changes, save, disk.editor);
  // Checked here, since saving a group compares no file with the plan.
  for (const change of group) await requireBefore(change, options, false);
  const groupOptions: GroupOptions = {
    save,
    disk,
    checkPlace,
    onBegin: () => void started.push(...group),
    onSaved: (change) => adoptSaved(change, started, disk.editor),
  };
  return group.length > 0 && (await executeGroup(group, groupOptions)) ? group : [];
}

/** Writes one change. Returns whether it is in an unsaved document only. */
async function writeOne(
  change: Change,
  single: ExecuteOptions,
  options: WriteOptions,
  started: Change[],
): Promise<boolean> {
  const { disk, save } = options;
  await requireBefore(change, options, isComparedByWrite(change, disk));
  started.push(change);
  const isNewText = change.kind === 'create' && change.after.kind === 'text' && change.after.lossy !== true;
  if (save === 'withParticipants' && isNewText) {
    const { createAndSave } = await import('./saveParticipants.ts');
    await createAndSave({ ...change, after: change.after }, single);
    await adoptSaved(change, started, disk.editor);
    return false;
  }
  const isUnsaved = await executeOrUnstart(change, single, started);
  await requireAfter(change, disk);
  return isUnsaved;
}

/** Reads back what saving made of the files: that is the outcome of the call. */
async function readSaved(
  changes: readonly Change[],
  unsaved: readonly string[],
  { disk, checkPlace }: WriteOptions,
): Promise<Applied> {
  const { withSavedText } = await import('./saveParticipants.ts');
  const finished: SavedChange[] = [];
  for (const change of changes)
    finished.push(unsaved.includes(displayPathOf(change)) ? { change } : await withSavedText(change, disk.editor));
  // Checked again, so that the notes show no text of another file.
  for (const { change } of finished) await checkPlace(change);
  await flush(changes, disk);
  const notes = finished.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return { changes: finished.map(({ change }) => change), unsaved, notes };
}

/** Replaces a started change by what saving made of its file, so that a rollback finds it as the call's own work. */
async function adoptSaved(change: Change, started: Change[], editor: Editor): Promise<void> {
  const { asSaved } = await import('./saveParticipants.ts');
  started[started.lastIndexOf(change)] = await asSaved(change, editor);
}

/** Moves the deleted files to the trash, as far as that is possible. */
async function trashDeleted(
  changes: readonly Change[],
  options: WriteOptions,
  started: Change[],
): Promise<ReadonlySet<Change>> {
  const deletions = changes.filter(({ kind }) => kind === 'delete');
  if (deletions.length === 0) return new Set();
  for (const change of deletions) await options.checkPlace(change);
  const firstDeletion = started.length;
  const done = await moveToTrash(changes, options.disk, {
    begin: (members) => started.push(...members),
    undone: (members) => started.splice(started.length - members.length),
  });
  const deleted: Change[] = [];
  for (const change of started.slice(firstDeletion))
    if (done.has(change) || (await isAfter(change, options.disk))) deleted.push(change);
  started.splice(firstDeletion, started.length, ...deleted);
  return done;
}

/** Executes a change. If the plan turns out to be stale, nothing was written, and the change is no longer started. */
async function executeOrUnstart(change: Change, options: ExecuteOptions, started: Change[]): Promise<boolean> {
  try {
    return await execute(change, options);
  } catch (cause) {
    if (cause instanceof StalePlan && (change.kind !== 'move' || cause instanceof NotMoved))
      started.splice(started.lastIndexOf(change), 1);
    throw cause;
  }
}

/** Throws if the call was stopped, or the files are no longer as planned. `isCompared`: the write itself compares them. */
async function requireBefore(
  change: Change,
  { disk, checkPlace, signal }: WriteOptions,
  isCompared: boolean,
): Promise<void> {
  if (signal?.aborted === true) {
    throw failure(
      'REJECTED',
      phrase('The call was stopped and rolled back. Nothing was changed.'),
      'Do not repeat it unless the user asks for it.',
    );
  }
  await checkPlace(change);
  const folder = addsFile(change) ? parentLocation(change.at) : undefined;
  if (folder !== undefined && (await disk.editor.stat(folder.uri)) === undefined)
    throw new StalePlan(displayPathOf(change));
  if (!isCompared && !(await isBefore(change, disk))) throw new StalePlan(displayPathOf(change));
}

/** Throws if a file is not as the change leaves it: the editor may accept an edit and do nothing, or refuse to save. */
async function requireAfter(change: Change, disk: Disk): Promise<void> {
  if (await isAfter(change, disk)) return;
  throw failure(
    'IO_ERROR',
    phrase(
      '{0} was written, but its contents are different now; a read-only setting or another program may be the cause. Everything was rolled back.',
      describeChange(change),
    ),
    'Read the file and try once more.',
  );
}
