// Asks which files of a call to write.
import * as vscode from 'vscode';
import { countsOf, displayPathOf } from '../../core/change/summary.ts';
import { changeLabel } from '../shared/changeLabels.ts';
import { listedChangesOf, type PendingReview } from './pendingReviews.ts';
import { notify } from '../files/notify.ts';
import { pickSeveral } from '../files/ask.ts';

/** Asks which files of a call to write, by a list with check boxes, and excludes the unchecked ones. */
export async function excludeFiles(review: PendingReview): Promise<void> {
  const items = listedChangesOf(review).map((change) => {
    const { added, removed } = countsOf(review.current().amended.get(change) ?? change);
    return {
      label: displayPathOf(change),
      description: `+${added} −${removed} · ${changeLabel(change)}`,
      picked: !review.excluded().has(change),
      change,
    };
  });
  if (items.length < 2) {
    void notify(
      'Information',
      vscode.l10n.t('This change affects only one file. To leave the file as it is, reject the change.'),
    );
    return;
  }
  const picked = await pickSeveral(items, {
    title: vscode.l10n.t('Select the files to write; the others are excluded'),
  });
  if (picked === undefined || review.closedSignal.aborted) return;
  const wanted = new Set(picked.map(({ change }) => change));
  const listedChanges = items.map(({ change }) => change);
  const toInclude = listedChanges.filter((change) => wanted.has(change) && review.excluded().has(change));
  if (toInclude.length > 0) review.setExcluded(toInclude, false, { inDiff: true });
  // Read again, since including a file also includes the changes that depend on it.
  const toExclude = listedChanges.filter((change) => !wanted.has(change) && !review.excluded().has(change));
  if (toExclude.length > 0) review.setExcluded(toExclude, true, { inDiff: true });
}
