import * as vscode from 'vscode';
import { groupCalls, type CallGroup } from '../core/historyGroups.ts';
import type { JournalEntry, StoredChange } from '../core/journalEntry.ts';
import type { History } from './history.ts';

export const historyViewId = 'redline.history';

/** A line of the view: calls that belong together, a call, or one of its changes. */
export type HistoryNode =
  | { readonly kind: 'group'; readonly group: CallGroup }
  | { readonly kind: 'call'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly entry: JournalEntry; readonly index: number };

/** The applied calls, newest first, grouped by agent turn. */
export class HistoryView implements vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  readonly #history: History;
  readonly #view: vscode.TreeView<HistoryNode>;
  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(history: History) {
    this.#history = history;
    this.onDidChangeTreeData = history.onDidChange;
    this.#view = vscode.window.createTreeView(historyViewId, { treeDataProvider: this, showCollapseAll: true });
  }

  getChildren(node?: HistoryNode): HistoryNode[] {
    if (node === undefined) return groupCalls(this.#history.calls).map((group) => ({ kind: 'group', group }));
    if (node.kind === 'group') return node.group.calls.map((entry) => ({ kind: 'call', entry }));
    if (node.kind === 'change') return [];
    return node.entry.changes.map((_, index) => ({ kind: 'change', entry: node.entry, index }));
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    if (node.kind === 'group') return groupItem(node.group);
    if (node.kind === 'call') return callItem(node, this.#history.isInEffect(node.entry));
    return changeItem(node);
  }

  dispose(): void {
    this.#view.dispose();
  }
}

function groupItem({ id, chat, from, to, calls }: CallGroup): vscode.TreeItem {
  const time = timeOf(from) === timeOf(to) ? timeOf(from) : `${timeOf(from)} – ${timeOf(to)}`;
  const label = chat ? vscode.l10n.t('Agent in chat') : vscode.l10n.t('Calls of extensions');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group ${id}`;
  item.description = `${new Date(from).toLocaleDateString()} ${time} · ${callsText(calls.length)}`;
  item.iconPath = new vscode.ThemeIcon(chat ? 'comment-discussion' : 'extensions');
  item.contextValue = 'group';
  return item;
}

function callItem(node: HistoryNode & { kind: 'call' }, inEffect: boolean): vscode.TreeItem {
  const { entry } = node;
  const item = new vscode.TreeItem(entry.title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = entry.id;
  const state = inEffect ? '' : ` · ${vscode.l10n.t('reverted')}`;
  item.description = `${timeOf(entry.time)}${state}`;
  item.iconPath = new vscode.ThemeIcon(inEffect ? 'pass' : 'discard');
  item.contextValue = inEffect ? 'callInEffect' : 'callTakenBack';
  item.tooltip = `${entry.title}\n${entry.tool}\n${new Date(entry.time).toLocaleString()}`;
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  item.accessibilityInformation = {
    label: inEffect
      ? vscode.l10n.t('{0}, applied {1}', entry.title, timeOf(entry.time))
      : vscode.l10n.t('{0}, applied {1}, reverted', entry.title, timeOf(entry.time)),
  };
  return item;
}

function changeItem(node: HistoryNode & { kind: 'change' }): vscode.TreeItem {
  const { entry, index } = node;
  const change = entry.changes[index];
  const item = new vscode.TreeItem(change?.at.path ?? '');
  item.id = `${entry.id} ${index}`;
  item.contextValue = 'change';
  if (change === undefined) return item;
  item.resourceUri = vscode.Uri.parse(change.at.uri, true);
  item.description = wordOf(change);
  item.iconPath = change.kind === 'createDirectory' ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  return item;
}

function wordOf(change: StoredChange): string {
  switch (change.kind) {
    case 'create':
    case 'createDirectory':
      return vscode.l10n.t('new');
    case 'update':
      return vscode.l10n.t('edited');
    case 'delete':
      return vscode.l10n.t('deleted');
    case 'move':
      return vscode.l10n.t('moved from {0}', change.from.path);
    case 'copy':
      return vscode.l10n.t('copied from {0}', change.from.path);
  }
}

function callsText(n: number): string {
  return n === 1 ? vscode.l10n.t('1 change') : vscode.l10n.t('{0} changes', n);
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
