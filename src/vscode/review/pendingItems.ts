import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { countsOf, pathOf, totalOf, wordsOf } from '../../core/summary.ts';
import { escapeForDisplay } from '../../core/unicode.ts';
import { concernTexts } from './concernText.ts';
import type { PendingReview } from './pendingReviews.ts';

/** The line of a waiting call: its words, its counts, and why it is asked. */
export function reviewItem(review: PendingReview): vscode.TreeItem {
  const { changes, verdict } = review.request;
  const title = escapeForDisplay(review.request.title);
  const warnings = changes.flatMap(concernTexts);
  const { added, removed } = totalOf(changes.filter((change) => !review.leftOut.has(change)));
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = review.id;
  item.contextValue = 'review';
  item.iconPath = new vscode.ThemeIcon(
    warnings.length > 0 ? 'warning' : verdict.protected ? 'shield' : 'git-pull-request',
  );
  item.tooltip = [verdict.reason, ...warnings].join('\n');
  item.command = openCommand(review);
  const left = review.leftOut.size === 0 ? [] : [vscode.l10n.t('{0} left out', review.leftOut.size)];
  const guarded = verdict.protected ? [vscode.l10n.t('protected')] : [];
  item.description = [...guarded, `+${added} −${removed}`, ...left].join(' · ');
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t('{0}, {1} lines added, {2} lines removed, waits for your review', title, added, removed),
      ...guarded,
      ...left,
      ...warnings,
    ].join(', '),
  };
  return item;
}

/** The line of one change of a call: what happens to which file, and whether the person takes it in. */
export function changeItem(review: PendingReview, change: Change): vscode.TreeItem {
  const out = review.leftOut.has(change);
  const warnings = concernTexts(change);
  const item = new vscode.TreeItem(vscode.Uri.parse(change.at.uri, true));
  const { added, removed } = countsOf(change);
  item.id = `${review.id}/${review.request.changes.indexOf(change)}`;
  item.label = escapeForDisplay(pathOf(change));
  const state = out ? [vscode.l10n.t('left out')] : [];
  item.description = [...state, ...signOf(change), `+${added} −${removed}`].join(' · ');
  item.tooltip = [escapeForDisplay(wordsOf(change)), ...warnings].join('\n');
  if (review.request.changes.length > 1) item.contextValue = out ? 'change.leftOut' : 'change.takenIn';
  item.iconPath = iconOf(change, warnings.length > 0);
  item.command = openCommand(review);
  if (review.request.changes.length > 1) {
    item.checkboxState = {
      state: out ? vscode.TreeItemCheckboxState.Unchecked : vscode.TreeItemCheckboxState.Checked,
      tooltip: out ? vscode.l10n.t('Take this change in again') : vscode.l10n.t('Leave this change out'),
      accessibilityInformation: { label: out ? vscode.l10n.t('left out') : vscode.l10n.t('taken in') },
    };
  }
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t('{0}, {1} lines added, {2} lines removed', escapeForDisplay(wordsOf(change)), added, removed),
      ...state,
      ...warnings,
    ].join(', '),
  };
  return item;
}

/** What happens to the file in a word, and what it is if no text. */
function signOf(change: Change): string[] {
  const content = 'after' in change ? change.after : 'before' in change ? change.before : undefined;
  const kind = content === undefined ? [] : contentWord(content.kind);
  const from = change.kind === 'move' || change.kind === 'copy' ? escapeForDisplay(change.from.path) : '';
  return [kindWord(change, from), ...kind];
}

function kindWord(change: Change, from: string): string {
  switch (change.kind) {
    case 'create':
      return vscode.l10n.t('new');
    case 'createDirectory':
      return vscode.l10n.t('new folder');
    case 'update':
      return vscode.l10n.t('edited');
    case 'delete':
      return vscode.l10n.t('deleted');
    case 'move':
      return vscode.l10n.t('moved from {0}', from);
    case 'copy':
      return vscode.l10n.t('copied from {0}', from);
  }
}

function contentWord(kind: 'text' | 'binary' | 'link' | 'directory'): string[] {
  switch (kind) {
    case 'text':
      return [];
    case 'binary':
      return [vscode.l10n.t('binary')];
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
