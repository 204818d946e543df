import * as vscode from 'vscode';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { dirtyDocument } from './disk.ts';
import { fileTabs } from './tabs.ts';

/**
 * Refuses to change a file in which the person has unsaved work that would be lost, or be saved over the change later. A
 * text can be edited where it is typed in, unless the file leaves its place; a notebook or a custom editor holds
 * something else than text.
 *
 * @param leaves whether the file is deleted or moved away.
 * @throws ToolError VALIDATION_ERROR.
 */
export function requireNoUnsavedWork(uri: vscode.Uri, path: string, leaves: boolean): void {
  if (isUnsavedElsewhere(uri)) {
    throw failure(
      'VALIDATION_ERROR',
      phrase('{0} is open as a notebook or in a custom editor and has unsaved changes.', path),
      'Ask the user to save or discard them, then call again.',
    );
  }
  if ((leaves && dirtyDocument(uri) !== undefined) || isUnsavedUnseen(uri)) {
    throw failure(
      'VALIDATION_ERROR',
      phrase('{0} has unsaved changes in the editor.', path),
      'Ask the user to save or discard them, then call again.',
    );
  }
}

function isUnsavedElsewhere(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return (
    vscode.workspace.notebookDocuments.some((notebook) => notebook.isDirty && notebook.uri.toString() === key) ||
    fileTabs().some(({ tab, kind, uri }) => kind === 'other' && tab.isDirty && uri.toString() === key)
  );
}

/** The editor hands no text to extensions that is too large; its tab shows whether it is saved. */
function isUnsavedUnseen(uri: vscode.Uri): boolean {
  const key = uri.toString();
  const isDirty = fileTabs().some(({ tab, kind, uri }) => kind === 'text' && tab.isDirty && uri.toString() === key);
  return isDirty && !vscode.workspace.textDocuments.some((document) => document.uri.toString() === key);
}
