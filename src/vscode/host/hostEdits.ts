// Detects that a built-in edit tool of VS Code writes a file without a review, and notifies the user once.

import * as vscode from 'vscode';
import type { History } from '../history/callHistory.ts';

/** The scheme of documents that VS Code's built-in edit tools open for files that they write, with the file's path. */
const hostEditScheme = 'chat-editing-text-model';
/** Key in the global state; set once the user was notified. */
const notifiedKey = 'redline.toldOfHostEdits';

/** Watches for edits by these tools, except those that were reviewed before through an agent's hook (`isHandedOver`). */
export function reportHostEdits(state: vscode.Memento, history: History): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (uri.scheme !== hostEditScheme || state.get(notifiedKey) === true || history.isHandedOver(uri.path)) return;
    void state.update(notifiedKey, true);
    void import('./hostEditNotice.ts').then(({ notifyHostEdit }) => notifyHostEdit(uri.path));
  });
}
