import * as vscode from 'vscode';
import { closeTabs } from '../../shared/closeTabs.ts';
import { ProposalFiles, proposalScheme } from './proposalFiles.ts';

/** The reviews that a tab shows files of: none, its own one, or those that are approved together. */
export function reviewsOfTab(tab: vscode.Tab): readonly string[] {
  return [
    ...new Set(urisOfTab(tab).flatMap(({ scheme, authority }) => (scheme === proposalScheme ? [authority] : []))),
  ];
}

/** The review that a tab belongs to alone; undefined for every other tab. */
export function reviewOfTab(tab: vscode.Tab): string | undefined {
  const [only, ...others] = reviewsOfTab(tab);
  return others.length === 0 ? only : undefined;
}

/** Whether a tab of a review alone is open, of those that are meant. */
export function isReviewOpen(reviewId: string, isMeant: (tab: vscode.Tab) => boolean = () => true): boolean {
  const { all } = vscode.window.tabGroups;
  return all.some(({ tabs }) => tabs.some((tab) => reviewOfTab(tab) === reviewId && isMeant(tab)));
}

/** The tabs that are in front in their groups. */
export function frontTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []);
}

/**
 * Keeps the context key `redline.severalInFront`, for the menus of the diff of several files, of which the editor's own
 * keys do not tell whose it is: it is set where every one that is in front belongs to a review.
 */
export function tellWhatIsInFront(): vscode.Disposable {
  const tell = (): void => {
    const ofSeveral = frontTabs().filter(showsSeveral);
    const ours = ofSeveral.length > 0 && ofSeveral.every((tab) => reviewsOfTab(tab).length > 0);
    void vscode.commands.executeCommand('setContext', 'redline.severalInFront', ours);
  };
  const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
  tell();
  return vscode.Disposable.from(onDidChangeTabs(tell), onDidChangeTabGroups(tell));
}

/** Whether a tab is the diff of several files, of which the API has no type. */
export function showsSeveral({ input }: vscode.Tab): boolean {
  return typeof input === 'object' && input !== null && 'textDiffs' in input;
}

/**
 * Closes the tabs of one review, or of all; what the person typed there is in the proposal already, so none asks to save.
 * Never rejects.
 */
export async function closeReviewTabs(reviewId?: string): Promise<void> {
  const isMeant = (tab: vscode.Tab): boolean => {
    const ids = reviewsOfTab(tab);
    return reviewId === undefined ? ids.length > 0 : ids.includes(reviewId);
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isMeant));
  if (tabs.length === 0) return;
  const anyDirty = tabs.some(({ isDirty }) => isDirty);
  for (const document of proposalsOf(reviewId)) {
    // One that cannot be saved is asked about by the editor, if by anybody.
    if (anyDirty || document.isDirty) await document.save().then(undefined, () => undefined);
  }
  await closeTabs(isMeant);
}

function proposalsOf(reviewId: string | undefined): vscode.TextDocument[] {
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
