// Renders the rows of the pending view.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { splitIntoHunks } from '../../core/change/hunks.ts';
import { countsOf, displayPathOf, sumCounts, describeChange, type Counts } from '../../core/change/summary.ts';
import { baseName } from '../../core/path/baseName.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { translate } from '../shared/translate.ts';
import { changeLabel } from '../shared/changeLabels.ts';
import { hunkItem, rowsBelow, warningItem, warningsItem } from './partItems.ts';
import type { PendingNode } from './pendingRow.ts';
import { isRowExcluded } from './rowExclusions.ts';
import { reviewWarnings, warningsOfFile } from './reviewWarnings.ts';
import { changesListed, type PendingReview } from './pendingReviews.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The row of a call, or of one of its changes, hunks or warnings. */
export function rowItem(node: PendingNode, behind: () => number): vscode.TreeItem {
  const { review, change, hunk, warning } = node;
  if (warning !== undefined) return warning === 'all' ? warningsItem(review) : warningItem(node, warning);
  if (change === undefined) return reviewItem(review, behind());
  return hunk === undefined ? changeItem(review, change) : hunkItem(node, change, hunk);
}

/**
 * The row of a waiting call: its title, counts and reason.
 * @param behind number of calls that wait for this one, because they change the same files
 */
function reviewItem(review: PendingReview, behind: number): vscode.TreeItem {
  const { verdict } = review.request;
  const now = review.now();
  const title = escapeForDisplay(translate(now.title));
  const warnings = reviewWarnings(review).map(({ text }) => text);
  const counts = sumCounts(now.changes.filter((change) => !review.excluded().has(change)));
  const [only, ...others] = changesListed(review);
  const item = new vscode.TreeItem(title, rowsBelow({ review }).length > 0 ? Expanded : None);
  item.id = review.id;
  item.contextValue = 'review';
  item.iconPath = new vscode.ThemeIcon(
    warnings.length > 0 ? 'warning' : verdict.protected ? 'shield' : 'git-pull-request',
  );
  item.tooltip = [title, translate(verdict.reason), ...warnings].join('\n');
  item.command = openCommand(review);
  const excludedCount = changesListed(review).filter((change) => review.excluded().has(change)).length;
  const parts = [...now.hunks.values()].flat().filter(({ state }) => state === 'excluded').length;
  const excluded = [
    ...(excludedCount === 0 ? [] : [vscode.l10n.t('{0} excluded', excludedCount)]),
    ...(parts === 0 ? [] : [vscode.l10n.t('excluded parts: {0}', parts)]),
  ];
  const guarded = verdict.protected ? [vscode.l10n.t('protected')] : [];
  const comments = review.comments() === 0 ? [] : [vscode.l10n.t('comments: {0}', review.comments())];
  const more = behind === 0 ? [] : [vscode.l10n.t('{0} more behind this one', behind)];
  const kind = only === undefined || others.length > 0 ? [] : contentWord(only);
  // Most important first, since a narrow view truncates the end.
  item.description = [...guarded, ...excluded, ...comments, ...countsText(counts), ...kind, ...more].join(' · ');
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t(
        '{0}, lines added: {1}, removed: {2}, waiting for your review',
        title,
        counts.added,
        counts.removed,
      ),
      ...guarded,
      ...kind,
      ...excluded,
      ...comments,
      ...more,
      ...warnings,
    ].join(', '),
  };
  return item;
}

/** The row of one of several changes of a call, with a check box that includes or excludes it. */
function changeItem(review: PendingReview, change: Change): vscode.TreeItem {
  const isExcluded = isRowExcluded({ review, change });
  const reason = review.reasonOf(change);
  const amended = review.now().amended.get(change);
  const warnings = warningsOfFile(review, change).map(({ text }) => text);
  const counts = countsOf(amended ?? change);
  const hasHunks = splitIntoHunks(change) !== undefined;
  const item = new vscode.TreeItem(vscode.Uri.parse(change.at.uri, true), hasHunks ? Collapsed : None);
  item.id = `${review.id}/${review.request.changes.indexOf(change)}`;
  // The name first: of a path, a narrow view cuts it off.
  const path = displayPathOf(change);
  const name = baseName(path);
  item.label = escapeForDisplay(name);
  const folder = escapeForDisplay(path.slice(0, path.length - name.length).replace(/[\\/]$/, ''));
  const stateWord = isExcluded ? vscode.l10n.t('excluded') : vscode.l10n.t('included');
  const now = review.now();
  const parts = (now.hunks.get(change) ?? []).filter(({ state }) => state === 'excluded').length;
  const amendedWord = [
    ...(now.edited.has(change) ? [vscode.l10n.t('amended')] : []),
    ...(parts === 0 || isExcluded ? [] : [vscode.l10n.t('excluded parts: {0}', parts)]),
  ];
  item.description = [
    ...(isExcluded ? [stateWord] : []),
    ...amendedWord,
    ...(folder === '' ? [] : [folder]),
    ...countsText(counts),
    changeLabel(change),
    ...contentWord(change),
  ].join(' · ');
  const description = escapeForDisplay(translate(describeChange(change)));
  item.tooltip = [description, ...(isExcluded && reason !== undefined ? [reason] : []), ...warnings].join('\n');
  item.contextValue = isExcluded ? 'change.excluded' : 'change.included';
  item.iconPath = iconOf(change, warnings.length > 0);
  item.command = openCommand(review);
  item.checkboxState = {
    state: isExcluded ? vscode.TreeItemCheckboxState.Unchecked : vscode.TreeItemCheckboxState.Checked,
    tooltip: isExcluded ? vscode.l10n.t('Include this change') : vscode.l10n.t('Exclude this change'),
    accessibilityInformation: { label: stateWord },
  };
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t('{0}, lines added: {1}, removed: {2}', description, counts.added, counts.removed),
      ...contentWord(change),
      ...amendedWord,
      stateWord,
      ...warnings,
    ].join(', '),
  };
  return item;
}

/** "+3 −1"; empty if no lines change. */
function countsText({ added, removed }: Counts): string[] {
  return added + removed === 0 ? [] : [`+${added} −${removed}`];
}

/** Label of a file's kind if it is not text. */
function contentWord(change: Change): string[] {
  const content = 'after' in change ? change.after : 'before' in change ? change.before : undefined;
  switch (content?.kind) {
    case undefined:
    case 'text':
      return [];
    case 'binary':
      return [vscode.l10n.t('binary')];
    case 'large':
    case 'unread':
      return [vscode.l10n.t('large')];
    case 'link':
      return [vscode.l10n.t('link')];
    case 'directory':
      return [vscode.l10n.t('folder')];
  }
}

function iconOf(change: Change, warns: boolean): vscode.ThemeIcon {
  if (warns) return new vscode.ThemeIcon('warning');
  const isFolder = change.kind === 'createDirectory' || ('before' in change && change.before.kind === 'directory');
  return isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
}

function openCommand(review: PendingReview): vscode.Command {
  return { command: 'redline.reviewPending', title: vscode.l10n.t('Review'), arguments: [{ review }] };
}
