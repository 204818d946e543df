// Moves the cursor to a line of a file in the diff of a review.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { awaitEvent } from '../../shared/awaitEvent.ts';
import { allTabs, closeTabs } from '../../shared/tabs.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { diffTitle } from './diffTitle.ts';
import { reviewIdOfTab, isMultiFileDiff } from './diffTabs.ts';
import { filesKey, resourcesOf, type DiffPair } from './diffPair.ts';
import { keepEditorCommand, keepPreviewSteps } from './openDiff.ts';

/** Maximum number of reveals: the files above get their height only after their differences are computed. */
const maxRevealAttempts = 20;
/** Time to wait for the editor of a file after each reveal, in milliseconds. */
const revealWaitMs = 200;

/**
 * Shows a line (1-based) of the right side of a change, and moves the cursor there. Shows the beginning without a line,
 * and in a unified diff, which numbers its lines otherwise.
 */
export async function showLine(
  review: PendingReview,
  pairs: readonly DiffPair[],
  target: { readonly change: Change; readonly line: number | undefined },
): Promise<void> {
  const index = pairs.findIndex(({ change }) => change === target.change);
  const pair = pairs[index];
  if (pair === undefined) return;
  const line = pair.isUnified ? undefined : target.line;
  const title = diffTitle(review, pairs);
  const start = new vscode.Position((line ?? 1) - 1, 0);
  const range = new vscode.Range(start, start);
  if (review.fileCount > 1) {
    const uri = resourcesOf(pairs)[index]?.[2];
    const maxAttempts = target.line === undefined ? 1 : maxRevealAttempts;
    return showInMultiFileDiff(review, pairs, { title, uri, range }, maxAttempts);
  }
  // Is open at its beginning already.
  if (pair.isUnified) return;
  await vscode.commands.executeCommand('vscode.diff', ...pair.filledSides, title, { preview: false, selection: range });
}

interface LineTarget {
  /** Title of the diff's tab. */
  readonly title: string;
  /** The file on the right side; undefined if the diff shows none. */
  readonly uri: vscode.Uri | undefined;
  /** Empty, at the start of the line. */
  readonly range: vscode.Range;
}

/** Shows a line in the multi-file diff, which creates editors only for visible files. */
async function showInMultiFileDiff(
  review: PendingReview,
  pairs: readonly DiffPair[],
  { title, uri, range }: LineTarget,
  maxAttempts: number,
): Promise<void> {
  if (uri === undefined) return;
  const reveal = revealCommand(review, pairs, { title, uri, range });
  const isInFile = (): boolean => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
  for (let attempt = 0; attempt < maxAttempts && !isInFile() && !review.closedSignal.aborted; attempt++) {
    // Moves the focus away first: otherwise the editor of another file keeps it.
    await vscode.commands.executeCommand('workbench.action.focusStatusBar');
    await vscode.commands.executeCommand('runCommands', {
      commands: [...keepPreviewSteps(), reveal, keepEditorCommand],
    });
    if (!isInFile()) await awaitEvent(vscode.window.onDidChangeActiveTextEditor, isInFile, revealWaitMs);
  }
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isInFile()) return;
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await closeOtherTabs(review);
}

/**
 * The command that opens the diff scrolled to a line. The same files have the same source, so their diff is not opened
 * twice.
 */
function revealCommand(
  review: PendingReview,
  pairs: readonly DiffPair[],
  { title, uri, range: { start } }: LineTarget,
): { readonly command: string; readonly args: readonly unknown[] } {
  const resources = resourcesOf(pairs).map(([, originalUri, modifiedUri]) => ({ originalUri, modifiedUri }));
  const multiDiffSourceUri = vscode.Uri.from({ scheme: 'redline-diff', path: review.id, query: filesKey(pairs) });
  const line = start.line + 1;
  const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
  const args = [{ title, resources, multiDiffSourceUri, reveal: { modifiedUri: uri, range } }];
  return { command: '_workbench.openMultiDiffEditor', args };
}

/** Revealing a line may open another tab. */
async function closeOtherTabs(review: PendingReview): Promise<void> {
  const isInFront = (tab: vscode.Tab): boolean => tab.isActive && tab.group.isActive;
  const isOfReview = (tab: vscode.Tab): boolean => reviewIdOfTab(tab) === review.id && isMultiFileDiff(tab);
  if (allTabs().some((tab) => isOfReview(tab) && isInFront(tab)))
    await closeTabs((tab) => isOfReview(tab) && !isInFront(tab));
}
