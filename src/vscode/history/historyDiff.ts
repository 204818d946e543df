// Shows what the calls of the history changed, and changes without a call, in diff and merge editors.

import * as vscode from 'vscode';
import { translateTitle } from '../shared/translate.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { storedContentOf, historyUri, type HistorySide } from './historyFiles.ts';
import { isOpenable, type Step } from '../../core/watch/reviewItem.ts';
import { reviewUri } from '../files/reviewUri.ts';
import { unifiedUriIfTooLarge, unifiedReviewUriIfTooLarge, type DiffContext } from './unifiedDiff.ts';
import { notify } from '../messages/notify.ts';

/** Shows the changes of a call: one file as a diff, several in the multi-file diff editor. */
export async function showCall(context: DiffContext, entry: JournalEntry): Promise<void> {
  const files = entry.changes.map((change, index) => ({ change, index })).filter(({ change }) => hasContent(change));
  const [only] = files;
  if (only === undefined) {
    void notify(
      'Information',
      vscode.l10n.t(
        'There is no diff to show for "{0}": it changed only folders, links, names or large files.',
        translateTitle(entry),
      ),
    );
    return;
  }
  if (files.length === 1) return showChange(context, entry, only.index);
  /** For each file: its URI for the label, then both sides; undefined for a side to leave out. */
  const resources: (vscode.Uri | undefined)[][] = [];
  // Reads the files one after the other, since those of a very large call do not fit into memory together.
  for (const { change, index } of files) {
    const unified = await unifiedUriIfTooLarge(context, entry, index);
    const sides = [sideUri(entry, index, 'before'), sideUri(entry, index, 'after')];
    resources.push([changedFileUri(change), ...(unified === undefined ? sides : [undefined, unified])]);
  }
  await vscode.commands.executeCommand('vscode.changes', escapeForDisplay(translateTitle(entry)), resources);
}

/** Shows the change of one file: as a diff, or its only side if it was created or deleted; else nothing. */
export async function showChange(context: DiffContext, entry: JournalEntry, changeIndex: number): Promise<void> {
  const before = sideUri(entry, changeIndex, 'before');
  const after = sideUri(entry, changeIndex, 'after');
  const change = entry.changes[changeIndex];
  if (change === undefined) return;
  const { path } = change.at;
  const name = escapeForDisplay(path);
  const options = { preview: true };
  const unified = await unifiedUriIfTooLarge(context, entry, changeIndex);
  if (unified !== undefined) return showAsText(unified, path);
  if (before !== undefined && after !== undefined) {
    const title = vscode.l10n.t('{0} (before ↔ after)', name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, options);
    return;
  }
  const only = before ?? after;
  if (only === undefined) return;
  const title = before === undefined ? vscode.l10n.t('{0} (created)', name) : vscode.l10n.t('{0} (deleted)', name);
  await vscode.commands.executeCommand('vscode.open', only, options, title);
}

/** Shows a unified diff in place of a diff editor. */
export async function showAsText(unified: vscode.Uri, path: string): Promise<void> {
  const title = vscode.l10n.t('{0} (diff as text)', escapeForDisplay(path));
  await vscode.commands.executeCommand('vscode.open', unified, { preview: true }, title);
}

/** Shows a step, which is a change without a call, from the sides stored by Watch. */
export async function showStep({ folder, path, before, after }: Step): Promise<void> {
  if (!isOpenable(path) || [before, after].some((side) => side?.withheld !== undefined)) {
    void notify('Information', vscode.l10n.t('{0} cannot be shown.', path));
    return;
  }
  const file = vscode.Uri.joinPath(vscode.Uri.parse(folder, true), path);
  const unified = await unifiedReviewUriIfTooLarge(file, folder, before, after);
  if (unified !== undefined) return showAsText(unified, path);
  const beforeUri = reviewUri(file, folder, before);
  const afterUri = reviewUri(file, folder, after);
  const title = vscode.l10n.t('{0} (before ↔ after)', escapeForDisplay(path));
  await vscode.commands.executeCommand('vscode.diff', beforeUri, afterUri, title, { preview: true });
}

/**
 * Shows in the merge editor how undoing (`before`) or redoing (`after`) a call conflicts with later edits; the result
 * is the file. Without a base, shows a diff instead; without the file, the call's change.
 * @param side the state that the undo or redo would restore
 */
export async function showConflict(
  context: DiffContext,
  entry: JournalEntry,
  uri: string,
  side: HistorySide,
): Promise<void> {
  const index = indexOfFile(entry, uri);
  const change = entry.changes[index];
  const wantedUri = sideUri(entry, index, side);
  if (change === undefined || wantedUri === undefined) return;
  // The base is the other side: the content after the call for an undo, and before it for a redo.
  const base = sideUri(entry, index, side === 'before' ? 'after' : 'before');
  // A redo of a move starts from the old path.
  const file = vscode.Uri.parse(side === 'after' && 'from' in change ? change.from.uri : change.at.uri, true);
  const currentText = await vscode.workspace.openTextDocument(file).then(
    (document) => document.getText(),
    () => undefined,
  );
  if (currentText === undefined) return showChange(context, entry, index);
  if (base === undefined) {
    const title = vscode.l10n.t('{0} (in the history ↔ now)', escapeForDisplay(change.at.path));
    await vscode.commands.executeCommand('vscode.diff', wantedUri, file, title, { preview: true });
    return;
  }
  // The command of the built-in Git extension; there is no public one.
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base,
    input1: { uri: context.keepText(entry.id, index, file, currentText), title: vscode.l10n.t('Your version') },
    input2: {
      uri: wantedUri,
      title: side === 'before' ? vscode.l10n.t("Before the agent's change") : vscode.l10n.t("After the agent's change"),
      description: escapeForDisplay(translateTitle(entry)),
    },
    output: file,
  });
}

/** Index of the entry's last change that touches a file, or -1. */
export function indexOfFile({ changes }: JournalEntry, uri: string): number {
  // A move that replaces a file comes after the deletion of that file.
  return changes.findLastIndex((change) => change.at.uri === uri || ('from' in change && change.from.uri === uri));
}

/** URI of one side of a change; undefined if it is missing, a folder, a link or a large file. */
function sideUri(entry: JournalEntry, changeIndex: number, side: HistorySide): vscode.Uri | undefined {
  const change = entry.changes[changeIndex];
  if (change === undefined || storedContentOf(change, side) === undefined) return undefined;
  return historyUri(entry.id, changeIndex, side, changedFileUri(change));
}

function hasContent(change: StoredChange): boolean {
  return storedContentOf(change, 'before') !== undefined || storedContentOf(change, 'after') !== undefined;
}

function changedFileUri(change: StoredChange): vscode.Uri {
  return vscode.Uri.parse(change.at.uri, true);
}
