import * as vscode from 'vscode';
import { shown, shownTitle } from '../shared/shown.ts';
import { isUnexpected, ToolError, toToolError, withoutAdvice } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { History, Turn } from './callHistory.ts';
import { showConflict } from './historyDiff.ts';
import { HistoryConflict } from './historyInverse.ts';
import type { KeepNow } from './historyFiles.ts';
import { failuresIn, type Log } from '../shared/log.ts';
import { plainText } from '../files/plainText.ts';
import { titlesOf } from './undoQuestion.ts';

/** Calls that are named where a step waits for more. */
const namedAtMost = 3;

/** For so long, in milliseconds, the status bar tells of one step. */
const told = 6000;

/** What the commands work with: the history, and a place for what a file is now beside it. */
export interface HistorySteps {
  readonly history: History;
  readonly now: KeepNow;
  readonly log: Log;
}

/** Undoes calls, the newest first, and stops at the first that cannot be; then names all that were undone. */
export async function undoAll(steps: HistorySteps, calls: readonly JournalEntry[]): Promise<void> {
  const { history } = steps;
  const release = history.hold(calls);
  const wanted = calls.filter((each) => history.isInEffect(each));
  const done: JournalEntry[] = [];
  const failures: unknown[] = [];
  try {
    for (const entry of wanted) {
      const title = vscode.l10n.t('Redline: undoing "{0}"', plainText(shownTitle(entry)));
      if (!(await inTurn(title, (turn) => history.revert(entry, turn)))) break;
      done.push(entry);
    }
  } catch (cause) {
    failures.push(cause);
  } finally {
    release();
  }
  tellUndone(done, wanted.length);
  const next = wanted[done.length];
  if (next !== undefined) for (const cause of failures) await tellFailure(steps, next, cause, 'before');
}

function tellUndone(done: readonly JournalEntry[], wanted: number): void {
  const [only] = done;
  if (only !== undefined && wanted === 1) {
    const text = vscode.l10n.t('Redline: undid "{0}"', plainText(shownTitle(only)));
    vscode.window.setStatusBarMessage(`$(discard) ${text}`, told);
  } else if (done.length > 0) {
    const text =
      done.length === wanted
        ? vscode.l10n.t('Undid {0} changes: {1}', done.length, titlesOf(done))
        : vscode.l10n.t('Undid {0} of {1} changes: {2}', done.length, wanted, titlesOf(done));
    void vscode.window.showInformationMessage(`Redline: ${text}`);
  }
}

/** Redoes calls, the oldest first, and stops at the first that cannot be. */
export async function redoAll(steps: HistorySteps, calls: readonly JournalEntry[]): Promise<void> {
  for (const entry of calls) {
    const title = vscode.l10n.t('Redline: redoing "{0}"', plainText(shownTitle(entry)));
    const done = await inTurn(title, (turn) => steps.history.redo(entry, turn)).catch(async (cause: unknown) => {
      await tellFailure(steps, entry, cause, 'after');
      return false;
    });
    if (!done) return;
    const text = vscode.l10n.t('Redline: redid "{0}"', plainText(shownTitle(entry)));
    vscode.window.setStatusBarMessage(`$(redo) ${text}`, told);
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
