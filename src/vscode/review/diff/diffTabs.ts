// Finds and closes the tabs of reviews.

import * as vscode from 'vscode';
import { allTabs, closeTabs } from '../../shared/tabs.ts';
import { ProposalFiles, proposalScheme } from '../proposal/proposalFiles.ts';

/** Ids of the reviews whose files a tab shows: none, one, or several that are approved together. */
export function reviewIdsOfTab(tab: vscode.Tab): readonly string[] {
  return [
    ...new Set(urisOfTab(tab).flatMap(({ scheme, authority }) => (scheme === proposalScheme ? [authority] : []))),
  ];
}

/** Id of the review in a tab that shows exactly one; undefined for any other tab. */
export function reviewIdOfTab(tab: vscode.Tab): string | undefined {
  const [only, ...others] = reviewIdsOfTab(tab);
  return others.length === 0 ? only : undefined;
}

export function isReviewOpen(reviewId: string): boolean {
  return allTabs().some((tab) => reviewIdsOfTab(tab).includes(reviewId));
}

/** Whether a multi-file diff of this review alone is open. */
export function hasOwnMultiFileDiff({ id }: { readonly id: string }): boolean {
  return allTabs().some((tab) => reviewIdOfTab(tab) === id && isMultiFileDiff(tab));
}

export function activeTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []);
}

/**
 * Updates the context key `redline.severalInFront`: whether all multi-file diffs in front belong to reviews. The menus
 * need it, since VS Code's own keys do not identify the owner of a diff.
 */
export function trackFrontDiffs(): vscode.Disposable {
  const update = (): void => {
    const multiFileTabs = activeTabs().filter(isMultiFileDiff);
    const areAllReviews = multiFileTabs.length > 0 && multiFileTabs.every((tab) => reviewIdsOfTab(tab).length > 0);
    void vscode.commands.executeCommand('setContext', 'redline.severalInFront', areAllReviews);
  };
  const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
  update();
  return vscode.Disposable.from(onDidChangeTabs(update), onDidChangeTabGroups(update));
}

/** Whether a tab is a multi-file diff, which has no type in the stable API; its files are in `textDiffs`. */
export function isMultiFileDiff({ input }: vscode.Tab): boolean {
  return typeof input === 'object' && input !== null && 'textDiffs' in input;
}

/** Whether a tab shows all of a review's only file: as a diff or a unified diff, not its right side alone. */
export function showsWholeFile({ input }: vscode.Tab): boolean {
  if (input instanceof vscode.TabInputText) return ProposalFiles.isUnified(input.uri);
  if (!(input instanceof vscode.TabInputTextDiff)) return false;
  // A comparison with another text, such as the saved text or the text of another call, does not show the change.
  const sides = [input.original, input.modified];
  const isOfOneReview = sides.every(
    ({ scheme, authority }) => scheme === proposalScheme && authority === input.modified.authority,
  );
  return (
    isOfOneReview &&
    (['before', 'after'] as const).every((side) => sides.some((uri) => ProposalFiles.isSide(uri, side)))
  );
}

/** Closes the tabs of one review, or of all, after saving them so that VS Code does not ask. Never rejects. */
export async function closeReviewTabs(reviewId?: string, preserveFocus = true): Promise<void> {
  const isToClose = (tab: vscode.Tab): boolean => {
    const ids = reviewIdsOfTab(tab);
    return reviewId === undefined ? ids.length > 0 : ids.includes(reviewId);
  };
  const tabs = allTabs().filter(isToClose);
  if (tabs.length === 0) return;
  // During fast typing the tab may be dirty before its document is.
  const hasDirtyTab = tabs.some(({ isDirty }) => isDirty);
  for (const document of proposalDocumentsOf(reviewId)) {
    if (hasDirtyTab || document.isDirty) await document.save().then(undefined, () => undefined);
  }
  await closeTabs(isToClose, preserveFocus);
}

function proposalDocumentsOf(reviewId: string | undefined): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (document) =>
      document.uri.scheme === proposalScheme &&
      ProposalFiles.isSide(document.uri, 'after') &&
      (reviewId === undefined || document.uri.authority === reviewId),
  );
}

function urisOfTab(tab: vscode.Tab): vscode.Uri[] {
  const input: unknown = tab.input;
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (typeof input !== 'object' || input === null || !('textDiffs' in input) || !Array.isArray(input.textDiffs))
    return [];
  return input.textDiffs.flatMap((diff: unknown) => urisOfDiff(diff));
}

function urisOfDiff(diff: unknown): vscode.Uri[] {
  if (typeof diff !== 'object' || diff === null) return [];
  const sides = ['modified' in diff ? diff.modified : undefined, 'original' in diff ? diff.original : undefined];
  return sides.filter((side): side is vscode.Uri => side instanceof vscode.Uri);
}
