import * as vscode from 'vscode';

/** The commands that lead to what the editor shows of Redline: the walkthrough, the chat, the log. */
export function registerStartCommands(extensionId: string, log: vscode.LogOutputChannel): vscode.Disposable {
  const { executeCommand, registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('redline.getStarted', () =>
      executeCommand('workbench.action.openWalkthrough', `${extensionId}#start`, false),
    ),
    registerCommand('redline.openChat', () => executeCommand('workbench.action.chat.open', { mode: 'Redline' })),
    registerCommand('redline.showLog', () => log.show()),
  );
}
