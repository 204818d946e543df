// Finds open documents by an index, since VS Code builds `workspace.textDocuments` anew at each access, which is slow
// for calls with thousands of files.

import * as vscode from 'vscode';

/** The open documents by their URI; undefined after one was opened or closed. */
let index: ReadonlyMap<string, vscode.TextDocument> | undefined;
/** Whether the index is cached: only while listeners drop it in time. */
let isWatched = false;

/** Starts caching the index. Must be called before others listen for documents, so that none finds a stale index. */
export function indexOpenDocuments(): vscode.Disposable {
  const forget = (): void => {
    index = undefined;
  };
  const listeners = [vscode.workspace.onDidOpenTextDocument(forget), vscode.workspace.onDidCloseTextDocument(forget)];
  isWatched = true;
  return new vscode.Disposable(() => {
    isWatched = false;
    forget();
    for (const listener of listeners) listener.dispose();
  });
}

/** The open document of a URI; undefined if there is none. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const byUri = index ?? documentsByUri();
  if (isWatched) index = byUri;
  return byUri.get(uri.toString());
}

function documentsByUri(): ReadonlyMap<string, vscode.TextDocument> {
  return new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
}

/** The open document of a URI, if it has unsaved edits. */
export function dirtyDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const document = openDocument(uri);
  return document?.isDirty === true ? document : undefined;
}
