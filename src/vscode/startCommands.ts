import * as vscode from 'vscode';

/** The commands that lead to what there is to see and read of Redline: its first page, its pages, the chat, the log. */
export function registerStartCommands(
  extension: vscode.Extension<unknown>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { executeCommand, registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('redline.getStarted', async () => (await import('./startPage.ts')).showStartPage(extension)),
    registerCommand('redline.openDocumentation', () => openDocumentation(extension)),
    registerCommand('redline.openChat', () => executeCommand('workbench.action.chat.open', { mode: 'Redline' })),
    registerCommand('redline.showLog', () => log.show()),
  );
}

/** Shows a page of the package, which the links of the Extensions view do not lead to. */
async function openDocumentation({ extensionUri }: vscode.Extension<unknown>): Promise<void> {
  const pages = [
    { label: vscode.l10n.t('Overview'), file: 'readme.md' },
    { label: vscode.l10n.t('The tools: inputs and results'), file: 'docs/tools.md' },
    { label: vscode.l10n.t('What agents are answered'), file: 'docs/answers.md' },
    { label: vscode.l10n.t('Security: what is promised, and what is not'), file: 'SECURITY.md' },
    { label: vscode.l10n.t('What is new'), file: 'changelog.md' },
  ];
  const picked = await vscode.window.showQuickPick(pages, { title: vscode.l10n.t('Redline: documentation') });
  if (picked === undefined) return;
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(extensionUri, picked.file));
}
