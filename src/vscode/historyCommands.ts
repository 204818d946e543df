import * as vscode from 'vscode';
import { shown, shownTitle } from './shown.ts';
import { ToolError } from '../core/errors.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { HistoryConflict, type History } from './history.ts';
import { showCall, showChange, showConflict } from './historyDiff.ts';
import type { KeepNow } from './historyFiles.ts';
import { historyViewId, type HistoryNode } from './historyView.ts';
import { plainText } from './plainText.ts';

/** What the commands work with: the history, and a place for what a file is now beside it. */
export interface HistorySteps {
  readonly history: History;
  readonly now: KeepNow;
}

/** The commands that show calls, take them back and do them again. */
export function registerHistoryCommands(steps: HistorySteps): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const onNode = (id: string, run: (node: HistoryNode) => Promise<void>): vscode.Disposable =>
    registerCommand(id, (node: HistoryNode | undefined) => (node === undefined ? undefined : run(node)));
  return vscode.Disposable.from(
    registerCommand('redline.undoLastChange', () => undoLast(steps)),
    registerCommand('redline.showHistory', () => vscode.commands.executeCommand(`${historyViewId}.focus`)),
    registerCommand('redline.history.clear', () => clear(steps.history)),
    onNode('redline.history.showDiff', show),
    onNode('redline.history.revert', (node) => revertAll(steps, callsOf(node))),
    onNode('redline.history.redo', (node) => redo(steps, callsOf(node))),
    onNode('redline.history.revertSince', (node) => revertSince(steps, node)),
  );
}

function show(node: HistoryNode): Promise<void> {
  if (node.kind === 'change') return showChange(node.entry, node.index);
  return node.kind === 'call' ? showCall(node.entry) : Promise.resolve();
}

/** The newest first. */
function callsOf(node: HistoryNode): readonly JournalEntry[] {
  return node.kind === 'group' ? node.group.calls : [node.entry];
}

async function undoLast(steps: HistorySteps): Promise<void> {
  await steps.history.refresh();
  const entry = steps.history.last;
  if (entry === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Redline has applied no change that could be undone.'));
    return;
  }
  await revertAll(steps, [entry]);
}

async function revertSince(steps: HistorySteps, node: HistoryNode): Promise<void> {
  const { history } = steps;
  await history.refresh();
  const first = callsOf(node).at(-1);
  const from = history.calls.findIndex((entry) => entry.id === first?.id);
  const since = from < 0 ? [] : history.calls.slice(from).filter((entry) => history.isInEffect(entry));
  if (since.length === 0) return;
  const yes = vscode.l10n.t('Revert');
  const question = vscode.l10n.t(
    'Revert {0} changes, back to before "{1}"?',
    since.length,
    first === undefined ? '' : plainText(shownTitle(first)),
  );
  const detail = vscode.l10n.t('Work that was done since is kept; where it touches the same lines, reverting stops.');
  const answer =
    since.length === 1 ? yes : await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await revertAll(steps, since.toReversed());
}

/** Takes calls back, the newest first, and stops at the first that cannot be. */
async function revertAll(steps: HistorySteps, entries: readonly JournalEntry[]): Promise<void> {
  const { history } = steps;
  for (const entry of entries.filter((each) => history.isInEffect(each))) {
    try {
      await history.revert(entry);
    } catch (cause) {
      await tellFailure(steps, entry, cause, 'before');
      return;
    }
    vscode.window.setStatusBarMessage(
      `$(discard) ${vscode.l10n.t('Redline: undone: {0}', plainText(shownTitle(entry)))}`,
      6000,
    );
  }
}

async function redo(steps: HistorySteps, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.toReversed()) {
    try {
      await steps.history.redo(entry);
    } catch (cause) {
      await tellFailure(steps, entry, cause, 'after');
      return;
    }
    vscode.window.setStatusBarMessage(
      `$(redo) ${vscode.l10n.t('Redline: applied again: {0}', plainText(shownTitle(entry)))}`,
      6000,
    );
  }
}

async function tellFailure(
  { now }: HistorySteps,
  entry: JournalEntry,
  cause: unknown,
  side: 'before' | 'after',
): Promise<void> {
  const why =
    cause instanceof HistoryConflict ? shown(cause.why) : cause instanceof ToolError ? cause.message : String(cause);
  const text =
    side === 'before'
      ? vscode.l10n.t('Redline could not undo "{0}". {1}', shownTitle(entry), why)
      : vscode.l10n.t('Redline could not apply "{0}" again. {1}', shownTitle(entry), why);
  const compare = vscode.l10n.t('Show Conflict');
  const conflict = cause instanceof HistoryConflict ? cause.change : undefined;
  const answer = await vscode.window.showErrorMessage(plainText(text), ...(conflict === undefined ? [] : [compare]));
  if (answer === compare && conflict !== undefined) await showConflict(entry, conflict.at.uri, side, now);
}

async function clear(history: History): Promise<void> {
  const yes = vscode.l10n.t('Clear History');
  const detail = vscode.l10n.t('The files stay as they are. The changes so far can no longer be reverted by Redline.');
  const question = vscode.l10n.t('Clear the history of this workspace?');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await history.clear();
}
