// Registers the commands of the start page, the documentation, the chat and the log.
import * as vscode from 'vscode';

/** Registers the commands that open the start page, the documentation, the chat and the log. */
export function registerStartCommands(
  extension: vscode.Extension<unknown>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { executeCommand, registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('redline.getStarted', async () => (await import('./startPage.ts')).showStartPage(extension)),
    registerCommand('redline.openDocumentation', async () =>
      (await import('./documentation.ts')).openDocumentation(extension),
    ),
    registerCommand('redline.openChat', () => executeCommand('workbench.action.chat.open', { mode: 'Redline' })),
    registerCommand('redline.showLog', () => log.show()),
  );
}
