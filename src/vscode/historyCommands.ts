import * as vscode from 'vscode';
import { ToolError } from '../core/errors.ts';
import type { History } from './history.ts';

/** The commands that take applied calls back. */
export function registerHistoryCommands(history: History): vscode.Disposable {
  return vscode.commands.registerCommand('redline.undoLastChange', () => undoLast(history));
}

async function undoLast(history: History): Promise<void> {
  const entry = history.last;
  if (entry === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Redline has applied no change that could be undone.'));
    return;
  }
  try {
    await history.revert(entry);
    vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t('Redline: undone: {0}', entry.title)}`, 6000);
  } catch (cause) {
    const why = cause instanceof ToolError ? cause.message : String(cause);
    void vscode.window.showErrorMessage(vscode.l10n.t('Redline could not undo "{0}". {1}', entry.title, why));
  }
}
