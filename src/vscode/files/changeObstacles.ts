// Finds what keeps a file from being changed: it is read-only for the user, or unsaved work in its tabs would be lost.

import * as vscode from 'vscode';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { fileTabs } from '../shared/tabs.ts';
import { fileSystem, isOnLocalDisk } from './fileSystem.ts';
import { filesSettings } from './filesSettings.ts';
import { dirtyDocument } from './openDocuments.ts';

/**
 * The reason why the user could not edit a file in VS Code: its file system is read-only, or a setting marks it so.
 * Checked here, since `vscode.workspace.fs` writes such a file anyway. Undefined if it is writable, or missing.
 */
export async function readonlyReason(uri: vscode.Uri): Promise<Phrase | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return phrase('its file system is read-only');
  if (isMarkedReadonly(uri)) return phrase('the setting files.readonlyInclude marks it read-only');
  // Only file systems of VS Code report permissions.
  if (isOnLocalDisk(uri)) return undefined;
  try {
    const { permissions = 0 } = await fileSystem.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) === 0
      ? undefined
      : phrase('its file system reports it as read-only');
  } catch {
    return undefined;
  }
}

function isMarkedReadonly(uri: vscode.Uri): boolean {
  const { readonlyInclude, readonlyExclude } = filesSettings(uri);
  const matches = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesPattern(pattern, uri));
  return matches(readonlyInclude) && !matches(readonlyExclude);
}

/** Matches an absolute or workspace-relative pattern by VS Code's own matcher, since the settings use its syntax. */
function matchesPattern(pattern: string, uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(pattern);
  const glob = isAbsolute || folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
  // The matcher reads only these two properties; opening the document would be slow, and fail for folders.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const document = { uri, languageId: '' } as vscode.TextDocument;
  return vscode.languages.match({ pattern: glob }, document) > 0;
}

/**
 * Rejects changing a file that is open, with unsaved changes, as a notebook or in a custom editor: the change would
 * lose them, or saving would overwrite it. Unsaved text can be edited in its document, so a change of it is rejected only
 * if it would discard that text (`discardsUnsavedEdits`).
 *
 * @throws ToolError VALIDATION_ERROR
 */
export function requireNoUnsavedWork(uri: vscode.Uri, path: string, discardsUnsavedEdits: boolean): void {
  const key = uri.toString();
  const isOfFile = (item: { readonly uri: vscode.Uri }): boolean => item.uri.toString() === key;
  const dirtyTabs = fileTabs().filter((fileTab) => fileTab.tab.isDirty && isOfFile(fileTab));
  const isDirtyNotebook = vscode.workspace.notebookDocuments.some((notebook) => notebook.isDirty && isOfFile(notebook));
  if (isDirtyNotebook || dirtyTabs.some(({ kind }) => kind === 'other')) {
    throw unsavedWorkError(phrase('{0} is open as a notebook or in a custom editor and has unsaved changes.', path));
  }
  // Documents above 50 MiB are hidden from extensions; only their tab shows that they are dirty.
  const isTooLargeForExtensions =
    dirtyTabs.some(({ kind }) => kind === 'text') && !vscode.workspace.textDocuments.some(isOfFile);
  if (isTooLargeForExtensions || (discardsUnsavedEdits && dirtyDocument(uri) !== undefined)) {
    throw unsavedWorkError(phrase('{0} has unsaved changes in the editor.', path));
  }
}

function unsavedWorkError(text: Phrase): ToolError {
  return failure('VALIDATION_ERROR', text, 'Ask the user to save or discard them, then call again.');
}
