// Requires, before anything is written, that the files of a call can be written and are as the plan found them.

import type { Change, Location } from '../../core/change/change.ts';
import { displayPathOf, writtenLocations, firstChangesPerPath } from '../../core/change/summary.ts';
import { failure, toToolError, StalePlan } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { forEachUntilFailure } from '../../async/eventLoop.ts';
import { parentUri, isBefore, type Disk } from '../ports/localDisk.ts';

/**
 * Requires that all changes of a call can be applied: that each file is writable, and as the plan found it.
 *
 * @param verifiedChanges changes whose files were just compared with `before`, so that they are not read again
 * @throws StalePlan if a location is not as the plan found it; ToolError PERMISSION_DENIED, VALIDATION_ERROR, or the
 * code of a system error
 */
export async function requireApplicable(
  changes: readonly Change[],
  disk: Disk,
  verifiedChanges: ReadonlySet<Change> = new Set(),
): Promise<void> {
  // A later change of the same path expects what the first one writes, so it cannot be compared yet.
  const firstChanges = firstChangesPerPath(changes);
  await forEachUntilFailure(changes, async (change) => {
    try {
      await requireWritable(change, disk);
      const mustCompare = firstChanges.has(change) && !verifiedChanges.has(change);
      if (mustCompare && !(await isBefore(change, disk))) throw new StalePlan(displayPathOf(change));
    } catch (cause) {
      // Passes errors of Redline on, including StalePlan; describes errors of the system.
      throw toToolError(cause, phrase('Looking at {0}', displayPathOf(change)));
    }
  });
}

/**
 * Rejects a change that
 * - writes a file that is read-only in the editor, which would accept the edit and do nothing,
 * - writes a file or folder that is read-only by its permissions, or
 * - would lose unsaved edits, since it deletes or moves their file, or creates it again.
 */
async function requireWritable(change: Change, { files, editor }: Disk): Promise<void> {
  const locations = writtenLocations(change);
  for (const { uri, path } of locations) {
    const reason = await editor.readonlyReason(uri);
    if (reason !== undefined) throwReadonly(path, reason);
  }
  // Creating a file can lose unsaved edits, too: the editor may still have unsaved edits of a deleted file at that
  // path.
  const discardsUnsavedEdits = change.kind !== 'update';
  for (const { uri, path } of locations) editor.requireNoUnsavedWork(uri, path, discardsUnsavedEdits);
  if (files === undefined) return;
  const isReadOnly = async (uri: string): Promise<boolean> => uri.startsWith('file:') && (await files.isReadOnly(uri));
  for (const { uri, path } of locations) {
    if (change.kind !== 'update' && (await isReadOnly(parentUri(uri))))
      throwReadonly(path, phrase('the permissions of its folder make it read-only'));
  }
  for (const { uri, path } of existingFilesOf(change))
    if (await isReadOnly(uri)) throwReadonly(path, phrase('its permissions make it read-only'));
}

/**
 * The existing files that a change writes or removes. Their permissions must allow writing: to delete or move a file, the
 * system requires only its folder to be writable, but a read-only file is meant to stay.
 */
function existingFilesOf(change: Change): Location[] {
  switch (change.kind) {
    case 'update':
    case 'delete':
      return [change.at];
    case 'move':
      return [change.from];
    case 'create':
    case 'copy':
    case 'createDirectory':
      return [];
  }
}

function throwReadonly(path: string, reason: Phrase): never {
  throw failure(
    'PERMISSION_DENIED',
    phrase('{0} cannot be changed: {1}. Nothing was changed.', path, reason),
    'Do not try again; tell the user.',
  );
}
