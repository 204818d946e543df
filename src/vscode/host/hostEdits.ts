import * as vscode from 'vscode';
import { baseName } from '../../core/path/baseName.ts';

/** The scheme of what the editor's own edit tools open for a file that they write. */
const hostEditScheme = 'chat-editing-text-model';
const toldKey = 'redline.toldOfHostEdits';

/** Tells the person, once, that the editor's own edit tools write without Redline: when one of them does. */
export function tellOfHostEdits(state: vscode.Memento): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (uri.scheme !== hostEditScheme || state.get(toldKey) === true) return;
    void state.update(toldKey, true);
    const name = baseName(uri.path);
    void import('./hostEditNotice.ts').then(({ tellOfHostEdit }) => tellOfHostEdit(name));
  });
}
