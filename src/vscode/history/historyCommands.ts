import * as vscode from 'vscode';
import { shownTitle } from '../shared/shown.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { showFileHistory } from './fileHistory.ts';
import type { History } from './callHistory.ts';
import { showCall, showChange } from './historyDiff.ts';
import { redoAll, undoAll, type HistorySteps } from './historySteps.ts';
import type { HistoryNode } from './historyView.ts';
import { historyViewId } from './historyViewId.ts';
import { plainText } from '../files/plainText.ts';
import { agreesToUndo } from './undoQuestion.ts';

/** The commands that show calls, undo them and redo them. */
export function registerHistoryCommands(steps: HistorySteps): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const onNode = (id: string, run: (node: HistoryNode) => Promise<void>): vscode.Disposable =>
    registerCommand(id, (node: HistoryNode | undefined) => (node === undefined ? undefined : run(node)));
  return vscode.Disposable.from(
    registerCommand('redline.undoLastChange', (how: unknown) => undoLast(steps, how)),
    registerCommand('redline.showHistory', () => vscode.commands.executeCommand(`${historyViewId}.focus`)),
    registerCommand('redline.showFileHistory', (clicked: unknown) => showFileHistory(steps, clicked)),
    registerCommand('redline.history.clear', () => clear(steps.history)),
    onNode('redline.history.showDiff', show),
    onNode('redline.history.revert', (node) => undoNode(steps, node)),
    onNode('redline.history.redo', (node) => redoAll(steps, callsOf(node).toReversed())),
    onNode('redline.history.revertSince', (node) => undoSince(steps, node)),
  );
}

function show(node: HistoryNode): Promise<void> {
  if (node.kind === 'change') return showChange(node.entry, node.index);
  return node.kind === 'call' ? showCall(node.entry) : Promise.resolve();
}

/** The newest first. */
function callsOf(node: HistoryNode): readonly JournalEntry[] {
  switch (node.kind) {
    case 'day':
      return node.day.groups.flatMap(({ calls }) => calls);
    case 'group':
      return node.group.calls;
    case 'call':
    case 'change':
      return [node.entry];
  }
}

/** @param how the id of the call, where a button has named it, or `{ ask: false }`; else it is named and asked about. */
async function undoLast(steps: HistorySteps, how: unknown): Promise<void> {
  await steps.history.refresh();
  const entry = steps.history.last;
  if (entry === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no change to undo.'));
    return;
  }
  const question = vscode.l10n.t('Undo "{0}"?', plainText(shownTitle(entry)));
  const isTold = entry.id === how || (typeof how === 'object' && how !== null && 'ask' in how && how.ask === false);
  if (isTold || (await agreesToUndo(question, [entry]))) await undoAll(steps, [entry]);
}

/** A line of one call has named it. */
async function undoNode(steps: HistorySteps, node: HistoryNode): Promise<void> {
  const calls = callsOf(node).filter((entry) => steps.history.isInEffect(entry));
  if (calls.length < 2 || (await agreesToUndo(vscode.l10n.t('Undo {0} changes?', calls.length), calls)))
    await undoAll(steps, calls);
}

async function undoSince(steps: HistorySteps, node: HistoryNode): Promise<void> {
  const { history } = steps;
  await history.refresh();
  const first = callsOf(node).at(-1);
  const from = history.calls.findIndex((entry) => entry.id === first?.id);
  const since = from < 0 ? [] : history.calls.slice(from).filter((entry) => history.isInEffect(entry));
  if (first === undefined || since.length === 0) return;
  const title = plainText(shownTitle(first));
  const question =
    since.length === 1
      ? vscode.l10n.t('Undo "{0}"?', plainText(shownTitle(since[0] ?? first)))
      : vscode.l10n.t('Undo {0} changes, back to before "{1}"?', since.length, title);
  if (await agreesToUndo(question, since.toReversed())) await undoAll(steps, since.toReversed());
}

async function clear(history: History): Promise<void> {
  // The first button is the one that the editor colours and Enter presses.
  const [no, yes] = [vscode.l10n.t('Keep History'), vscode.l10n.t('Clear History')];
  const detail = vscode.l10n.t('Your files stay as they are, but Redline can no longer undo the changes made so far.');
  const question = vscode.l10n.t('Clear the history of this workspace?');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, no, yes);
  if (answer === yes) await history.clear();
}
