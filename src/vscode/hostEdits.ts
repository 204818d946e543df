import * as vscode from 'vscode';

/** The scheme of what the editor's own edit tools open for a file that they write. */
const hostEditScheme = 'chat-editing-text-model';
const toldKey = 'redline.toldOfHostEdits';

/** Tells the person, once, that the editor's own edit tools write without Redline: when one of them does. */
export function tellOfHostEdits(state: vscode.Memento): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (uri.scheme !== hostEditScheme || state.get(toldKey) === true) return;
    void state.update(toldKey, true);
    void tell(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  });
}

async function tell(name: string): Promise<void> {
  const redline = vscode.l10n.t('Use the Redline Agent');
  const tools = vscode.l10n.t('Choose Tools…');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The chat changed {0} with a built-in edit tool, which writes without a Redline review. To review every change first, choose the agent Redline in the chat, or switch the built-in edit tools off.',
      name,
    ),
    redline,
    tools,
  );
  if (picked === redline) await vscode.commands.executeCommand('redline.openChat');
  if (picked !== tools) return;
  // The list is that of the chat that has the focus.
  await vscode.commands.executeCommand('workbench.action.chat.open', { mode: 'agent' });
  await vscode.commands.executeCommand('workbench.action.chat.configureTools');
}
