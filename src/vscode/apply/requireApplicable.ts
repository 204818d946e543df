// Checks, before anything is written, that the files of a call can be written and are as the plan found them.

import type { Change, Location } from '../../core/change/change.ts';
import { firstChangesPerPath } from '../../core/change/touchedPaths.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { failure, toToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
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
  const firstChanges = firstChangesPerPath(changes);
  await forEachUntilFailure(changes, async (change) => {
    try {
      await requireWritable(change, disk);
      if (firstChanges.has(change) && !verifiedChanges.has(change) && !(await isBefore(change, disk)))
        throw new StalePlan(displayPathOf(change));
    } catch (cause) {
      throw toToolError(cause, phrase('Looking at {0}', displayPathOf(change)));
    }
  });
}

/**
 * Rejects a change of a file that is read-only in the editor (which would accept the edit and do nothing) or by its
 * permissions, and any change that would lose unsaved edits: deleting or moving their file, or creating it again.
 */
async function requireWritable(change: Change, { files, editor }: Disk): Promise<void> {
  const written = change.kind === 'move' ? [change.from, change.at] : [change.at];
  for (const { uri, path } of written) {
    const reason = await editor.readonlyReason(uri);
    if (reason !== undefined) throwReadonly(path, reason);
  }
  // Also true if a file is created or copied: the editor may still have unsaved edits of a deleted file at that path,
  // which the new file would replace.
  const losesUnsavedEdits = change.kind !== 'update';
  for (const { uri, path } of written) editor.requireNoUnsavedWork(uri, path, losesUnsavedEdits);
  if (files === undefined) return;
  const isReadOnly = async (uri: string): Promise<boolean> => uri.startsWith('file:') && (await files.isReadOnly(uri));
  for (const { uri, path } of written) {
    if (change.kind !== 'update' && (await isReadOnly(parentUri(uri))))
      throwReadonly(path, phrase('the permissions of its folder make it read-only'));
  }
  for (const { uri, path } of existingFiles(change))
    if (await isReadOnly(uri)) throwReadonly(path, phrase('its permissions make it read-only'));
}

/**
 * The files whose permissions must allow writing. To delete or move a file, the system requires only its folder to be
 * writable; Redline also requires the file, since a read-only file is meant to stay.
 */
function existingFiles(change: Change): Location[] {
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
