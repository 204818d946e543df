// Creates the title of a review's tab.

import * as vscode from 'vscode';
import { isFileChange } from '../../core/change/change.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { baseName } from '../../core/path/pathParts.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { nameOfCaller } from '../../tools/ports/caller.ts';
import { changeLabel } from '../shared/changeLabels.ts';
import { reviewWarnings } from './warnings/reviewWarnings.ts';
import type { DiffPair } from './diff/diffPair.ts';
import type { PendingReview } from './pendingReviews.ts';

/** Title of a review's tab. The file's name comes first, since a narrow tab truncates the end. */
export function diffTitle(review: PendingReview, pairs: readonly DiffPair[]): string {
  const { verdict } = review.request;
  const [first, ...others] = pairs;
  const path = first === undefined ? '' : displayPathOf(first.change);
  const file = escapeForDisplay(baseName(path));
  const name = others.length === 0 ? file : vscode.l10n.t('{0} and more', file);
  const onlyChange = others.length === 0 ? first?.change : undefined;
  const mark = reviewWarnings(review).length > 0 ? ' ⚠' : '';
  const excludedCount = [...review.excluded()].filter(isFileChange).length;
  const agent = nameOfCaller(review.call.caller);
  const notes = [
    ...(agent === undefined ? [] : [agent]),
    ...(verdict.protected ? [vscode.l10n.t('protected')] : []),
    ...(onlyChange === undefined || onlyChange.kind === 'update' ? [] : [changeLabel(onlyChange)]),
    ...(pairs.some(({ isUnified }) => isUnified) ? [vscode.l10n.t('as text')] : []),
    ...(excludedCount === 0 ? [] : [vscode.l10n.t('{0} excluded', excludedCount)]),
  ];
  return `${name}${mark} (${['Redline', ...notes].join(', ')})`;
}
