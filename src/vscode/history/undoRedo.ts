// Runs undo and redo for the user, with progress, messages and conflicts.

import * as vscode from 'vscode';
import { translate, translateError, translateTitle } from '../shared/translate.ts';
import { isUnexpected, ToolError, toToolError } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isIrreversibleCall } from '../../core/journal/storedChange.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { History, QueueOptions } from './callHistory.ts';
import { showConflict } from './historyDiff.ts';
import { HistoryConflict } from './historyInverse.ts';
import type { KeepText } from './historyFiles.ts';
import { failuresIn, type Log } from '../shared/log.ts';
import { notify, plainText, showStatus } from '../messages/notify.ts';
import { titlesOf } from './historyTexts.ts';

/** Maximum number of calls in a message when an undo or redo waits for them. */
const maxNamed = 3;

/** Duration of status bar messages, in milliseconds. */
const statusMessageMs = 6000;

/** Dependencies of the history's commands. */
export interface CommandContext {
  readonly history: History;
  readonly watch: {
    /** Resolves when Watch has started, which may be never. */
    readonly started: Promise<Watch>;
    /** Deletes what Watch stored of reviewed changes, also while Watch is off. */
    clearHistory(): Promise<void>;
  };
  readonly keepText: KeepText;
  readonly log: Log;
}

interface UndoResult {
  readonly undone: readonly JournalEntry[];
  /** Calls that were undone meanwhile, here or in another window. */
  readonly undoneMeanwhile: readonly JournalEntry[];
  readonly failure?: { readonly entry: JournalEntry; readonly cause: unknown };
}

/**
 * Undoes calls up to the first that fails, and reports which were undone. Tries irreversible calls last, since their
 * failure ends the loop.
 * @param calls newest first
 */
export async function undoAll(context: CommandContext, calls: readonly JournalEntry[]): Promise<void> {
  const { history } = context;
  // Each undo adds an entry, so the limits of the history could delete calls that are still to be undone.
  const unpin = history.pin(calls);
  const inEffect = calls.filter((entry) => history.isInEffect(entry));
  const requested = [...inEffect.filter((entry) => !isIrreversibleCall(entry)), ...inEffect.filter(isIrreversibleCall)];
  const { undone, undoneMeanwhile, failure } = await undoInOrder(history, requested).finally(unpin);
  if (undone.length > 0) reportUndone(undone, requested.length - undoneMeanwhile.length);
  else if (undoneMeanwhile.length > 0)
    showStatus(vscode.l10n.t('Redline: already undone: {0}', titlesOf(undoneMeanwhile)), statusMessageMs, 'discard');
  if (failure !== undefined) await reportFailure(context, failure.entry, failure.cause, 'undo');
}

/** Undoes calls up to the first that fails or is cancelled. */
async function undoInOrder(history: History, calls: readonly JournalEntry[]): Promise<UndoResult> {
  const undone: JournalEntry[] = [];
  const undoneMeanwhile: JournalEntry[] = [];
  for (const entry of calls) {
    const title = vscode.l10n.t('Redline: undoing "{0}"', translateTitle(entry));
    try {
      const result = await runInQueue(title, (options) => history.revert(entry, options));
      if (result === 'cancelled') break;
      (result ? undone : undoneMeanwhile).push(entry);
    } catch (cause) {
      return { undone, undoneMeanwhile, failure: { entry, cause } };
    }
  }
  return { undone, undoneMeanwhile };
}

/** @param requestedCount number of calls to undo, without those undone meanwhile */
function reportUndone(undone: readonly JournalEntry[], requestedCount: number): void {
  const [only] = undone;
  if (only !== undefined && requestedCount === 1) {
    const text = vscode.l10n.t('Redline: undid "{0}"', translateTitle(only));
    showStatus(text, statusMessageMs, 'discard');
    return;
  }
  const text =
    undone.length === requestedCount
      ? vscode.l10n.t('Undid {0} changes: {1}', undone.length, titlesOf(undone))
      : vscode.l10n.t('Undid {0} of {1} changes: {2}', undone.length, requestedCount, titlesOf(undone));
  void notify('Information', `Redline: ${text}`);
}

/**
 * Redoes calls up to the first that fails or is cancelled. Leaves out calls in effect, and those reverted with a turn.
 * @param calls oldest first
 */
export async function redoAll(context: CommandContext, calls: readonly JournalEntry[]): Promise<void> {
  const { history } = context;
  const redoableCalls = calls.filter((entry) => !history.isInEffect(entry) && !history.isRevertedTogether(entry));
  if (redoableCalls.length === 0) {
    const text = vscode.l10n.t(
      'There is nothing to redo here. What was reverted as a turn comes back by undoing that revert.',
    );
    return void notify('Information', `Redline: ${text}`);
  }
  for (const entry of redoableCalls) {
    const title = vscode.l10n.t('Redline: redoing "{0}"', translateTitle(entry));
    try {
      const result = await runInQueue(title, (options) => history.redo(entry, options));
      if (result === 'cancelled') return;
      const text = result
        ? vscode.l10n.t('Redline: redid "{0}"', translateTitle(entry))
        : vscode.l10n.t('Redline: already redone: {0}', titlesOf([entry]));
      showStatus(text, statusMessageMs, 'redo');
    } catch (cause) {
      return reportFailure(context, entry, cause, 'redo');
    }
  }
}

/**
 * Runs an undo or redo. If it has to wait for calls on the same files, shows a notification by which the user can
 * cancel it. Returns `cancelled` then, which needs no message.
 */
export async function runInQueue<T>(
  title: string,
  run: (options: QueueOptions) => Promise<T>,
): Promise<T | 'cancelled'> {
  const stop = new AbortController();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const onWait = (titles: readonly Phrase[]): void => {
    const names = titles.slice(0, maxNamed).map((waitedFor) => `"${translate(waitedFor)}"`);
    const message = vscode.l10n.t(
      'Waiting for {0}, on the same files. Approve or reject that first, or cancel.',
      [...names, ...(titles.length > maxNamed ? ['…'] : [])].join(', '),
    );
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title: plainText(title), cancellable: true }, (progress, token) => {
      progress.report({ message: plainText(message) });
      token.onCancellationRequested(() => stop.abort());
      return finished;
    });
  };
  try {
    return await run({ signal: stop.signal, onWait });
  } catch (cause) {
    if (stop.signal.aborted && cause instanceof ToolError && cause.code === 'REJECTED') return 'cancelled';
    throw cause;
  } finally {
    finish();
  }
}

async function reportFailure(
  context: CommandContext,
  entry: JournalEntry,
  cause: unknown,
  action: 'undo' | 'redo',
): Promise<void> {
  if (isUnexpected(cause)) failuresIn(context.log).unexpected(`undo or redo of ${entry.id}`, cause);
  const error = toToolError(cause, phrase('The operation'));
  const reason = translateError(error);
  const text =
    action === 'undo'
      ? vscode.l10n.t('Redline could not undo "{0}". {1}', translateTitle(entry), reason)
      : vscode.l10n.t('Redline could not redo "{0}". {1}', translateTitle(entry), reason);
  const conflict = cause instanceof HistoryConflict ? cause.change : undefined;
  const showConflictButton = vscode.l10n.t('Show Conflict');
  const showHistoryButton = vscode.l10n.t('Show History');
  const buttons: string[] = [];
  if (conflict !== undefined) buttons.push(showConflictButton);
  else if (isIrreversibleCall(entry)) buttons.push(showHistoryButton);
  const answer = await notify('Error', text, ...buttons);
  if (answer === showHistoryButton) await vscode.commands.executeCommand('redline.showHistory');
  if (answer === showConflictButton && conflict !== undefined)
    await showConflict(context, entry, conflict.at.uri, action === 'undo' ? 'before' : 'after');
}
