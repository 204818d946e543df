// Opens the diffs of unreviewed changes, one by one or all together.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { isOpenable, type ReviewItem } from '../../core/watch/reviewItem.ts';
import { maxMultiDiffFiles, selectForMultiDiff } from '../../core/toReview/multiDiff.ts';
import type { FileRow, ReviewRow } from '../../core/toReview/reviewGroups.ts';
import { reviewUri } from '../files/reviewUri.ts';
import { showAsText } from '../history/historyDiff.ts';
import { unifiedReviewUriIfTooLarge } from '../history/unifiedDiff.ts';
import { rowStateText } from './toReviewTexts.ts';
import { notify } from '../messages/notify.ts';
import { pick } from '../messages/ask.ts';

/** A URI cannot have half a surrogate pair: U+FFFD replaces it. */
export function fileOf({ folder, path }: Pick<ReviewItem, 'folder' | 'path'>): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder, true), path.toWellFormed());
}

/**
 * Opens a diff of a file against its baseline (if it was moved, the baseline of its old path). If a side was not
 * stored, opens the file instead, or says that it cannot be shown. For a folder, opens a list of its files.
 */
export async function showRow(row: ReviewRow): Promise<void> {
  if (row.kind === 'folder') return pickAndShowFile(row);
  const { item, movedFrom } = row;
  const hasUnstoredSide = item.current?.withheld !== undefined || item.baseline?.withheld !== undefined;
  const isOnDisk = item.current !== undefined;
  if (!isOpenable(item.path) || (hasUnstoredSide && !isOnDisk)) {
    void notify('Information', vscode.l10n.t('{0} cannot be shown.', item.path));
    return;
  }
  if (hasUnstoredSide) {
    await vscode.commands.executeCommand('vscode.open', fileOf(item), { preview: true });
    return;
  }
  const title = vscode.l10n.t('{0} ({1}, to review)', escapeForDisplay(item.path), rowStateText(row));
  const before = (movedFrom ?? item).baseline;
  const unified = await unifiedReviewUriIfTooLarge(fileOf(item), item.folder, before, item.current);
  if (unified !== undefined) return showAsText(unified, item.path);
  await vscode.commands.executeCommand('vscode.diff', ...sidesOfRow(row), title, { preview: true });
}

/** The left and right side of the diff of a row. */
export function sidesOfRow({ item, movedFrom = item }: FileRow): readonly [vscode.Uri, vscode.Uri] {
  return [reviewUri(fileOf(movedFrom), item.folder, movedFrom.baseline), currentUri(item)];
}

/** URI of the current side: the file itself, so that it can be edited; for a link or a deleted file, the stored side. */
function currentUri(item: ReviewItem): vscode.Uri {
  const { current } = item;
  const isEditable = current !== undefined && current.mode !== 'link';
  return isEditable ? fileOf(item) : reviewUri(fileOf(item), item.folder, current);
}

interface RowPick extends vscode.QuickPickItem {
  readonly row: ReviewRow;
}

async function pickAndShowFile({ items, path }: ReviewRow & { kind: 'folder' }): Promise<void> {
  const picks = items.map((item): RowPick => {
    const row = { kind: 'file', item } as const;
    return { label: item.path, description: rowStateText(row), row };
  });
  const picked = await pick(picks, {
    title: vscode.l10n.t('{0} files to review in {1}', items.length, path === '' ? '.' : escapeForDisplay(path)),
    placeHolder: vscode.l10n.t('Select a file to see what changed in it'),
  });
  if (picked !== undefined) await showRow(picked.row);
}

/** Opens several files in one multi-diff editor, and says how many it does not show. */
export async function showAll(items: readonly ReviewItem[], title: string): Promise<void> {
  const { shown, hiddenCount } = selectForMultiDiff(items);
  // Rows in the form of `vscode.changes`: file, left side, right side.
  const resources: (vscode.Uri | undefined)[][] = [];
  // Reads the files one after the other, since both sides of a huge change are in memory.
  for (const item of shown) resources.push([fileOf(item), ...(await sidesOf(item))]);
  if (resources.length > 0) await vscode.commands.executeCommand('vscode.changes', title, resources);
  if (hiddenCount === 0) return;
  const hidden = vscode.l10n.t(
    'This diff leaves out {0} of the files: it shows {1} at most, and none whose content was not stored. Open them one by one from To Review.',
    hiddenCount,
    maxMultiDiffFiles,
  );
  void notify('Information', hidden);
}

/** The left and right side of an item in a multi-diff editor; of a huge change, its unified diff as the right one. */
async function sidesOf(item: ReviewItem): Promise<readonly [vscode.Uri | undefined, vscode.Uri | undefined]> {
  const { folder, baseline, current } = item;
  const unified = await unifiedReviewUriIfTooLarge(fileOf(item), folder, baseline, current);
  if (unified !== undefined) return [undefined, unified];
  return [
    baseline === undefined ? undefined : reviewUri(fileOf(item), folder, baseline),
    current === undefined ? undefined : currentUri(item),
  ];
}
