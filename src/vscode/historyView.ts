import * as vscode from 'vscode';
import { shownTitle } from './shown.ts';
import { escapeForDisplay } from '../core/unicode.ts';
import { withoutImpliedFolders } from '../core/impliedFolders.ts';
import { groupCalls, type CallGroup } from '../core/historyGroups.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { isForGood } from '../core/keptFiles.ts';
import { changeWord } from './changeWord.ts';
import type { History } from './history.ts';

/** A line of the view: calls that belong together, a call, or one of its changes. */
export type HistoryNode =
  | { readonly kind: 'group'; readonly group: CallGroup }
  | { readonly kind: 'call'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly entry: JournalEntry; readonly index: number };

/** The applied calls, newest first, grouped by agent turn. */
export class HistoryTree {
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  getChildren(node?: HistoryNode): HistoryNode[] {
    if (node === undefined) return groupCalls(this.#history.calls).map((group) => ({ kind: 'group', group }));
    if (node.kind === 'group') return node.group.calls.map((entry) => ({ kind: 'call', entry }));
    if (node.kind === 'change') return [];
    const { entry } = node;
    const indexes = new Map(entry.changes.map((change, index) => [change, index]));
    return withoutImpliedFolders(entry.changes).map((change) => ({
      kind: 'change',
      entry,
      index: indexes.get(change) ?? -1,
    }));
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    if (node.kind === 'group') {
      const inEffect = node.group.calls.some((entry) => this.#history.isInEffect(entry));
      return groupItem(node.group, inEffect);
    }
    if (node.kind === 'call') return callItem(node, this.#history.isInEffect(node.entry));
    return changeItem(node);
  }
}

function groupItem({ id, chat, from, to, calls }: CallGroup, inEffect: boolean): vscode.TreeItem {
  const [start, end] = [new Date(from), new Date(to)];
  // When it ended stands behind, since a narrow view cuts a line's end off.
  const label = vscode.l10n.t('{0}, {1}', dayOf(start, new Date()), timeOf(start));
  const until = timeOf(start) === timeOf(end) ? [] : [vscode.l10n.t('until {0}', timeOf(end))];
  const who = chat ? vscode.l10n.t('Agent in the chat') : vscode.l10n.t('Other extensions');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group ${id}`;
  const state = inEffect ? [] : [vscode.l10n.t('undone')];
  item.description = [...state, callsText(calls.length), ...until].join(' · ');
  item.tooltip = [who, start.toLocaleString(vscode.env.language), item.description].join('\n');
  item.iconPath = new vscode.ThemeIcon(chat ? 'comment-discussion' : 'extensions');
  item.contextValue = inEffect ? 'groupInEffect' : 'groupTakenBack';
  item.accessibilityInformation = { label: [label, who, item.description].join(', ') };
  return item;
}

function callItem(node: HistoryNode & { kind: 'call' }, inEffect: boolean): vscode.TreeItem {
  const { entry } = node;
  const title = escapeForDisplay(shownTitle(entry));
  const time = timeOf(new Date(entry.time));
  const isFinal = entry.changes.some(isForGood);
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(title, hasSeveral(entry) ? Collapsed : None);
  item.id = entry.id;
  const state = inEffect ? (isFinal ? [vscode.l10n.t('cannot be undone')] : []) : [vscode.l10n.t('undone')];
  item.description = [...state, time].join(' · ');
  item.iconPath = new vscode.ThemeIcon(inEffect ? 'pass' : 'discard');
  item.contextValue = isFinal ? 'callForGood' : inEffect ? 'callInEffect' : 'callTakenBack';
  item.tooltip = [title, entry.tool, new Date(entry.time).toLocaleString(vscode.env.language)].join('\n');
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  item.accessibilityInformation = {
    label: inEffect
      ? vscode.l10n.t('{0}, applied {1}', title, time)
      : vscode.l10n.t('{0}, applied {1}, undone', title, time),
  };
  return item;
}

/** Whether a call has several changes to show; told without looking at all of them, where many calls have many. */
function hasSeveral({ changes }: JournalEntry): boolean {
  let files = 0;
  for (const { kind } of changes) {
    if (kind !== 'createDirectory') files++;
    if (files > 1) return true;
  }
  return withoutImpliedFolders(changes).length > 1;
}

function changeItem(node: HistoryNode & { kind: 'change' }): vscode.TreeItem {
  const { entry, index } = node;
  const change = entry.changes[index];
  const item = new vscode.TreeItem(escapeForDisplay(change?.at.path ?? ''));
  item.id = `${entry.id} ${index}`;
  item.contextValue = 'change';
  if (change === undefined) return item;
  item.resourceUri = vscode.Uri.parse(change.at.uri, true);
  item.description = changeWord(change);
  item.iconPath = change.kind === 'createDirectory' ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  return item;
}

function callsText(n: number): string {
  return n === 1 ? vscode.l10n.t('1 change') : vscode.l10n.t('{0} changes', n);
}

/** "Today", "Yesterday", or the date; the day is that of this machine. */
function dayOf(time: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (time.toDateString() === now.toDateString()) return vscode.l10n.t('Today');
  if (time.toDateString() === yesterday.toDateString()) return vscode.l10n.t('Yesterday');
  return time.toLocaleDateString(vscode.env.language);
}

function timeOf(time: Date): string {
  return time.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
}
