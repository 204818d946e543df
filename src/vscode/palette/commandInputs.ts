// Finds the inputs of commands that run one tool for one purpose: the patch to apply, a sample file to try a review with,
// and the extension's agent file.

import * as vscode from 'vscode';
import { pick } from '../messages/ask.ts';
import { decodeFile } from '../files/codec.ts';
import { fileSystem } from '../files/fileSystem.ts';
import { dirtyDocument } from '../files/openDocuments.ts';
import { notify } from '../messages/notify.ts';

/**
 * The patch to apply: the clicked file, else the patch in the active editor, else a text chosen by the user. Undefined
 * if the user cancels, or the text is empty, which the user is told.
 */
export async function findPatch(clicked?: unknown): Promise<string | undefined> {
  const text =
    clicked instanceof vscode.Uri ? await readPatch(clicked) : ((await patchInEditor()) ?? (await askForText()));
  if (text?.trim() !== '') return text;
  void notify('Information', vscode.l10n.t('The text is empty, so there is no patch to apply.'));
  return undefined;
}

/** The text of the active editor if its name or language shows that it is a patch. */
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
 * The text of a patch: from its document if there are unsaved edits, else from its file. A document would give all
 * lines the same ending, but git ends its headers in LF, and the lines of a file with CRLF in CRLF.
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

/** An input of `redline_write_file`. */
type NewFileInput = Readonly<Record<'filePath' | 'content', string>>;

/** The input of a harmless change, for trying a review without an agent. */
export function sampleFileInput(): NewFileInput & Readonly<Record<'mode', 'create'>> {
  const content = [
    '# ' + vscode.l10n.t('A change for you to try'),
    '',
    vscode.l10n.t('This text is only a proposal. Nothing is written until you approve it.'),
    '',
    `- ${vscode.l10n.t('Amend it here if you like: what you see is what will be written.')}`,
    `- ${vscode.l10n.t('Approve it with the check mark in the title bar, or reject it with the cross.')}`,
    `- ${vscode.l10n.t('Then run "Redline: Undo Last Agent Change", and the file is gone.')}`,
    '',
  ].join('\n');
  return { filePath: 'redline-tour.md', content, mode: 'create' };
}

/** Path at which sessions of Copilot's harness look for the agents of a workspace. */
const agentFilePath = '.github/agents/redline.agent.md';

/**
 * The input of the call that writes the extension's agent file into a workspace folder, since a harness outside the
 * editor sees only the agents of the workspace. Undefined if the user picks no folder.
 */
export async function agentFileInput({ extensionUri }: vscode.Extension<unknown>): Promise<NewFileInput | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'agents/redline.agent.md'));
  const filePath = folders.length > 1 ? `${folder.name}/${agentFilePath}` : agentFilePath;
  return { filePath, content: new TextDecoder().decode(bytes) };
}
