// Provides the tree of the history view: calls, and changes without a call, in one timeline.

import * as vscode from 'vscode';
import { translateTitle } from '../shared/translate.ts';
import { nameOfCaller } from '../../core/change/reviewTexts.ts';
import { firstNames, changeLabel, authorLabel } from '../shared/changeLabels.ts';
import { escapeForDisplay, leftToRightMark } from '../../core/text/hiddenCharacters.ts';
import { withoutImpliedFolders } from '../../core/change/summary.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversibleCall } from '../../core/journal/storedChange.ts';
import {
  fileNames,
  groupDays,
  linesOfCalls,
  type HistoryDay,
  type HistoryEvent,
  type HistoryGroup,
  type OutsideChanges,
} from '../../core/toReview/historyGroups.ts';
import type { Step } from '../../core/watch/reviewItem.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { History } from './callHistory.ts';
import { outsideItem, stepItem } from './outsideItems.ts';
import { dayText, linesText, timeText } from './historyTexts.ts';

/**
 * A node of the tree: a day, a group (an agent's turn), a call, a change of a call, changes without a call
 * (`OutsideChanges`, with `kind: 'outside'`), or a step, which is one of the changes without a call.
 */
export type HistoryNode =
  | { readonly kind: 'day'; readonly day: HistoryDay; readonly isNewest: boolean }
  | { readonly kind: 'group'; readonly group: HistoryGroup }
  | OutsideChanges
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'call'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly entry: JournalEntry; readonly index: number };

/** Maximum number of files in a label. */
const maxNamed = 3;

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Lists calls and changes, newest first, by day and agent turn; a turn of one call is shown as that call alone. */
export class HistoryTree {
  readonly #history: History;
  /** The running Watch; undefined until it has started. */
  #watch: Watch | undefined;

  constructor(history: History, watch: Promise<Watch>) {
    this.#history = history;
    void watch.then((started) => (this.#watch = started));
  }

  getChildren(node?: HistoryNode): HistoryNode[] {
    if (node === undefined) {
      const steps = this.#watch?.steps() ?? [];
      const days = groupDays(this.#history.calls, steps, (time) => time.toDateString());
      return days.map((day, index) => ({ kind: 'day', day, isNewest: index === 0 }));
    }
    if (node.kind === 'day') return node.day.groups.map(nodeOfGroup);
    if (node.kind === 'group') return [...node.group.events];
    if (node.kind === 'outside') return node.steps.map((step) => ({ kind: 'step', step }));
    return node.kind === 'call' ? changesOf(node.entry) : [];
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    switch (node.kind) {
      case 'day':
        return dayItem(node);
      case 'group':
        return groupItem(node.group, this.#groupState(node.group.events));
      case 'call':
        return callItem(node, this.#callState(node.entry));
      case 'outside':
        return outsideItem(node);
      case 'step':
        return stepItem(node);
      case 'change':
        return changeItem(node);
    }
  }

  /** Counts changes without a call as applied, since the history does not track whether they still are. */
  #groupState(events: readonly HistoryEvent[]): EffectState {
    const inEffect = events.filter((event) => event.kind === 'outside' || this.#history.isInEffect(event.entry)).length;
    if (inEffect === 0) return 'undone';
    return inEffect === events.length ? 'applied' : 'partly';
  }

  #callState(entry: JournalEntry): CallState {
    if (this.#history.isInEffect(entry)) return 'applied';
    return this.#history.isRevertedTogether(entry) ? 'revertedTogether' : 'undone';
  }
}

type EffectState = 'applied' | 'partly' | 'undone';

/** `revertedTogether`: by a revert of a turn, so that it comes back only with the other changes of that turn. */
type CallState = 'applied' | 'undone' | 'revertedTogether';

/** The node of a group, or of its only event. A turn with only outside changes stays a group, which can be reverted. */
function nodeOfGroup(group: HistoryGroup): HistoryNode {
  const [only, ...others] = group.events;
  const isOutsideTurn = group.turn !== undefined && only?.kind === 'outside';
  return only === undefined || others.length > 0 || isOutsideTurn ? { kind: 'group', group } : only;
}

/** The changes of a call except implied folders; `index` counts all changes of the entry. */
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
  item.description = changesText(groups.reduce((sum, { events }) => sum + events.length, 0));
  return item;
}

function groupItem(group: HistoryGroup, state: EffectState): vscode.TreeItem {
  const { id, isFromChat, from, to, calls, events } = group;
  const [start, end] = [timeText(new Date(from)), timeText(new Date(to))];
  const files = firstNames(fileNames(events).map(escapeForDisplay), maxNamed).join(', ');
  const agent = agentOf(group);
  const label = agent === undefined ? files : vscode.l10n.t('{0}: {1}', escapeForDisplay(agent), files);
  const author = agent ?? otherAuthor(group);
  const item = new vscode.TreeItem(label, Expanded);
  item.id = `group ${id}`;
  const texts = (lines: (of: JournalEntry['lines']) => string[]): string[] => [
    ...effectTexts(state),
    ...(calls.length === 0 ? [] : lines(linesOfCalls(calls))),
    changesText(events.length),
    start === end ? start : vscode.l10n.t('{0} to {1}', start, end),
  ];
  item.description = leftToRightMark + texts(linesText).join(' · ');
  item.tooltip = [
    label,
    escapeForDisplay(author),
    new Date(from).toLocaleString(vscode.env.language),
    item.description,
  ].join('\n');
  item.iconPath = state === 'undone' ? undoneIcon : new vscode.ThemeIcon(iconOfGroup(isFromChat, agent));
  item.contextValue = contextOfGroup(group, state);
  item.accessibilityInformation = { label: [label, escapeForDisplay(author), ...texts(spokenLines)].join(', ') };
  return item;
}

/** Context value of a group, by which the menus in package.json offer to undo, redo or revert it. */
function contextOfGroup({ calls, events, turn }: HistoryGroup, state: EffectState): string {
  const effect = state === 'undone' ? 'TakenBack' : 'InEffect';
  const hasOutsideChanges = events.length > calls.length;
  if (hasOutsideChanges) return turn === undefined ? `outside${effect}` : `turn${effect}`;
  return calls.every(isIrreversibleCall) ? 'groupForGood' : `group${effect}`;
}

function agentOf({ caller, turn }: HistoryGroup): string | undefined {
  if (caller !== undefined) return nameOfCaller(caller);
  return turn === undefined ? undefined : authorLabel(turn.agent);
}

/** Label of an author other than a named agent. */
function otherAuthor({ isFromChat, calls }: HistoryGroup): string {
  if (isFromChat) return vscode.l10n.t('Agent in the chat');
  return calls.length === 0 ? vscode.l10n.t('changed by another program') : vscode.l10n.t('Other extensions');
}

function iconOfGroup(isFromChat: boolean, agent: string | undefined): string {
  if (agent !== undefined) return 'terminal';
  return isFromChat ? 'comment-discussion' : 'extensions';
}

/** Dimmed, and different from the icon of the undo button. */
const undoneIcon = new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));

function callItem(node: HistoryNode & { kind: 'call' }, callState: CallState): vscode.TreeItem {
  const { entry } = node;
  const isInEffect = callState === 'applied';
  const title = escapeForDisplay(translateTitle(entry));
  const time = timeText(new Date(entry.time));
  const item = new vscode.TreeItem(title, hasSeveralChanges(entry) ? Collapsed : None);
  item.id = entry.id;
  const stateTexts =
    isInEffect && isIrreversibleCall(entry)
      ? [vscode.l10n.t('cannot be undone')]
      : effectTexts(isInEffect ? 'applied' : 'undone');
  item.description = leftToRightMark + [...stateTexts, ...linesText(entry.lines), time].join(' · ');
  item.iconPath = isInEffect ? new vscode.ThemeIcon('check') : undoneIcon;
  item.contextValue = contextOfCall(isIrreversibleCall(entry), callState);
  item.tooltip = [title, entry.tool, new Date(entry.time).toLocaleString(vscode.env.language)].join('\n');
  item.command = { command: 'redline.history.showDiff', title: vscode.l10n.t('Show What Changed'), arguments: [node] };
  item.accessibilityInformation = {
    label: [vscode.l10n.t('{0}, applied {1}', title, time), ...stateTexts, ...spokenLines(entry.lines)].join(', '),
  };
  return item;
}

/** Context value of a call, by which the menus in package.json offer Undo, Redo or neither. */
function contextOfCall(isIrreversible: boolean, callState: CallState): string {
  if (isIrreversible || callState === 'revertedTogether') return 'callForGood';
  return callState === 'applied' ? 'callInEffect' : 'callTakenBack';
}

/** Whether a call has several changes to show. Stops at the second file, since the view checks every call. */
function hasSeveralChanges({ changes }: JournalEntry): boolean {
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

/** Texts for the state of an effect. Empty for `applied`, the usual state. */
function effectTexts(state: EffectState): string[] {
  if (state === 'applied') return [];
  return [state === 'undone' ? vscode.l10n.t('undone') : vscode.l10n.t('partly undone')];
}

function spokenLines(lines: JournalEntry['lines']): string[] {
  return lines === undefined ? [] : [vscode.l10n.t('lines added: {0}, removed: {1}', lines.added, lines.removed)];
}

function changesText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 change') : vscode.l10n.t('{0} changes', count);
}
