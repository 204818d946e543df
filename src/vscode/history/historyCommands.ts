// Registers the commands of the history: show, undo, redo and clear.

import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import { failuresIn } from '../shared/log.ts';
import { askInDialog, skipsQuestion } from '../messages/ask.ts';
import { translateTitle } from '../shared/translate.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversibleCall } from '../../core/journal/storedChange.ts';
import { showFileHistory } from './fileHistory.ts';
import { showCall, showChange, showStep } from './historyDiff.ts';
import { redoAll, undoAll, type CommandContext } from './undoRedo.ts';
import type { HistoryNode } from './historyView.ts';
import { confirmUndo } from './historyTexts.ts';
import { notify } from '../messages/notify.ts';

/** Registers the commands that show, undo and redo calls. */
export function registerHistoryCommands(context: CommandContext): vscode.Disposable {
  // Without a node, the command was run from the palette.
  const onNode = (run: (node: HistoryNode) => Promise<void>) => (node: HistoryNode | undefined) => node && run(node);
  return registerCommands({
    'redline.undoLastChange': (argument: unknown) => undoLast(context, argument),
    'redline.showHistory': () => vscode.commands.executeCommand('redline.history.focus'),
    'redline.showFileHistory': (clicked: unknown) => showFileHistory(context, clicked),
    'redline.history.clear': () => clear(context),
    'redline.history.showDiff': onNode((node) => show(context, node)),
    'redline.history.revert': onNode((node) => undoNode(context, node)),
    'redline.history.redo': onNode((node) => redoAll(context, callsOf(node).toReversed())),
    'redline.history.revertSince': onNode((node) => undoSince(context, node)),
  });
}

function show(context: CommandContext, node: HistoryNode): Promise<void> {
  if (node.kind === 'change') return showChange(context, node.entry, node.index);
  if (node.kind === 'step') return showStep(node.step);
  return node.kind === 'call' ? showCall(context, node.entry) : Promise.resolve();
}

/** The calls of a node, newest first. */
function callsOf(node: HistoryNode): readonly JournalEntry[] {
  switch (node.kind) {
    case 'day':
      return node.day.groups.flatMap(({ calls }) => calls);
    case 'group':
      return node.group.calls;
    case 'call':
    case 'change':
      return [node.entry];
    case 'outside':
    case 'step':
      return [];
  }
}

/** Asks first, unless `argument` is the call's id (from a button that names it) or `{ ask: false }`. */
async function undoLast(context: CommandContext, argument: unknown): Promise<void> {
  await context.history.refresh();
  const entry = context.history.last;
  if (entry === undefined) {
    void notify('Information', vscode.l10n.t('There is no change to undo.'));
    return;
  }
  const question = vscode.l10n.t('Undo "{0}"?', translateTitle(entry));
  // For an irreversible call, the attempt reports why it fails. No older call is undone instead.
  const needsNoQuestion = entry.id === argument || skipsQuestion(argument) || isIrreversibleCall(entry);
  if (needsNoQuestion || (await confirmUndo(question, [entry]))) await undoAll(context, [entry]);
}

/** Undoes the calls of a node; asks first if there are several. */
async function undoNode(context: CommandContext, node: HistoryNode): Promise<void> {
  const calls = callsOf(node).filter((entry) => context.history.isInEffect(entry));
  if (calls.length < 2 || (await confirmUndo(vscode.l10n.t('Undo {0} changes?', calls.length), calls)))
    await undoAll(context, calls);
}

/** Undoes all calls from the oldest one of a node to the newest of the history. */
async function undoSince(context: CommandContext, node: HistoryNode): Promise<void> {
  const { history } = context;
  await history.refresh();
  const oldest = callsOf(node).at(-1);
  const oldestIndex = history.calls.findIndex(({ id }) => id === oldest?.id);
  if (oldest === undefined || oldestIndex < 0) return;
  const callsToUndo = history.calls
    .slice(oldestIndex)
    .filter((entry) => history.isInEffect(entry))
    .toReversed();
  const [newest, ...others] = callsToUndo;
  if (newest === undefined) return;
  const question =
    others.length === 0
      ? vscode.l10n.t('Undo "{0}"?', translateTitle(newest))
      : vscode.l10n.t('Undo {0} changes, back to before "{1}"?', callsToUndo.length, translateTitle(oldest));
  if (await confirmUndo(question, callsToUndo)) await undoAll(context, callsToUndo);
}

/** Deletes all calls from the history, and reviewed changes without a call. */
async function clear({ history, watch, log }: CommandContext): Promise<void> {
  if (!(await confirmClear())) return;
  // Undefined if Watch has not started, since `started` is then still pending.
  const startedWatch = await Promise.race([watch.started, Promise.resolve(undefined)]);
  // Watch needs the history to attribute writes of calls, so it scans before the entries are deleted.
  await history.clear(async () => startedWatch?.refresh());
  void watch.clearHistory().catch((cause: unknown) => failuresIn(log).unexpected('Clear History', cause));
}

async function confirmClear(): Promise<boolean> {
  // VS Code makes the first button the default, so that is the harmless one.
  const [keepLabel, clearLabel] = [vscode.l10n.t('Keep History'), vscode.l10n.t('Clear History')];
  const detail = vscode.l10n.t(
    'Your files stay as they are, but Redline can no longer undo the changes made so far. Changes that are still to be reviewed stay listed.',
  );
  const question = vscode.l10n.t('Clear the history of this workspace?');
  return (await askInDialog('Warning', question, [detail], keepLabel, clearLabel)) === clearLabel;
}
