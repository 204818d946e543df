// Finds the patch that a user wants to apply.

import * as vscode from 'vscode';
import { pick } from '../messages/ask.ts';
import { decodeFile } from '../files/codec.ts';
import { fileSystem } from '../files/fileSystem.ts';
import { dirtyDocument } from '../files/openDocuments.ts';
import { notify } from '../messages/notify.ts';

/**
 * The clicked file, else the patch in the active editor, else a text chosen by the user. Undefined if the user cancels,
 * or the text is empty, which the user is told.
 */
export async function findPatch(clicked?: unknown): Promise<string | undefined> {
  const text =
    clicked instanceof vscode.Uri ? await readPatch(clicked) : ((await patchInEditor()) ?? (await askForText()));
  if (text?.trim() !== '') return text;
  void notify('Information', vscode.l10n.t('The text is empty, so there is no patch to apply.'));
  return undefined;
}

/** The text of the active editor if its name or language is that of a patch. */
async function patchInEditor(): Promise<string | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const isPatch = document.languageId === 'diff' || /\.(?:patch|diff)$/i.test(document.uri.path);
  return isPatch ? readPatch(document.uri) : undefined;
}

async function askForText(): Promise<string | undefined> {
  const clipboardLabel = vscode.l10n.t('From the clipboard');
  const editorLabel = vscode.l10n.t('From the active editor');
  const fileLabel = vscode.l10n.t('From a file…');
  const activeDocument = vscode.window.activeTextEditor?.document;
  const choices = activeDocument === undefined ? [clipboardLabel, fileLabel] : [clipboardLabel, editorLabel, fileLabel];
  const choice = await pick(choices, { title: vscode.l10n.t('Apply a patch') });
  if (choice === clipboardLabel) return vscode.env.clipboard.readText();
  if (choice === editorLabel) return activeDocument && readPatch(activeDocument.uri);
  if (choice !== fileLabel) return undefined;
  const [picked] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  return picked === undefined ? undefined : readPatch(picked);
}

/**
 * The text of a patch: with its unsaved edits, else as its file has it. A document would give all lines the same
 * ending, but git ends its headers in LF, and the lines of a file with CRLF in CRLF.
 */
async function readPatch(uri: vscode.Uri): Promise<string> {
  const hasUnsavedEdits = dirtyDocument(uri) !== undefined;
  if (!hasUnsavedEdits) {
    // Some documents have no file, such as those of content providers.
    const bytes = await Promise.resolve(fileSystem.readFile(uri)).catch(() => undefined);
    const content = bytes && (await decodeFile(uri, bytes)).content;
    if (content?.kind === 'text') return content.text;
  }
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
