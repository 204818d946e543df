// Finds what is to be reviewed in the active editor.

import * as vscode from 'vscode';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { reviewScheme } from './reviewScheme.ts';
import type { ToReviewView } from './toReviewView.ts';

/** Set while the active editor shows a file that is to be reviewed. */
const contextKey = 'redline.toReviewActive';

/** The item that the active editor shows, as the file or as a diff. */
export function activeItem(view: Pick<ToReviewView, 'itemAt'>): ReviewItem | undefined {
  const uri = activeUri();
  if (uri === undefined) return undefined;
  // The right side of a deleted file is none of the disk: its path tells the file.
  return view.itemAt(uri.scheme === reviewScheme ? fileUnder(uri) : uri);
}

function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return vscode.window.activeTextEditor?.document.uri;
}

function fileUnder({ path, query }: vscode.Uri): vscode.Uri {
  const address: { readonly folder: string } = JSON.parse(query);
  return vscode.Uri.parse(address.folder, true).with({ path });
}

/** Keeps the context key for menus and keys true. */
export function trackActiveItem(view: Pick<ToReviewView, 'itemAt'>): vscode.Disposable & { update(): void } {
  let last: boolean | undefined;
  const update = (): void => {
    const now = activeItem(view) !== undefined;
    if (now === last) return;
    last = now;
    void vscode.commands.executeCommand('setContext', contextKey, now);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
  return { update, dispose: () => void subscriptions.dispose() };
}
