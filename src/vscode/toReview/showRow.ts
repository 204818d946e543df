// Shows what is to be reviewed as diffs.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { isOpenable, type ReviewItem, type StoredFile } from '../../core/watch/reviewItem.ts';
import type { ReviewRow } from '../../core/toReview/reviewGroups.ts';
import { plainText } from '../files/plainText.ts';
import { reviewUri } from './reviewFiles.ts';
import { rowWord } from './reviewWords.ts';

/** The file of an item. */
export function fileOf({ folder, path }: ReviewItem): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder, true), path.toWellFormed());
}

/** Shows a file against its baseline, which for a moved one is where it was; a folder as a list of its files. */
export async function showRow(row: ReviewRow): Promise<void> {
  if (row.kind === 'folder') return pickFrom(row);
  const { item, movedFrom } = row;
  const withheld = (item.current ?? item.baseline)?.withheld ?? item.baseline?.withheld;
  if (!isOpenable(item.path) || (withheld !== undefined && item.current === undefined)) {
    void vscode.window.showInformationMessage(
      plainText(vscode.l10n.t('{0} cannot be shown.', escapeForDisplay(item.path))),
    );
    return;
  }
  if (withheld !== undefined) {
    await vscode.commands.executeCommand('vscode.open', fileOf(item), { preview: true });
    return;
  }
  const title = vscode.l10n.t('{0} ({1}, to review)', escapeForDisplay(item.path), rowWord(row));
  const before = reviewUri(fileOf(movedFrom ?? item), item.folder, (movedFrom ?? item).baseline);
  await vscode.commands.executeCommand('vscode.diff', before, currentUri(item), title, { preview: true });
}

/** The file itself, so that it can be edited in the diff; nothing, and a link, from the store. */
function currentUri(item: ReviewItem): vscode.Uri {
  const side: StoredFile | undefined = item.current;
  return side === undefined || side.mode === 'link' ? reviewUri(fileOf(item), item.folder, side) : fileOf(item);
}

interface Pick extends vscode.QuickPickItem {
  readonly row: ReviewRow;
}

async function pickFrom({ items, path }: ReviewRow & { kind: 'folder' }): Promise<void> {
  const picks = items.map((item): Pick => {
    const row = { kind: 'file', item } as const;
    return { label: plainText(escapeForDisplay(item.path)), description: rowWord(row), row };
  });
  const picked = await vscode.window.showQuickPick(picks, {
    title: vscode.l10n.t(
      '{0} files to review in {1}',
      items.length,
      path === '' ? '.' : plainText(escapeForDisplay(path)),
    ),
    placeHolder: vscode.l10n.t('Select a file to see what changed in it'),
  });
  if (picked !== undefined) await showRow(picked.row);
}

/** Shows several files in one editor. */
export async function showAll(items: readonly ReviewItem[], title: string): Promise<void> {
  const resources = items
    .filter((item) => isOpenable(item.path) && (item.current ?? item.baseline)?.withheld === undefined)
    .slice(0, maxTogether)
    .map((item) => [
      fileOf(item),
      item.baseline === undefined ? undefined : reviewUri(fileOf(item), item.folder, item.baseline),
      item.current === undefined ? undefined : currentUri(item),
    ]);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}

/** The editor for several files loads each of them. */
const maxTogether = 100;
