import * as vscode from 'vscode';
import { shown, shownTitle } from './shown.ts';
import { isUnexpected, ToolError, toToolError, withoutAdvice } from '../core/errors.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { phrase, type Phrase } from '../core/phrase.ts';
import type { History, Turn } from './history.ts';
import { showCall, showChange, showConflict } from './historyDiff.ts';
import { HistoryConflict } from './historyInverse.ts';
import type { KeepNow } from './historyFiles.ts';
import type { HistoryNode } from './historyView.ts';
import { historyViewId } from './historyViewId.ts';
import { failuresIn, type Log } from './log.ts';
import { plainText } from './plainText.ts';

/** Calls that are named where a step waits for more. */
const namedAtMost = 3;

/** What the commands work with: the history, and a place for what a file is now beside it. */
export interface HistorySteps {
  readonly history: History;
  readonly now: KeepNow;
  readonly log: Log;
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
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no change to undo.'));
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
  const yes = vscode.l10n.t('Undo');
  const question = vscode.l10n.t(
    'Undo {0} changes, back to before "{1}"?',
    since.length,
    first === undefined ? '' : plainText(shownTitle(first)),
  );
  const detail = vscode.l10n.t('Later edits are kept. If they touch the same lines, the undo stops there.');
  const answer =
    since.length === 1 ? yes : await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await revertAll(steps, since.toReversed());
}

/** Takes calls back, the newest first, and stops at the first that cannot be. */
async function revertAll(steps: HistorySteps, entries: readonly JournalEntry[]): Promise<void> {
  const release = steps.history.hold(entries);
  await revertEach(steps, entries).finally(release);
}

async function revertEach(steps: HistorySteps, entries: readonly JournalEntry[]): Promise<void> {
  const { history } = steps;
  for (const entry of entries.filter((each) => history.isInEffect(each))) {
    const title = vscode.l10n.t('Redline: undoing "{0}"', plainText(shownTitle(entry)));
    const done = await inTurn(title, (turn) => history.revert(entry, turn)).catch(async (cause: unknown) => {
      await tellFailure(steps, entry, cause, 'before');
      return false;
    });
    if (!done) return;
    vscode.window.setStatusBarMessage(
      `$(discard) ${vscode.l10n.t('Redline: undid "{0}"', plainText(shownTitle(entry)))}`,
      6000,
    );
  }
}

async function redo(steps: HistorySteps, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.toReversed()) {
    const title = vscode.l10n.t('Redline: redoing "{0}"', plainText(shownTitle(entry)));
    const done = await inTurn(title, (turn) => steps.history.redo(entry, turn)).catch(async (cause: unknown) => {
      await tellFailure(steps, entry, cause, 'after');
      return false;
    });
    if (!done) return;
    vscode.window.setStatusBarMessage(
      `$(redo) ${vscode.l10n.t('Redline: redid "{0}"', plainText(shownTitle(entry)))}`,
      6000,
    );
  }
}

/**
 * Makes a step; where it has to wait for other calls on its files, a notification says so at once, and calls it off.
 *
 * @returns whether it was made; what was called off by the person needs no more words.
 */
async function inTurn(title: string, make: (turn: Turn) => Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const onWait = (before: readonly Phrase[]): void => {
    const names = before.slice(0, namedAtMost).map((each) => `"${plainText(shown(each))}"`);
    const message = vscode.l10n.t(
      'Waiting for {0}, on the same files. Approve or reject that first, or cancel.',
      [...names, ...(before.length > namedAtMost ? ['…'] : [])].join(', '),
    );
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
      progress.report({ message });
      token.onCancellationRequested(() => stop.abort());
      return over;
    });
  };
  try {
    await make({ signal: stop.signal, onWait });
    return true;
  } catch (cause) {
    if (stop.signal.aborted && cause instanceof ToolError && cause.code === 'REJECTED') return false;
    throw cause;
  } finally {
    end();
  }
}

async function tellFailure(
  { now, log }: HistorySteps,
  entry: JournalEntry,
  cause: unknown,
  side: 'before' | 'after',
): Promise<void> {
  if (isUnexpected(cause)) failuresIn(log).unexpected(`undo or redo of ${entry.id}`, cause);
  const error = toToolError(cause, phrase('The operation'));
  const why = error.told === undefined ? withoutAdvice(error.message) : shown(error.told);
  const text =
    side === 'before'
      ? vscode.l10n.t('Redline could not undo "{0}". {1}', shownTitle(entry), why)
      : vscode.l10n.t('Redline could not redo "{0}". {1}', shownTitle(entry), why);
  const compare = vscode.l10n.t('Show Conflict');
  const conflict = cause instanceof HistoryConflict ? cause.change : undefined;
  const answer = await vscode.window.showErrorMessage(plainText(text), ...(conflict === undefined ? [] : [compare]));
  if (answer === compare && conflict !== undefined) await showConflict(entry, conflict.at.uri, side, now);
}

async function clear(history: History): Promise<void> {
  const yes = vscode.l10n.t('Clear History');
  const detail = vscode.l10n.t('Your files stay as they are, but Redline can no longer undo the changes made so far.');
  const question = vscode.l10n.t('Clear the history of this workspace?');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await history.clear();
}
