// Asks the user before a revert of several files, or of `mixed` ones: with later changes that it would revert, too.

import * as vscode from 'vscode';
import type { ReviewItem } from '../../../core/watch/reviewItem.ts';
import { askInDialog } from '../../messages/ask.ts';
import { firstNames } from '../../shared/changeLabels.ts';
import { filePathsOf } from '../toReviewTexts.ts';

const maxNamedFiles = 10;

/**
 * Asks whether to revert files; true without a question if none is mixed.
 * @param options.asksAnyway whether to ask even if no later changes would be lost
 */
export async function confirmRevert(
  items: readonly ReviewItem[],
  { asksAnyway }: { readonly asksAnyway: boolean },
): Promise<boolean> {
  const mixedItems = items.filter(({ mixed }) => mixed === true);
  if (mixedItems.length === 0 && !asksAnyway) return true;
  const [only = '', ...others] = filePathsOf(items);
  const question =
    others.length === 0 ? vscode.l10n.t('Revert {0}?', only) : vscode.l10n.t('Revert {0} files?', others.length + 1);
  return ask(question, detailsOf(mixedItems));
}

/** True without a question if the file is not mixed. */
export async function confirmPartialRevert({ path, mixed }: ReviewItem): Promise<boolean> {
  if (mixed !== true) return true;
  return ask(vscode.l10n.t('Revert this part of {0}?', path), [
    vscode.l10n.t(
      'It may contain later changes by you, or by a call that you approved, that cannot be told apart: these are reverted, too. To keep them, change the file by hand instead.',
    ),
    vscode.l10n.t('The rest of the file stays. You can undo this in the history.'),
  ]);
}

async function ask(question: string, details: readonly string[]): Promise<boolean> {
  const revertLabel = vscode.l10n.t('Revert');
  return (await askInDialog('Warning', question, details, revertLabel)) === revertLabel;
}

function detailsOf(mixedItems: readonly ReviewItem[]): readonly string[] {
  const keptNote = vscode.l10n.t('Later edits are kept. You can undo this in the history.');
  if (mixedItems.length === 0) return [keptNote];
  const mixedNote = vscode.l10n.t(
    '{0} was changed later by you, or by a call that you approved, in a way that cannot be told apart: these changes are reverted, too. To keep them, change the file by hand instead.',
    firstNames(filePathsOf(mixedItems), maxNamedFiles).join(', '),
  );
  return [mixedNote, vscode.l10n.t('Other later edits are kept. You can undo this in the history.')];
}
