import * as vscode from 'vscode';
import { proposalScheme } from './proposalFiles.ts';

/** The review that a tab belongs to, or undefined for every other tab. */
export function reviewOfTab(tab: vscode.Tab): string | undefined {
  return urisOfTab(tab).find((uri) => uri.scheme === proposalScheme)?.authority;
}

/** Closes the tabs of one review, or of all; what the person typed there is in the proposal already, so none asks to save. */
export async function closeReviewTabs(reviewId?: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => {
      const id = reviewOfTab(tab);
      return id !== undefined && (reviewId === undefined || id === reviewId);
    });
  if (tabs.length === 0) return;
  const anyDirty = tabs.some(({ isDirty }) => isDirty);
  for (const document of proposalsOf(reviewId)) if (anyDirty || document.isDirty) await document.save();
  await vscode.window.tabGroups.close(tabs, true);
}

function proposalsOf(reviewId: string | undefined): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (document) =>
      document.uri.scheme === proposalScheme &&
      document.uri.query === 'after' &&
      (reviewId === undefined || document.uri.authority === reviewId),
  );
}

function urisOfTab(tab: vscode.Tab): vscode.Uri[] {
  const input: unknown = tab.input;
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof vscode.TabInputText) return [input.uri];
  // The multi-file diff has no stable type; the object that stands there has its files in `textDiffs`.
  if (typeof input !== 'object' || input === null || !('textDiffs' in input) || !Array.isArray(input.textDiffs))
    return [];
  return input.textDiffs.flatMap((diff: unknown) => urisOfDiff(diff));
}

function urisOfDiff(diff: unknown): vscode.Uri[] {
  if (typeof diff !== 'object' || diff === null) return [];
  const sides = ['modified' in diff ? diff.modified : undefined, 'original' in diff ? diff.original : undefined];
  return sides.filter((side): side is vscode.Uri => side instanceof vscode.Uri);
}
