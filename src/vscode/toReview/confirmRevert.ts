// Asks before a revert of several files, or of one whose later changes are reverted with it.

import * as vscode from 'vscode';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { askInDialog } from '../files/ask.ts';
import { firstNames } from '../shared/changeLabels.ts';

/** Maximum number of names in the question. */
const maxNamedFiles = 10;

/**
 * Whether the user agrees to a revert; without a question where one was skipped.
 * @param isAsked whether to ask even if later changes are kept. If any are not, it always asks
 */
export async function confirmRevert(items: readonly ReviewItem[], isAsked: boolean): Promise<boolean> {
  const mixedItems = items.filter(({ mixed }) => mixed === true);
  if (mixedItems.length === 0 && !isAsked) return true;
  const [only, ...others] = items;
  const question =
    only !== undefined && others.length === 0
      ? vscode.l10n.t('Revert {0}?', only.path)
      : vscode.l10n.t('Revert {0} files?', items.length);
  const revertLabel = vscode.l10n.t('Revert');
  const answer = await askInDialog('Warning', question, detailsOf(mixedItems), revertLabel);
  return answer === revertLabel;
}

function detailsOf(mixedItems: readonly ReviewItem[]): readonly string[] {
  const keptNote = vscode.l10n.t('Later edits are kept. You can undo this in the history.');
  if (mixedItems.length === 0) return [keptNote];
  const mixedNote = vscode.l10n.t(
    '{0} was changed later by you, or by a call that you approved, in a way that cannot be told apart: these changes are reverted, too. To keep them, change the file by hand instead.',
    firstNames(
      mixedItems.map(({ path }) => path),
      maxNamedFiles,
    ).join(', '),
  );
  return [mixedNote, vscode.l10n.t('Other later edits are kept. You can undo this in the history.')];
}
