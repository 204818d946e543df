import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { failure } from '../../core/errors.ts';
import { phrase, type Phrase } from '../../core/phrase.ts';
import { readonlyReason } from '../readonly.ts';
import { requireNoUnsavedWork } from '../unsavedWork.ts';
import type { LocalDisk } from './localDisk.ts';

/**
 * Refuses, before anything is written, what must not be written to: what is read-only for the editor (it would say yes
 * and do nothing) or by its permissions, and deleting or moving a file in which the person has unsaved typing.
 *
 * @throws ToolError PERMISSION_DENIED, VALIDATION_ERROR.
 */
export async function requireWritable(change: Change, { modes }: LocalDisk): Promise<void> {
  const at = vscode.Uri.parse(change.at.uri, true);
  const from = change.kind === 'move' ? vscode.Uri.parse(change.from.uri, true) : undefined;
  for (const uri of from === undefined ? [at] : [from, at]) {
    const reason = await readonlyReason(uri);
    if (reason !== undefined) refuse(change.at.path, reason);
  }
  requireNoUnsavedWork(at, change.at.path, change.kind === 'delete');
  if (from !== undefined) requireNoUnsavedWork(from, change.kind === 'move' ? change.from.path : change.at.path, true);
  if (modes === undefined || at.scheme !== 'file') return;
  const touched = change.kind === 'update' ? [at] : [parentOf(at), ...(from === undefined ? [] : [parentOf(from)])];
  for (const uri of touched) {
    // The superuser may write anywhere; that is no reason to write where the owner forbade it to everybody.
    const permissions = await modes.permissions(uri.toString()).catch(() => 0o777);
    if ((permissions & 0o222) === 0) refuse(change.at.path, phrase('its permissions are read-only'));
  }
}

function refuse(path: string, because: Phrase): never {
  throw failure(
    'PERMISSION_DENIED',
    phrase('{0} cannot be changed: {1}. Nothing was changed.', path, because),
    'Do not try again; tell the user.',
  );
}

function parentOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, '..');
}
