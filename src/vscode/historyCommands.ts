import * as vscode from 'vscode';
import { ToolError } from '../core/errors.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { HistoryConflict, type History } from './history.ts';
import { showCall, showChange, showConflict } from './historyDiff.ts';
import { HistoryFiles, historyScheme } from './historyFiles.ts';
import { HistoryView, historyViewId, type HistoryNode } from './historyView.ts';

/** The history as a person meets it: the view, what it shows, and the commands that take calls back. */
export function registerHistory(history: History): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const onNode = (id: string, run: (node: HistoryNode) => Promise<void>): vscode.Disposable =>
    registerCommand(id, (node: HistoryNode | undefined) => (node === undefined ? undefined : run(node)));
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(historyScheme, new HistoryFiles(history), { isReadonly: true }),
    new HistoryView(history),
    registerCommand('redline.undoLastChange', () => undoLast(history)),
    registerCommand('redline.showHistory', () => vscode.commands.executeCommand(`${historyViewId}.focus`)),
    registerCommand('redline.history.clear', () => clear(history)),
    onNode('redline.history.showDiff', show),
    onNode('redline.history.revert', (node) => revertAll(history, callsOf(node))),
    onNode('redline.history.redo', (node) => redo(history, callsOf(node))),
    onNode('redline.history.revertSince', (node) => revertSince(history, node)),
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

async function undoLast(history: History): Promise<void> {
  const entry = history.last;
  if (entry === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Redline has applied no change that could be undone.'));
    return;
  }
  await revertAll(history, [entry]);
}

async function revertSince(history: History, node: HistoryNode): Promise<void> {
  const first = callsOf(node).at(-1);
  const from = history.calls.findIndex((entry) => entry.id === first?.id);
  const since = from < 0 ? [] : history.calls.slice(from).filter((entry) => history.isInEffect(entry));
  if (since.length === 0) return;
  const yes = vscode.l10n.t('Revert');
  const question = vscode.l10n.t('Revert {0} changes, back to before "{1}"?', since.length, first?.title ?? '');
  const detail = vscode.l10n.t('Work that was done since is kept; where it touches the same lines, reverting stops.');
  const answer =
    since.length === 1 ? yes : await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await revertAll(history, since.toReversed());
}

/** Takes calls back, the newest first, and stops at the first that cannot be. */
async function revertAll(history: History, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.filter((each) => history.isInEffect(each))) {
    try {
      await history.revert(entry);
    } catch (cause) {
      await tellFailure(entry, cause, 'before');
      return;
    }
    vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t('Redline: undone: {0}', entry.title)}`, 6000);
  }
}

async function redo(history: History, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.toReversed()) {
    try {
      await history.redo(entry);
    } catch (cause) {
      await tellFailure(entry, cause, 'after');
      return;
    }
    vscode.window.setStatusBarMessage(`$(redo) ${vscode.l10n.t('Redline: applied again: {0}', entry.title)}`, 6000);
  }
}

async function tellFailure(entry: JournalEntry, cause: unknown, side: 'before' | 'after'): Promise<void> {
  const why = cause instanceof ToolError ? cause.message : String(cause);
  const text =
    side === 'before'
      ? vscode.l10n.t('Redline could not undo "{0}". {1}', entry.title, why)
      : vscode.l10n.t('Redline could not apply "{0}" again. {1}', entry.title, why);
  const compare = vscode.l10n.t('Show Conflict');
  const conflict = cause instanceof HistoryConflict ? cause.change : undefined;
  const answer = await vscode.window.showErrorMessage(text, ...(conflict === undefined ? [] : [compare]));
  if (answer === compare && conflict !== undefined) await showConflict(entry, conflict.at.uri, side);
}

async function clear(history: History): Promise<void> {
  const yes = vscode.l10n.t('Clear History');
  const detail = vscode.l10n.t('The files stay as they are. The changes so far can no longer be reverted by Redline.');
  const question = vscode.l10n.t('Clear the history of this workspace?');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await history.clear();
}
