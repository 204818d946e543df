// Writes all changes of a call in order, many of one kind at the same time, and checks each right before and after.

import { isFileContent, type Change } from '../../../core/change/change.ts';
import { touchCounts, displayPathOf, describeChange } from '../../../core/change/summary.ts';
import { failure, StalePlan } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { equalBytes } from '../../../core/text/bytes.ts';
import type { Applied } from '../../../tools/ports/ports.ts';
import type { SaveMode } from '../../shared/contributions/settings.ts';
import { forEachUntilFailure } from '../../../async/eventLoop.ts';
import { createsPath } from '../beginCall.ts';
import { execute, NotMovedError, type ExecuteOptions } from './execute.ts';
import { EarlyFlush, flush, isAfter, isBefore, parentLocation, type Disk } from '../../ports/localDisk.ts';
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
  const mayTrash = options.usesTrash && changes.some(({ kind }) => kind === 'delete');
  const trashedChanges = mayTrash
    ? await (await import('./trash.ts')).trashDeleted(changes, options, startedChanges)
    : [];
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
    if (saveMode === 'withParticipants') {
      const { readSaved } = await import('./saveParticipants.ts');
      return await readSaved(changes, unsavedPaths, options);
    }
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
    async onSaved(change) {
      const { updateToSaved } = await import('./saveParticipants.ts');
      await updateToSaved(change, startedChanges, disk.editor);
    },
  };
  const { executeGroup } = await import('../../documents/textGroup.ts');
  return (await executeGroup(group, groupOptions)) ? group : [];
}

/** Groups adjacent changes that can be written concurrently: of one kind, each of a file that no other one touches. */
export function batchesOf(changes: readonly Change[]): Change[][] {
  const counts = touchCounts(changes);
  const batches: Change[][] = [];
  /** The kind of the changes that the last batch takes; undefined if it takes no more, since its change is alone. */
  let batchKind: Change['kind'] | undefined;
  for (const change of changes) {
    const isAlone = !isPlainFileChange(change) || counts.get(change.at.real) !== 1;
    if (!isAlone && change.kind === batchKind) batches.at(-1)?.push(change);
    else batches.push([change]);
    batchKind = isAlone ? undefined : change.kind;
  }
  return batches;
}

/** Whether a change creates, updates or deletes a file whose bytes are loaded: no link, folder or large file. */
function isPlainFileChange(change: Change): boolean {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return false;
  const content = change.kind === 'delete' ? change.before : change.after;
  return isFileContent(content);
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
    const { createAndSave, updateToSaved } = await import('./saveParticipants.ts');
    await createAndSave({ ...change, after: change.after }, executeOptions);
    await updateToSaved(change, startedChanges, disk.editor);
    return false;
  }
  const isUnsaved = await executeStarted(change, executeOptions, startedChanges);
  await requireAfter(change, disk);
  return isUnsaved;
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

/** Whether the write itself compares the file with `before` (no TOCTOU gap), so that it need not be read before. */
function isComparedByWrite(change: Change, { editor, files }: Disk): boolean {
  if (change.kind !== 'update' || files === undefined || !change.at.uri.startsWith('file:')) return false;
  const { before, after } = change;
  if (before.kind === 'large' || after.kind === 'large' || before.sha256 === after.sha256) return false;
  return editor.dirtyDocument(change.at.uri) === undefined;
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
