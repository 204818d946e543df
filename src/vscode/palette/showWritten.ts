// Shows what a tool call that the user ran from the command palette has written.

import * as vscode from 'vscode';
import { isFileChange, type Change } from '../../core/change/change.ts';
import { notify } from '../messages/notify.ts';

/** Opens the file that the call has written, if it is a single text, and offers to undo the call. */
export async function showWritten(changes: readonly Change[]): Promise<void> {
  // Not awaited: the message may stay open long after the file is shown.
  void offerUndo();
  const [only, ...others] = changes.filter(isFileChange);
  if (only === undefined || others.length > 0 || !('after' in only) || only.after.kind !== 'text') return;
  try {
    await vscode.window.showTextDocument(vscode.Uri.parse(only.at.uri, true), { preview: true });
  } catch {
    // The file is written, even if it cannot be opened, for instance since it was deleted meanwhile.
  }
}

async function offerUndo(): Promise<void> {
  const undoLabel = vscode.l10n.t('Undo');
  const historyLabel = vscode.l10n.t('Show History');
  const picked = await notify('Information', vscode.l10n.t('Written.'), undoLabel, historyLabel);
  // Without an id, the command asks first, naming the newest call, which may be a later one.
  if (picked === undoLabel) await vscode.commands.executeCommand('redline.undoLastChange');
  if (picked === historyLabel) await vscode.commands.executeCommand('redline.showHistory');
}
