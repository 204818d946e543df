// Opens the documentation of the installed version.
import * as vscode from 'vscode';
import { pick } from '../messages/ask.ts';

/** Lets the user pick a documentation page, and shows it. The links in the Extensions view cannot open these pages. */
export async function openDocumentation({ extensionUri }: vscode.Extension<unknown>): Promise<void> {
  // Paths in the package: `vsce` writes `readme.md` and `changelog.md` in lower case.
  const pages = [
    { label: vscode.l10n.t('Overview'), file: 'readme.md' },
    { label: vscode.l10n.t('Using Redline'), file: 'docs/guide.md' },
    { label: vscode.l10n.t('The tools: inputs and results'), file: 'docs/tools.md' },
    { label: vscode.l10n.t('What the tools answer'), file: 'docs/answers.md' },
    { label: vscode.l10n.t('Security: what Redline promises, and what it does not'), file: 'SECURITY.md' },
    { label: vscode.l10n.t("What's new"), file: 'changelog.md' },
  ];
  const picked = await pick(pages, { title: vscode.l10n.t('Redline: Documentation') });
  if (picked === undefined) return;
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(extensionUri, picked.file));
}
