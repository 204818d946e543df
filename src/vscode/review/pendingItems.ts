// Renders the rows of the pending view.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { splitIntoHunks } from '../../core/change/hunks.ts';
import { countsOf, displayPathOf, sumCounts, describeChange, type Counts } from '../../core/change/summary.ts';
import { baseName } from '../../core/path/baseName.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { translate } from '../shared/translate.ts';
import { changeLabel } from '../shared/changeLabels.ts';
import { childRowsOf, hunkItem, setExcludable, showCommand, warningItem, warningsItem } from './partItems.ts';
import type { PendingNode } from './pendingRow.ts';
import { isRowExcluded } from './rowExclusions.ts';
import { reviewWarnings, warningsOfFile } from './reviewWarnings.ts';
import { listedChangesOf, type PendingReview } from './pendingReviews.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The row of a call, or of one of its changes, hunks or warnings. */
export function toTreeItem(node: PendingNode, countBehind: () => number): vscode.TreeItem {
  switch (node.kind) {
    case 'call':
      return reviewItem(node.review, countBehind());
    case 'change':
      return changeItem(node.review, node.change);
    case 'hunk':
      return hunkItem(node);
    case 'warnings':
      return warningsItem(node.review);
    case 'warning':
      return warningItem(node, node.warning);
  }
}

/**
 * The row of a waiting call: its title, counts and reason.
 * @param behindCount number of calls that wait for this one, because they change the same files
 */
function reviewItem(review: PendingReview, behindCount: number): vscode.TreeItem {
  const { verdict } = review.request;
  const current = review.current();
  const title = escapeForDisplay(translate(current.title));
  const warnings = reviewWarnings(review).map(({ text }) => text);
  const counts = sumCounts(current.changes.filter((change) => !review.excluded().has(change)));
  const [only, ...others] = listedChangesOf(review);
  const hasRows = childRowsOf({ kind: 'call', review }).length > 0;
  const item = new vscode.TreeItem(title, hasRows ? Expanded : None);
  // VS Code expands a row only when it sees its id first, and a call may get its first warning later.
  item.id = hasRows ? `${review.id}/` : review.id;
  item.contextValue = 'review';
  item.iconPath = new vscode.ThemeIcon(
    warnings.length > 0 ? 'warning' : verdict.protected ? 'shield' : 'git-pull-request',
  );
  item.tooltip = [title, translate(verdict.reason), ...warnings].join('\n');
  item.command = showCommand({ kind: 'call', review });
  const excludedTexts = exclusionTextsOf(review);
  const protectedText = verdict.protected ? [vscode.l10n.t('protected')] : [];
  const commentTexts = review.commentCount() === 0 ? [] : [vscode.l10n.t('comments: {0}', review.commentCount())];
  const behindText = behindCount === 0 ? [] : [vscode.l10n.t('{0} more behind this one', behindCount)];
  const contentText = only === undefined || others.length > 0 ? [] : contentTexts(only);
  // Most important first, since a narrow view truncates the end.
  item.description = [
    ...protectedText,
    ...excludedTexts,
    ...commentTexts,
    ...countsText(counts),
    ...contentText,
    ...behindText,
  ].join(' · ');
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t(
        '{0}, lines added: {1}, removed: {2}, waiting for your review',
        title,
        counts.added,
        counts.removed,
      ),
      ...protectedText,
      ...contentText,
      ...excludedTexts,
      ...commentTexts,
      ...behindText,
      ...warnings,
    ].join(', '),
  };
  return item;
}

/** "2 excluded", "excluded parts: 1"; empty if nothing is excluded. */
function exclusionTextsOf(review: PendingReview): string[] {
  const changeCount = listedChangesOf(review).filter((change) => review.excluded().has(change)).length;
  const hunks = [...review.current().hunks.values()].flat();
  const hunkCount = hunks.filter(({ state }) => state === 'excluded').length;
  return [
    ...(changeCount === 0 ? [] : [vscode.l10n.t('{0} excluded', changeCount)]),
    ...(hunkCount === 0 ? [] : [vscode.l10n.t('excluded parts: {0}', hunkCount)]),
  ];
}

/** The row of one of several changes of a call, with a check box that includes or excludes it. */
function changeItem(review: PendingReview, change: Change): vscode.TreeItem {
  const isExcluded = isRowExcluded({ kind: 'change', review, change });
  const reason = review.reasonOf(change);
  const amended = review.current().amended.get(change);
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
  const stateText = isExcluded ? vscode.l10n.t('excluded') : vscode.l10n.t('included');
  const current = review.current();
  const excludedHunkCount = (current.hunks.get(change) ?? []).filter(({ state }) => state === 'excluded').length;
  const amendedTexts = [
    ...(current.edited.has(change) ? [vscode.l10n.t('amended')] : []),
    ...(excludedHunkCount === 0 || isExcluded ? [] : [vscode.l10n.t('excluded parts: {0}', excludedHunkCount)]),
  ];
  item.description = [
    ...(isExcluded ? [stateText] : []),
    ...amendedTexts,
    ...(folder === '' ? [] : [folder]),
    ...countsText(counts),
    changeLabel(change),
    ...contentTexts(change),
  ].join(' · ');
  const description = escapeForDisplay(translate(describeChange(change)));
  item.tooltip = [description, ...(isExcluded && reason !== undefined ? [reason] : []), ...warnings].join('\n');
  item.iconPath = iconOf(change, warnings.length > 0);
  item.command = showCommand({ kind: 'call', review });
  setExcludable(item, isExcluded, stateText);
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t('{0}, lines added: {1}, removed: {2}', description, counts.added, counts.removed),
      ...contentTexts(change),
      ...amendedTexts,
      stateText,
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
function contentTexts(change: Change): string[] {
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

function iconOf(change: Change, hasWarnings: boolean): vscode.ThemeIcon {
  if (hasWarnings) return new vscode.ThemeIcon('warning');
  const isFolder = change.kind === 'createDirectory' || ('before' in change && change.before.kind === 'directory');
  return isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
}
