// Moves the cursor to a line of a file in the diff of a review.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { closeTabs } from '../../shared/closeTabs.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { filesKey, tabTitle } from '../shownFiles.ts';
import { reviewOfTab, showsSeveral } from './diffTabs.ts';
import { keepPreview, rowsOf, type DiffPair } from './openDiff.ts';
import { delay } from '../../../async/eventLoop.ts';

/** Maximum number of reveals: the files above get their height only after their differences are computed. */
const maxReveals = 20;
/** Milliseconds to wait for the editor of a file after each reveal. */
const revealPause = 200;

/**
 * Shows a line (1-based) of the right side of a change, and moves the cursor there; without a line, the file's
 * beginning. A unified diff has no such lines.
 */
export async function showLine(
  review: PendingReview,
  pairs: readonly DiffPair[],
  { change, line }: { readonly change: Change; readonly line: number | undefined },
): Promise<void> {
  const index = pairs.findIndex((each) => each.change === change);
  const pair = pairs[index];
  if (pair === undefined) return;
  const title = await tabTitle(review, pairs);
  const start = new vscode.Position((line ?? 1) - 1, 0);
  const at = new vscode.Range(start, start);
  const reveals = line === undefined ? 1 : maxReveals;
  if (review.files > 1) return showInSeveral(review, pairs, { title, shown: rowsOf(pairs)[index]?.[2], at, reveals });
  if (pair.isUnified) return;
  await vscode.commands.executeCommand('vscode.diff', ...pair.sides, title, { preview: false, selection: at });
}

interface Place {
  /** Title of the diff's tab. */
  readonly title: string;
  readonly at: vscode.Range;
}

/** Shows a line in the multi-file diff, which creates editors only for visible files. */
async function showInSeveral(
  review: PendingReview,
  pairs: readonly DiffPair[],
  { title, shown, at, reveals }: Place & { readonly shown: vscode.Uri | undefined; readonly reveals: number },
): Promise<void> {
  if (shown === undefined) return;
  const reveal = revealing(review, pairs, { title, shown, at });
  const isThere = (): boolean => vscode.window.activeTextEditor?.document.uri.toString() === shown.toString();
  for (let count = 0; count < reveals && !isThere() && !review.closed.aborted; count++) {
    // A file with the focus would keep it.
    await vscode.commands.executeCommand('workbench.action.focusStatusBar');
    await vscode.commands.executeCommand('runCommands', {
      commands: [...keepPreview(), reveal, 'workbench.action.keepEditor'],
    });
    await isReached(isThere);
  }
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isThere()) return;
  editor.selection = new vscode.Selection(at.start, at.start);
  editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await closeOthers(review);
}

/**
 * The command that opens the diff scrolled to a line. The same files have the same source, so their diff is not opened
 * twice.
 */
function revealing(
  review: PendingReview,
  pairs: readonly DiffPair[],
  { title, shown, at }: Place & { readonly shown: vscode.Uri },
): { readonly command: string; readonly args: readonly unknown[] } {
  const resources = rowsOf(pairs).map(([, originalUri, modifiedUri]) => ({ originalUri, modifiedUri }));
  const multiDiffSourceUri = vscode.Uri.from({ scheme: 'redline-diff', path: review.id, query: filesKey(pairs) });
  const line = at.start.line + 1;
  const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
  const args = [{ title, resources, multiDiffSourceUri, reveal: { modifiedUri: shown, range } }];
  return { command: '_workbench.openMultiDiffEditor', args };
}

/** Closes other tabs of a review's files if one of its diffs is in front. */
async function closeOthers(review: PendingReview): Promise<void> {
  const isInFront = (tab: vscode.Tab): boolean => tab.isActive && tab.group.isActive;
  const isOwn = (tab: vscode.Tab): boolean => reviewOfTab(tab) === review.id && showsSeveral(tab);
  const allTabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  if (allTabs.some((tab) => isOwn(tab) && isInFront(tab))) await closeTabs((tab) => isOwn(tab) && !isInFront(tab));
}

async function isReached(isThere: () => boolean): Promise<boolean> {
  if (isThere()) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = vscode.window.onDidChangeActiveTextEditor(() => void (isThere() && resolve()));
  await Promise.race([promise, delay(revealPause)]);
  subscription.dispose();
  return isThere();
}
