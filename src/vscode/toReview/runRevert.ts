// Runs a revert for a command of To Review: asks the user before it reverts several files, or `mixed` ones (with later
// changes that would be reverted, too), and reports the result. Declares what these commands need.

import * as vscode from 'vscode';
import { isUnexpected, toToolError } from '../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { ReviewRow } from '../../core/toReview/reviewGroups.ts';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import type { QueueOptions } from '../history/callHistory.ts';
import { runInQueue } from '../history/undoRedo.ts';
import { firstNames } from '../shared/changeLabels.ts';
import { failuresIn, type Log } from '../shared/log.ts';
import { translateError } from '../shared/translate.ts';
import type { HeldTurns } from './feedback/heldTurns.ts';
import type { Reverter } from './revert/reverter.ts';
import { filePathsOf } from './toReviewTexts.ts';
import type { ToReviewView } from './toReviewView.ts';
import { askInDialog } from '../messages/ask.ts';
import { notify, showStatus } from '../messages/notify.ts';

/** Duration of status bar messages, in milliseconds. */
export const messageMs = 6000;

/** The services that the commands of To Review use. */
export interface ToReviewContext {
  readonly watch: Watch;
  readonly view: ToReviewView;
  readonly reverter: Reverter;
  readonly log: Log;
  /** Updates the list immediately. */
  readonly refresh: () => void;
  /** Agents' turns that wait for the user. */
  readonly heldTurns: Pick<HeldTurns, 'answer'>;
  /** Since when the active editor has been active, by `performance.now`. */
  readonly activeSinceMs: () => number;
  /** See `createOutdatedGuard`. */
  readonly openIfOutdated: (row: ReviewRow | undefined) => Promise<boolean>;
}

const maxNamedFiles = 10;

/**
 * Asks whether to revert files; true without a question if none is mixed.
 * @param options.asksAnyway whether to ask even if no later changes would be lost
 */
export async function confirmRevert(
  items: readonly ReviewItem[],
  { asksAnyway }: { readonly asksAnyway: boolean },
): Promise<boolean> {
  const mixedItems = items.filter(({ mixed }) => mixed === true);
  if (mixedItems.length === 0 && !asksAnyway) return true;
  const [only = '', ...others] = filePathsOf(items);
  const question =
    others.length === 0 ? vscode.l10n.t('Revert {0}?', only) : vscode.l10n.t('Revert {0} files?', others.length + 1);
  return askToRevert(question, detailsOf(mixedItems));
}

/** Asks the user to confirm a revert of a part of a file; true without a question if the file is not mixed. */
export async function confirmPartialRevert({ path, mixed }: ReviewItem): Promise<boolean> {
  if (mixed !== true) return true;
  return askToRevert(vscode.l10n.t('Revert this part of {0}?', path), [
    vscode.l10n.t(
      'It may contain later changes by you, or by a call that you approved, that cannot be told apart: these are reverted, too. To keep them, change the file by hand instead.',
    ),
    vscode.l10n.t('The rest of the file stays. You can undo this in the history.'),
  ]);
}

async function askToRevert(question: string, details: readonly string[]): Promise<boolean> {
  const revertLabel = vscode.l10n.t('Revert');
  return (await askInDialog('Warning', question, details, revertLabel)) === revertLabel;
}

function detailsOf(mixedItems: readonly ReviewItem[]): readonly string[] {
  const keptNote = vscode.l10n.t('Later edits are kept. You can undo this in the history.');
  if (mixedItems.length === 0) return [keptNote];
  const mixedNote = vscode.l10n.t(
    '{0} was changed later by you, or by a call that you approved, in a way that cannot be told apart: these changes are reverted, too. To keep them, change the file by hand instead.',
    firstNames(filePathsOf(mixedItems), maxNamedFiles).join(', '),
  );
  return [mixedNote, vscode.l10n.t('Other later edits are kept. You can undo this in the history.')];
}

/**
 * Runs a revert, and reports success or failure; says nothing if the user cancelled it.
 * @param names the reverted files, for messages
 * @param title title of the history entry
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
