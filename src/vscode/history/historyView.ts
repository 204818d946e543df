// Renders the tree of applied calls in the history view.

import * as vscode from 'vscode';
import { shownTitle } from '../shared/shown.ts';
import { nameOfCaller } from '../../tools/ports/caller.ts';
import { firstNames, changeLabel } from '../shared/changeLabels.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import { fileNames, groupDays, linesOfCalls, type HistoryDay } from '../../core/journal/historyDays.ts';
import type { CallGroup } from '../../core/journal/historyGroups.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversible } from '../../core/journal/keptFiles.ts';
import type { History } from './callHistory.ts';
import { dayText, linesText, timeText } from './historyWords.ts';

/** A node of the tree: a day, the calls of one agent turn, a call, or one of its changes. */
export type HistoryNode =
  | { readonly kind: 'day'; readonly day: HistoryDay; readonly isNewest: boolean }
  | { readonly kind: 'group'; readonly group: CallGroup }
  | { readonly kind: 'call'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly entry: JournalEntry; readonly index: number };

/** Maximum number of files that a label names. */
const maxNamed = 3;

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Lists the applied calls, newest first, by day and agent turn; a turn of one call is shown as the call. */
export class HistoryTree {
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  getChildren(node?: HistoryNode): HistoryNode[] {
    if (node === undefined) {
      const days = groupDays(this.#history.calls, (time) => time.toDateString());
      return days.map((day, index) => ({ kind: 'day', day, isNewest: index === 0 }));
    }
    if (node.kind === 'day') return node.day.groups.map(nodeOfGroup);
    if (node.kind === 'group') return node.group.calls.map((entry) => ({ kind: 'call', entry }));
    return node.kind === 'call' ? changesOf(node.entry) : [];
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    switch (node.kind) {
      case 'day':
        return dayItem(node);
      case 'group':
        return groupItem(node.group, this.#stateOf(node.group.calls));
      case 'call':
        return callItem(node, this.#history.isInEffect(node.entry));
      case 'change':
        return changeItem(node);
    }
  }

  #stateOf(calls: readonly JournalEntry[]): State {
    const inEffect = calls.filter((entry) => this.#history.isInEffect(entry)).length;
    return inEffect === 0 ? 'undone' : inEffect === calls.length ? 'applied' : 'partly';
  }
}

type State = 'applied' | 'partly' | 'undone';

function nodeOfGroup(group: CallGroup): HistoryNode {
  const [only, ...others] = group.calls;
  return only === undefined || others.length > 0 ? { kind: 'group', group } : { kind: 'call', entry: only };
}

function changesOf(entry: JournalEntry): HistoryNode[] {
  const indexes = new Map(entry.changes.map((change, index) => [change, index]));
  return withoutImpliedFolders(entry.changes).map((change) => ({
    kind: 'change',
    entry,
    index: indexes.get(change) ?? -1,
  }));
}

function dayItem({ day: { day, groups }, isNewest }: HistoryNode & { kind: 'day' }): vscode.TreeItem {
  const item = new vscode.TreeItem(dayText(new Date(day), new Date()), isNewest ? Expanded : Collapsed);
  item.id = `day ${day}`;
  item.contextValue = 'day';
  item.description = changesText(groups.reduce((sum, { calls }) => sum + calls.length, 0));
  return item;
}

function groupItem({ id, chat, caller, from, to, calls }: CallGroup, state: State): vscode.TreeItem {
  const [start, end] = [timeText(new Date(from)), timeText(new Date(to))];
  const files = firstNames(fileNames(calls).map(escapeForDisplay), maxNamed).join(', ');
  const agent = caller === undefined ? undefined : nameOfCaller(caller);
  const label = agent === undefined ? files : vscode.l10n.t('{0}: {1}', escapeForDisplay(agent), files);
  const who = agent ?? (chat ? vscode.l10n.t('Agent in the chat') : vscode.l10n.t('Other extensions'));
  const item = new vscode.TreeItem(label, Expanded);
  item.id = `group ${id}`;
  item.description = [
    ...stateWords(state),
    ...linesText(linesOfCalls(calls)),
    changesText(calls.length),
    start === end ? start : vscode.l10n.t('{0} to {1}', start, end),
  ].join(' · ');
  item.tooltip = [
    label,
    escapeForDisplay(who),
    new Date(from).toLocaleString(vscode.env.language),
    item.description,
  ].join('\n');
  item.iconPath = state === 'undone' ? undoneIcon : new vscode.ThemeIcon(iconOfGroup(chat, agent));
  item.contextValue = state === 'undone' ? 'groupTakenBack' : 'groupInEffect';
  item.accessibilityInformation = { label: [label, escapeForDisplay(who), item.description].join(', ') };
  return item;
}

function iconOfGroup(chat: boolean, agent: string | undefined): string {
  if (agent !== undefined) return 'terminal';
  return chat ? 'comment-discussion' : 'extensions';
}

/** Dimmed, and different from the icon of the undo button. */
const undoneIcon = new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));

function callItem(node: HistoryNode & { kind: 'call' }, inEffect: boolean): vscode.TreeItem {
  const { entry } = node;
  const title = escapeForDisplay(shownTitle(entry));
  const time = timeText(new Date(entry.time));
  const isFinal = entry.changes.some(isIrreversible);
  const item = new vscode.TreeItem(title, hasSeveral(entry) ? Collapsed : None);
  item.id = entry.id;
  const state = inEffect && isFinal ? [vscode.l10n.t('cannot be undone')] : stateWords(inEffect ? 'applied' : 'undone');
  item.description = [...state, ...linesText(entry.lines), time].join(' · ');
  item.iconPath = inEffect ? new vscode.ThemeIcon('check') : undoneIcon;
  item.contextValue = isFinal ? 'callForGood' : inEffect ? 'callInEffect' : 'callTakenBack';
  item.tooltip = [title, entry.tool, new Date(entry.time).toLocaleString(vscode.env.language)].join('\n');
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  item.accessibilityInformation = {
    label: [
      inEffect
        ? vscode.l10n.t('{0}, applied {1}', title, time)
        : vscode.l10n.t('{0}, applied {1}, undone', title, time),
      ...linesSpoken(entry.lines),
    ].join(', '),
  };
  return item;
}

/** Whether a call has several changes to show. Stops early, since the view asks this of every call. */
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
  item.description = changeLabel(change);
  item.iconPath = change.kind === 'createDirectory' ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  return item;
}

function stateWords(state: State): string[] {
  if (state === 'applied') return [];
  return [state === 'undone' ? vscode.l10n.t('undone') : vscode.l10n.t('partly undone')];
}

function linesSpoken(lines: JournalEntry['lines']): string[] {
  return lines === undefined ? [] : [vscode.l10n.t('lines added: {0}, removed: {1}', lines.added, lines.removed)];
}

function changesText(n: number): string {
  return n === 1 ? vscode.l10n.t('1 change') : vscode.l10n.t('{0} changes', n);
}
