import type { Change } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Disk } from '../ports/localDisk.ts';
import { parentUri } from '../ports/parentUri.ts';

/**
 * Refuses, before anything is written, what must not be written to: what is read-only for the editor (it would say yes
 * and do nothing) or by its permissions, and deleting or moving a file in which the person has unsaved typing.
 *
 * @throws ToolError PERMISSION_DENIED, VALIDATION_ERROR.
 */
export async function requireWritable(change: Change, { files, editor }: Disk): Promise<void> {
  const at = change.at.uri;
  const from = change.kind === 'move' ? change.from.uri : undefined;
  for (const uri of from === undefined ? [at] : [from, at]) {
    const reason = await editor.readonlyReason(uri);
    if (reason !== undefined) refuse(change.at.path, reason);
  }
  editor.requireNoUnsavedWork(at, change.at.path, change.kind === 'delete');
  if (from !== undefined)
    editor.requireNoUnsavedWork(from, change.kind === 'move' ? change.from.path : change.at.path, true);
  if (files === undefined) return;
  for (const uri of touchedBy(change, at, from)) {
    if (uri.startsWith('file:') && (await files.isReadOnly(uri)))
      refuse(nameOf(uri, change), phrase('its permissions make it read-only'));
  }
}

/**
 * What must be writable: what is written or leaves its place, and each folder that gets a name or loses one. The system
 * itself asks for the folders alone where a file leaves; who made a file read-only means that it stays as it is.
 */
function touchedBy(change: Change, at: string, from: string | undefined): string[] {
  if (change.kind === 'update') return [at];
  const leaving = from ?? (change.kind === 'delete' ? at : undefined);
  return [parentUri(at), ...(from === undefined ? [] : [parentUri(from)]), ...(leaving === undefined ? [] : [leaving])];
}

/** The path of a change by which a place is known, or of the folder above it. */
function nameOf(uri: string, change: Change): string {
  return change.kind === 'move' && change.from.uri === uri ? change.from.path : change.at.path;
}

function refuse(path: string, because: Phrase): never {
  throw failure(
    'PERMISSION_DENIED',
    phrase('{0} cannot be changed: {1}. Nothing was changed.', path, because),
    'Do not try again; tell the user.',
  );
}
