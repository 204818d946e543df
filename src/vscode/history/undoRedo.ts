// Runs undo and redo for the user, with progress, messages and conflicts.

import * as vscode from 'vscode';
import { translate, translateError, translateTitle } from '../shared/translate.ts';
import { isUnexpected, ToolError, toToolError } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { isFinal } from '../../core/journal/changeContents.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { History, QueueOptions } from './callHistory.ts';
import { showConflict } from './historyDiff.ts';
import { HistoryConflict } from './historyInverse.ts';
import type { ServeCurrentText } from './historyFiles.ts';
import { failuresIn, type Log } from '../shared/log.ts';
import { plainText } from '../files/plainText.ts';
import { titlesOf } from './historyTexts.ts';
import { notify, showStatus } from '../files/notify.ts';

/** Maximum number of calls in a message when an undo or redo waits for them. */
const maxNamed = 3;

/** Duration of status bar messages. */
const statusMessageMs = 6000;

export interface CommandContext {
  readonly history: History;
  /** Resolves when Watch has started, which may be never. */
  readonly watch: Promise<Watch>;
  readonly keepCurrent: ServeCurrentText;
  readonly log: Log;
}

/**
 * Undoes calls, newest first, up to the first that fails, and reports which were undone. Calls that cannot be undone come
 * last, since their failure ends the loop.
 */
export async function undoAll(context: CommandContext, calls: readonly JournalEntry[]): Promise<void> {
  const { history } = context;
  const release = history.hold(calls);
  const inEffect = calls.filter((entry) => history.isInEffect(entry));
  const requested = [...inEffect.filter((entry) => !isFinal(entry)), ...inEffect.filter(isFinal)];
  const done: JournalEntry[] = [];
  const failures: unknown[] = [];
  try {
    for (const entry of requested) {
      const title = vscode.l10n.t('Redline: undoing "{0}"', translateTitle(entry));
      if (!(await runInQueue(title, (options) => history.revert(entry, options)))) break;
      done.push(entry);
    }
  } catch (cause) {
    failures.push(cause);
  } finally {
    release();
  }
  reportUndone(done, requested.length);
  const failed = requested[done.length];
  if (failed !== undefined) for (const cause of failures) await reportFailure(context, failed, cause, 'before');
}

function reportUndone(done: readonly JournalEntry[], requestedCount: number): void {
  const [only] = done;
  if (only !== undefined && requestedCount === 1) {
    const text = vscode.l10n.t('Redline: undid "{0}"', translateTitle(only));
    showStatus(text, statusMessageMs, 'discard');
  } else if (done.length > 0) {
    const text =
      done.length === requestedCount
        ? vscode.l10n.t('Undid {0} changes: {1}', done.length, titlesOf(done))
        : vscode.l10n.t('Undid {0} of {1} changes: {2}', done.length, requestedCount, titlesOf(done));
    void notify('Information', `Redline: ${text}`);
  }
}

/** Redoes calls, oldest first, up to the first that fails. */
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
    const redo = runInQueue(title, (options) => history.redo(entry, options));
    const isDone = await redo.catch(async (cause: unknown) => {
      await reportFailure(context, entry, cause, 'after');
      return false;
    });
    if (!isDone) return;
    const text = vscode.l10n.t('Redline: redid "{0}"', translateTitle(entry));
    showStatus(text, statusMessageMs, 'redo');
  }
}

/**
 * Runs an undo or redo. If it has to wait for calls on the same files, shows a notification that can cancel it.
 *
 * @returns false if the user cancelled it, which needs no message.
 */
export async function runInQueue(title: string, run: (options: QueueOptions) => Promise<unknown>): Promise<boolean> {
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
    await run({ signal: stop.signal, onWait });
    return true;
  } catch (cause) {
    if (stop.signal.aborted && cause instanceof ToolError && cause.code === 'REJECTED') return false;
    throw cause;
  } finally {
    finish();
  }
}

async function reportFailure(
  context: CommandContext,
  entry: JournalEntry,
  cause: unknown,
  side: 'before' | 'after',
): Promise<void> {
  if (isUnexpected(cause)) failuresIn(context.log).unexpected(`undo or redo of ${entry.id}`, cause);
  const error = toToolError(cause, phrase('The operation'));
  const why = translateError(error);
  const text =
    side === 'before'
      ? vscode.l10n.t('Redline could not undo "{0}". {1}', translateTitle(entry), why)
      : vscode.l10n.t('Redline could not redo "{0}". {1}', translateTitle(entry), why);
  const compare = vscode.l10n.t('Show Conflict');
  const conflict = cause instanceof HistoryConflict ? cause.change : undefined;
  const showHistory = vscode.l10n.t('Show History');
  const finalButtons = isFinal(entry) ? [showHistory] : [];
  const buttons = conflict === undefined ? finalButtons : [compare];
  const answer = await notify('Error', text, ...buttons);
  if (answer === showHistory) await vscode.commands.executeCommand('redline.showHistory');
  if (answer === compare && conflict !== undefined) await showConflict(entry, conflict.at.uri, side, context);
}
