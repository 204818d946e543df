import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { countsOf, pathOf, wordsOf } from '../../core/summary.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';

export const pendingViewId = 'redline.pending';

/** A line of the view: a waiting call, or one of its changes. */
export interface PendingNode {
  readonly review: PendingReview;
  readonly change?: Change;
}

/** The view of waiting calls, each with its changes; a badge counts the calls. */
export class PendingView implements vscode.TreeDataProvider<PendingNode>, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #view: vscode.TreeView<PendingNode>;
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(pending: PendingReviews) {
    this.#pending = pending;
    this.onDidChangeTreeData = pending.onDidChange;
    this.#view = vscode.window.createTreeView(pendingViewId, { treeDataProvider: this });
    this.#subscription = pending.onDidChange(() => this.#showCount());
  }

  getChildren(node?: PendingNode): PendingNode[] {
    if (node === undefined) return this.#pending.all.map((review) => ({ review }));
    if (node.change !== undefined) return [];
    return node.review.request.changes.map((change) => ({ review: node.review, change }));
  }

  getTreeItem(node: PendingNode): vscode.TreeItem {
    return node.change === undefined ? reviewItem(node.review) : changeItem(node.review, node.change);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.dispose();
  }

  #showCount(): void {
    const value = this.#pending.all.length;
    this.#view.badge = value === 0 ? undefined : { value, tooltip: waitingText(value) };
  }
}

/** "1 change waits for your review". */
export function waitingText(n: number): string {
  return n === 1
    ? vscode.l10n.t('1 change waits for your review')
    : vscode.l10n.t('{0} changes wait for your review', n);
}

function reviewItem(review: PendingReview): vscode.TreeItem {
  const item = new vscode.TreeItem(review.request.title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = review.id;
  item.contextValue = 'review';
  item.iconPath = new vscode.ThemeIcon('git-pull-request');
  item.tooltip = review.request.verdict.reason;
  item.command = openCommand({ review });
  const counts = review.request.changes.map(countsOf);
  const added = counts.reduce((sum, each) => sum + each.added, 0);
  const removed = counts.reduce((sum, each) => sum + each.removed, 0);
  item.description = `+${added} −${removed}`;
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      '{0}, {1} lines added, {2} lines removed, waits for your review',
      review.request.title,
      added,
      removed,
    ),
  };
  return item;
}

function changeItem(review: PendingReview, change: Change): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(change.at.uri, true));
  const { added, removed } = countsOf(change);
  item.label = pathOf(change);
  item.description = `${kindWord(change)} +${added} −${removed}`;
  item.tooltip = wordsOf(change);
  item.contextValue = 'change';
  item.iconPath = change.kind === 'createDirectory' ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.command = openCommand({ review, change });
  return item;
}

function kindWord(change: Change): string {
  switch (change.kind) {
    case 'create':
    case 'createDirectory':
      return vscode.l10n.t('new');
    case 'update':
      return vscode.l10n.t('edited');
    case 'delete':
      return vscode.l10n.t('deleted');
    case 'move':
      return vscode.l10n.t('moved');
    case 'copy':
      return vscode.l10n.t('copied');
  }
}

function openCommand(node: PendingNode): vscode.Command {
  return { command: 'redline.reviewPending', title: vscode.l10n.t('Review'), arguments: [node] };
}
