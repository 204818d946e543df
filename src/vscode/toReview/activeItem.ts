// Finds the unreviewed item of the active editor or of a document, and keeps a context key for the former.

import * as vscode from 'vscode';
import { isSameFile, type ReviewItem } from '../../core/watch/reviewItem.ts';
import type { CommentedFile } from '../comments/toReviewComments.ts';
import { addressIn, fileOfStoredSide, reviewScheme } from '../files/reviewUri.ts';
import { fileOf } from './showRow.ts';
import type { ToReviewView } from './toReviewView.ts';

/** Context key: true while the active editor shows an unreviewed file. */
const contextKey = 'redline.toReviewActive';

/** The item in the active editor, shown as the file or as a diff. */
export function findActiveItem(view: Pick<ToReviewView, 'itemAt'>): ReviewItem | undefined {
  const uri = findActiveUri();
  return uri === undefined ? undefined : itemOfDocument(uri, view);
}

/** URI of the file that a document shows: a stored side has another one. Undefined for a side with an invalid URI. */
export function findShownFile(uri: vscode.Uri): vscode.Uri | undefined {
  return uri.scheme === reviewScheme ? fileOfStoredSide(uri) : uri;
}

function itemOfDocument(uri: vscode.Uri, view: Pick<ToReviewView, 'itemAt'>): ReviewItem | undefined {
  const file = findShownFile(uri);
  return file && view.itemAt(file);
}

/** The file and side of a document, for comments; undefined without an item, or if a side was not stored. */
export function findCommentedFile(uri: vscode.Uri, view: Pick<ToReviewView, 'itemAt'>): CommentedFile | undefined {
  const item = itemOfDocument(uri, view);
  if (item === undefined) return undefined;
  // Comments quote lines, but agents may not read a secret file; a large one has no stored side to quote.
  if ([item.baseline, item.current].some((side) => side?.withheld !== undefined)) return undefined;
  const side = sideOf(uri, item);
  return side && { uri: fileOf(item), path: item.path, side };
}

/** The side of an item that a document shows; undefined for an older baseline. */
function sideOf(uri: vscode.Uri, { baseline, current }: ReviewItem): CommentedFile['side'] | undefined {
  if (uri.scheme !== reviewScheme) return 'after';
  const file = addressIn(uri)?.file;
  if (isSameFile(file, baseline)) return 'before';
  return isSameFile(file, current) ? 'after' : undefined;
}

/** URI of the right side of the active diff, also if its left side has the cursor; else of the active text editor. */
function findActiveUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return vscode.window.activeTextEditor?.document.uri;
}

interface ActiveItemTracker extends vscode.Disposable {
  /** Call it first, and when the items have changed. */
  update(): void;
  /** Since when the active editor has been active, by `performance.now`. */
  readonly activeSinceMs: () => number;
}

/** Keeps the context key for menus and keybindings up to date. */
export function trackActiveItem(view: Pick<ToReviewView, 'itemAt'>): ActiveItemTracker {
  let wasActive: boolean | undefined;
  let tab: vscode.Tab | undefined;
  let editor: vscode.TextEditor | undefined;
  let sinceMs = Number.NEGATIVE_INFINITY;
  const update = (): void => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const { activeTextEditor } = vscode.window;
    // A diff takes a moment to load after its tab has come to the front: until then, no key reaches it.
    if (activeTab !== tab || activeTextEditor !== editor) sinceMs = performance.now();
    tab = activeTab;
    editor = activeTextEditor;
    const isActive = findActiveItem(view) !== undefined;
    if (isActive === wasActive) return;
    wasActive = isActive;
    void vscode.commands.executeCommand('setContext', contextKey, isActive);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
  return { update, activeSinceMs: () => sinceMs, dispose: () => void subscriptions.dispose() };
}
