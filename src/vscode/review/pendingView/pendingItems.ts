// Renders the rows of the view of waiting calls: those of calls and changes here, the others in partItems.ts.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { HunkInEditor } from '../../../core/change/hunks/hunkChoice.ts';
import { splitIntoHunks } from '../../../core/change/hunks/hunks.ts';
import { countsOf, displayPathOf, sumCounts, describeChange, type LineCounts } from '../../../core/change/summary.ts';
import { baseName, parentOf } from '../../../core/path/pathParts.ts';
import { escapeForDisplay, leftToRightMark } from '../../../core/text/hiddenCharacters.ts';
import { translate } from '../../shared/translate.ts';
import { changeLabel } from '../../shared/changeLabels.ts';
import { childRowsOf, hunkItem, setExcludable, showCommand, warningItem, warningsItem } from './partItems.ts';
import type { CallRow } from './pendingRow.ts';
import { isRowExcluded } from './rowExclusions.ts';
import { reviewWarnings, warningsOfFile } from '../warnings/reviewWarnings.ts';
import { displayedChangesOf, excludedChangesOf, type PendingReview } from '../pendingReviews.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/**
 * The row of a call, or of one of its changes, hunks or warnings.
 * @param countBlocked counts the calls that wait for the row's call; used only for the row of a call
 */
export function toTreeItem(row: CallRow, countBlocked: () => number): vscode.TreeItem {
  switch (row.kind) {
    case 'call':
      return callItem(row.review, countBlocked());
    case 'change':
      return changeItem(row.review, row.change);
    case 'hunk':
      return hunkItem(row);
    case 'warnings':
      return warningsItem(row.review);
    case 'warning':
      return warningItem(row);
  }
}

/**
 * The row of a waiting call: its title, counts and reason.
 * @param blockedCount number of calls that wait for this one, because they change the same files
 */
function callItem(review: PendingReview, blockedCount: number): vscode.TreeItem {
  const { verdict } = review.request;
  const title = escapeForDisplay(translate(review.current().title));
  const warnings = reviewWarnings(review).map(({ text }) => text);
  const hasRows = childRowsOf({ kind: 'call', review }).length > 0;
  const item = new vscode.TreeItem(title, hasRows ? Expanded : None);
  // A new id makes VS Code expand the row when the first child (such as a late warning) appears.
  item.id = hasRows ? `${review.id}/` : review.id;
  item.contextValue = 'review';
  const plainIcon = verdict.protected ? 'shield' : 'git-pull-request';
  item.iconPath = new vscode.ThemeIcon(warnings.length > 0 ? 'warning' : plainIcon);
  item.tooltip = [title, translate(verdict.reason), ...warnings].join('\n');
  item.command = showCommand({ kind: 'call', review });
  const { description, label } = callTexts(review, title, blockedCount);
  item.description = leftToRightMark + description;
  item.accessibilityInformation = { label: [label, ...warnings].join(', ') };
  return item;
}

/** The texts of a call's row: the description beside its title, and the label for screen readers. */
function callTexts(review: PendingReview, title: string, blockedCount: number): { description: string; label: string } {
  const commentCount = review.commentCount();
  const displayedChanges = displayedChangesOf(review);
  const onlyChange = displayedChanges.length === 1 ? displayedChanges[0] : undefined;
  const counts = sumCounts(review.current().changes.filter((change) => !review.excluded().has(change)));
  const protection = review.request.verdict.protected ? [vscode.l10n.t('protected')] : [];
  const exclusions = exclusionTextsOf(review);
  const comments = commentCount === 0 ? [] : [vscode.l10n.t('comments: {0}', commentCount)];
  const fileKind = onlyChange === undefined ? [] : fileKindTexts(onlyChange);
  const behind = blockedCount === 0 ? [] : [vscode.l10n.t('{0} more behind this one', blockedCount)];
  const main = vscode.l10n.t(
    '{0}, lines added: {1}, removed: {2}, waiting for your review',
    title,
    counts.added,
    counts.removed,
  );
  return {
    // Most important first, since a narrow view truncates the end.
    description: [...protection, ...exclusions, ...comments, ...countsText(counts), ...fileKind, ...behind].join(' · '),
    label: [main, ...protection, ...fileKind, ...exclusions, ...comments, ...behind].join(', '),
  };
}

/** Texts that count the excluded files and hunks of a call: "2 excluded", "excluded parts: 1"; empty for none. */
function exclusionTextsOf(review: PendingReview): string[] {
  const changeCount = excludedChangesOf(review).length;
  const hunks = [...review.current().hunks.values()].flat();
  return [...(changeCount === 0 ? [] : [vscode.l10n.t('{0} excluded', changeCount)]), ...excludedHunkTexts(hunks)];
}

/** Texts for the number of excluded hunks; empty if none is excluded. */
function excludedHunkTexts(hunks: readonly HunkInEditor[]): string[] {
  const excludedCount = hunks.filter(({ state }) => state === 'excluded').length;
  return excludedCount === 0 ? [] : [vscode.l10n.t('excluded parts: {0}', excludedCount)];
}

/** The row of one of several changes of a call, with a check box that includes or excludes it. */
function changeItem(review: PendingReview, change: Change): vscode.TreeItem {
  const isExcluded = isRowExcluded({ kind: 'change', review, change });
  const warnings = warningsOfFile(review, change).map(({ text }) => text);
  const hasHunks = splitIntoHunks(change) !== undefined;
  const item = new vscode.TreeItem(vscode.Uri.parse(change.at.uri, true), hasHunks ? Collapsed : None);
  const { description, tooltip, label, stateText } = changeTexts(review, change, isExcluded);
  item.id = `${review.id}/${review.request.changes.indexOf(change)}`;
  // The name first, then the folder: a narrow view would cut the name off the end of a path.
  item.label = escapeForDisplay(baseName(displayPathOf(change)));
  item.description = leftToRightMark + description;
  item.tooltip = [tooltip, ...warnings].join('\n');
  item.iconPath = iconOf(change, warnings.length > 0);
  // Of a file, too, a click opens the diff of its call.
  item.command = showCommand({ kind: 'call', review });
  setExcludable(item, isExcluded, stateText);
  item.accessibilityInformation = { label: [label, ...warnings].join(', ') };
  return item;
}

/** The texts of a change's row, without its warnings; `label` is for screen readers. */
function changeTexts(
  review: PendingReview,
  change: Change,
  isExcluded: boolean,
): Readonly<Record<'description' | 'tooltip' | 'label' | 'stateText', string>> {
  const counts = countsOf(review.current().amended.get(change) ?? change);
  const folder = escapeForDisplay(parentOf(displayPathOf(change)));
  const stateText = isExcluded ? vscode.l10n.t('excluded') : vscode.l10n.t('included');
  const editTexts = editTextsOf(review, change, isExcluded);
  const fileKind = fileKindTexts(change);
  const title = escapeForDisplay(translate(describeChange(change)));
  const reason = isExcluded ? review.reasonOf(change) : undefined;
  const main = vscode.l10n.t('{0}, lines added: {1}, removed: {2}', title, counts.added, counts.removed);
  return {
    description: [
      ...(isExcluded ? [stateText] : []),
      ...editTexts,
      ...(folder === '' ? [] : [folder + leftToRightMark]),
      ...countsText(counts),
      changeLabel(change),
      ...fileKind,
    ].join(' · '),
    tooltip: reason === undefined ? title : `${title}\n${reason}`,
    label: [main, ...fileKind, ...editTexts, stateText].join(', '),
    stateText,
  };
}

/** Texts that say whether the user edited a file, and how many of its hunks are excluded. */
function editTextsOf(review: PendingReview, change: Change, isExcluded: boolean): string[] {
  const { edited, hunks } = review.current();
  return [
    ...(edited.has(change) ? [vscode.l10n.t('amended')] : []),
    ...(isExcluded ? [] : excludedHunkTexts(hunks.get(change) ?? [])),
  ];
}

/** The counts as text, "+3 −1"; empty if no lines change. */
function countsText({ added, removed }: LineCounts): string[] {
  return added + removed === 0 ? [] : [`+${added} −${removed}`];
}

/** The kind of a changed file as text; empty for a text file, and if there is no content. */
function fileKindTexts(change: Change): string[] {
  const before = 'before' in change ? change.before : undefined;
  const content = 'after' in change ? change.after : before;
  switch (content?.kind) {
    case undefined:
    case 'text':
      return [];
    case 'binary':
      return [vscode.l10n.t('binary')];
    case 'large':
    // Only large files are left unread.
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
