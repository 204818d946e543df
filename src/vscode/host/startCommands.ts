// Registers the commands that open the start page, the documentation, the chat and the log.
import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';

export function registerStartCommands(
  extension: vscode.Extension<unknown>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return registerCommands({
    'redline.getStarted': async () => (await import('./startPage.ts')).showStartPage(extension),
    'redline.openDocumentation': async () => (await import('./documentation.ts')).openDocumentation(extension),
    'redline.openChat': () => vscode.commands.executeCommand('workbench.action.chat.open', { mode: 'Redline' }),
    'redline.showLog': () => log.show(),
  });
}
