import * as vscode from 'vscode';

/**
 * The patch that a person wants to apply: the file that was clicked on, else the patch in front, else a text they choose;
 * undefined where there is none.
 */
export async function patchFor(clicked: unknown): Promise<string | undefined> {
  const text = clicked instanceof vscode.Uri ? await textOf(clicked) : (patchInFront() ?? (await chosenText()));
  if (text?.trim() !== '') return text;
  void vscode.window.showInformationMessage(vscode.l10n.t('The text is empty, so there is no patch to apply.'));
  return undefined;
}

/** The text of the active editor, where it is a patch by its name or its language. */
function patchInFront(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const isPatch = document.languageId === 'diff' || /\.(?:patch|diff)$/i.test(document.uri.path);
  return isPatch ? document.getText() : undefined;
}

async function chosenText(): Promise<string | undefined> {
  const clipboard = vscode.l10n.t('From the clipboard');
  const editor = vscode.l10n.t('From the active editor');
  const file = vscode.l10n.t('From a file…');
  const choices = vscode.window.activeTextEditor === undefined ? [clipboard, file] : [clipboard, editor, file];
  const choice = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Apply a patch') });
  if (choice === clipboard) return vscode.env.clipboard.readText();
  if (choice === editor) return vscode.window.activeTextEditor?.document.getText();
  if (choice !== file) return undefined;
  const [picked] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  return picked === undefined ? undefined : textOf(picked);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
