// Tells the person once if a built-in edit tool of VS Code wrote a file without a review.

import * as vscode from 'vscode';
import { baseName } from '../../core/path/baseName.ts';

/** The scheme of documents that VS Code's built-in edit tools open for files that they write. */
const hostEditScheme = 'chat-editing-text-model';
const toldKey = 'redline.toldOfHostEdits';

/** Tells the person once that a built-in edit tool wrote a file without Redline. */
export function tellOfHostEdits(state: vscode.Memento): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (uri.scheme !== hostEditScheme || state.get(toldKey) === true) return;
    void state.update(toldKey, true);
    const name = baseName(uri.path);
    void import('./hostEditNotice.ts').then(({ tellOfHostEdit }) => tellOfHostEdit(name));
  });
}
