// Creates the title of a review's tab: `a.ts ⚠ (Redline, Codex, protected)`.

import * as vscode from 'vscode';
import { displayPathOf } from '../../../core/change/summary.ts';
import { baseName } from '../../../core/path/pathParts.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import { nameOfCaller } from '../../../core/change/reviewTexts.ts';
import { changeLabel } from '../../shared/changeLabels.ts';
import { reviewWarnings } from '../warnings/reviewWarnings.ts';
import type { DiffPair } from './diffPair.ts';
import { excludedChangesOf, type PendingReview } from '../pendingReviews.ts';

/** The file's name comes first, since a narrow tab truncates the end. */
export function diffTitle(review: PendingReview, pairs: readonly DiffPair[]): string {
  const { verdict } = review.request;
  const [first, ...others] = pairs;
  const path = first === undefined ? '' : displayPathOf(first.change);
  const fileName = escapeForDisplay(baseName(path));
  const nameText = others.length === 0 ? fileName : vscode.l10n.t('{0} and more', fileName);
  const onlyChange = others.length === 0 ? first?.change : undefined;
  const warningMark = reviewWarnings(review).length > 0 ? ' ⚠' : '';
  const excludedCount = excludedChangesOf(review).length;
  const agent = nameOfCaller(review.call.caller);
  const notes = [
    ...(agent === undefined ? [] : [agent]),
    ...(verdict.protected ? [vscode.l10n.t('protected')] : []),
    ...(onlyChange === undefined || onlyChange.kind === 'update' ? [] : [changeLabel(onlyChange)]),
    ...(pairs.some(({ isUnified }) => isUnified) ? [vscode.l10n.t('as text')] : []),
    ...(excludedCount === 0 ? [] : [vscode.l10n.t('{0} excluded', excludedCount)]),
  ];
  return `${nameText}${warningMark} (${['Redline', ...notes].join(', ')})`;
}
