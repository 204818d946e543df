// Finds the patch that a user wants to apply.

import * as vscode from 'vscode';
import { notify } from '../files/notify.ts';
import { pick } from '../files/ask.ts';

/** The patch to apply: the clicked file, else the patch in the active editor, else a text chosen by the user. */
export async function findPatch(clicked: unknown): Promise<string | undefined> {
  const text = clicked instanceof vscode.Uri ? await readDocument(clicked) : (patchInEditor() ?? (await askForText()));
  if (text?.trim() !== '') return text;
  void notify('Information', vscode.l10n.t('The text is empty, so there is no patch to apply.'));
  return undefined;
}

/** The text of the active editor if its name or language is that of a patch. */
function patchInEditor(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const isPatch = document.languageId === 'diff' || /\.(?:patch|diff)$/i.test(document.uri.path);
  return isPatch ? document.getText() : undefined;
}

async function askForText(): Promise<string | undefined> {
  const clipboard = vscode.l10n.t('From the clipboard');
  const editor = vscode.l10n.t('From the active editor');
  const file = vscode.l10n.t('From a file…');
  const choices = vscode.window.activeTextEditor === undefined ? [clipboard, file] : [clipboard, editor, file];
  const choice = await pick(choices, { title: vscode.l10n.t('Apply a patch') });
  if (choice === clipboard) return vscode.env.clipboard.readText();
  if (choice === editor) return vscode.window.activeTextEditor?.document.getText();
  if (choice !== file) return undefined;
  const [picked] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  return picked === undefined ? undefined : readDocument(picked);
}

async function readDocument(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
