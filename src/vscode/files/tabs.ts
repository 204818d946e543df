// Finds the tabs of files, and rejects changes that would lose unsaved work in them.

import * as vscode from 'vscode';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { allTabs } from '../shared/closeTabs.ts';
import { dirtyDocument } from './openDocuments.ts';

/** A tab that shows one file: as text, or as something else (a notebook, a custom editor). */
interface FileTab {
  readonly uri: vscode.Uri;
  readonly tab: vscode.Tab;
  readonly kind: 'text' | 'other';
}

function fileTabs(): FileTab[] {
  return allTabs().flatMap(fileTabOf);
}

export function textTabs(): FileTab[] {
  return fileTabs().filter(({ kind }) => kind === 'text');
}

/** A list of the tab if it shows one file; an empty one for a diff, a terminal or a webview. */
export function fileTabOf(tab: vscode.Tab): FileTab[] {
  const { input } = tab;
  if (input instanceof vscode.TabInputText) return [{ uri: input.uri, tab, kind: 'text' }];
  const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  return isOther ? [{ uri: input.uri, tab, kind: 'other' }] : [];
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
