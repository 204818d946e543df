// Shows what a user's own call wrote.

import * as vscode from 'vscode';
import { isFileChange, type Change } from '../../core/change/change.ts';
import { notify } from '../messages/notify.ts';

/** Opens the file that a user's own call wrote, if it is a single text, and offers to undo the call. */
export async function showWritten(changes: readonly Change[]): Promise<void> {
  void offerUndo();
  const [only, ...others] = changes.filter(isFileChange);
  if (only === undefined || others.length > 0 || !('after' in only) || only.after.kind !== 'text') return;
  await vscode.window.showTextDocument(vscode.Uri.parse(only.at.uri, true), { preview: true }).then(
    () => undefined,
    () => undefined,
  );
}

async function offerUndo(): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const history = vscode.l10n.t('Show History');
  const picked = await notify('Information', vscode.l10n.t('Written.'), undo, history);
  if (picked === undo) await vscode.commands.executeCommand('redline.undoLastChange');
  if (picked === history) await vscode.commands.executeCommand('redline.showHistory');
}
