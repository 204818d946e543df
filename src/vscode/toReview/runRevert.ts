// Runs a revert for a command of To Review, and reports its result to the user. Declares what these commands need.

import * as vscode from 'vscode';
import { isUnexpected, toToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { QueueOptions } from '../history/callHistory.ts';
import { runInQueue } from '../history/undoRedo.ts';
import { failuresIn, type Log } from '../shared/log.ts';
import { translateError } from '../shared/translate.ts';
import type { HeldTurns } from './feedback/heldTurns.ts';
import type { Reverter } from './revert/reverter.ts';
import type { ToReviewView } from './toReviewView.ts';
import { notify, showStatus } from '../messages/notify.ts';

/** Duration of status bar messages, in milliseconds. */
export const messageMs = 6000;

/** What the commands of To Review need. */
export interface ToReviewContext {
  readonly watch: Watch;
  readonly view: ToReviewView;
  readonly reverter: Reverter;
  readonly log: Log;
  /** Updates the list immediately. */
  readonly refresh: () => void;
  /** Agents' turns that wait for the user. */
  readonly heldTurns: Pick<HeldTurns, 'answer'>;
}

/**
 * Runs a revert, and reports success or failure; says nothing if the user cancelled it.
 * @param names the reverted files, for messages
 * @param title of the history entry
 * @param run the revert; resolves with false if there was nothing left to revert
 */
export async function runRevert(
  { log, watch, refresh }: Pick<ToReviewContext, 'log' | 'refresh'> & { readonly watch: Pick<Watch, 'refresh'> },
  names: string,
  title: Phrase,
  run: (title: Phrase, options: QueueOptions) => Promise<boolean>,
): Promise<void> {
  const progress = vscode.l10n.t('Redline: reverting {0}', names);
  try {
    const outcome = await runInQueue(progress, (options) => run(title, options));
    if (outcome === 'cancelled') return;
    if (outcome) showStatus(vscode.l10n.t('Redline: reverted {0}', names), messageMs, 'discard');
    else showStatus(vscode.l10n.t('Redline: there was nothing left to revert in {0}', names), messageMs, 'info');
  } catch (cause) {
    return reportFailure(log, cause, vscode.l10n.t('Redline could not revert {0}.', names));
  }
  // Lists what is left to review. The files are written: a failure here must not be reported as one of the revert.
  await watch.refresh().catch((cause: unknown) => failuresIn(log).unexpected('To Review', cause));
  refresh();
}

/** Shows the user why a command failed, and logs an unexpected failure. @param what sentence that says what failed */
export function reportFailure(log: Log, cause: unknown, what: string): void {
  if (isUnexpected(cause)) failuresIn(log).unexpected('To Review', cause);
  const error = toToolError(cause, phrase('The operation'));
  void notify('Error', `${what} ${translateError(error)}`);
}
