// Asks when the user prefers to review changes: each before it is made, or all of them afterwards.

import * as vscode from 'vscode';
import { notify } from '../messages/notify.ts';
import { pick } from '../messages/ask.ts';

type ReviewTime = 'before' | 'after';

/** Whether the question was shown in this window. It is then not asked again here, even if it was closed. */
let wasQuestionShown = false;

/**
 * Asks, and sets `redline.review.when`.
 * @param occasion `approvals` after consecutive approvals: then asks at most once a window, and only users who have not
 * chosen; anything else if the user ran the command
 */
export async function chooseReviewTime(occasion: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('redline');
  const isChosen = settings.inspect('review.when')?.globalValue !== undefined;
  const isUnasked = occasion === 'approvals';
  if (isUnasked && (isChosen || wasQuestionShown)) return;
  const chosen = isUnasked ? await askReviewTime() : await pickReviewTime();
  if (chosen !== undefined) await settings.update('review.when', chosen, vscode.ConfigurationTarget.Global);
}

/** Asks in a notification, which the user may ignore. */
async function askReviewTime(): Promise<ReviewTime | undefined> {
  wasQuestionShown = true;
  const before = vscode.l10n.t('Each Before It Is Made');
  const after = vscode.l10n.t('All at the End');
  const question = vscode.l10n.t('You approved several changes in a row. When do you like to review?');
  const protectedNote = vscode.l10n.t('Protected files are reviewed before in any case.');
  const answer = await notify('Information', `Redline: ${question} ${protectedNote}`, before, after);
  if (answer === undefined) return undefined;
  return answer === before ? 'before' : 'after';
}

async function pickReviewTime(): Promise<ReviewTime | undefined> {
  const picks = [
    {
      when: 'before',
      label: vscode.l10n.t('Each Before It Is Made'),
      detail: vscode.l10n.t('A change waits for your approval, unless a rule allows it.'),
    },
    {
      when: 'after',
      label: vscode.l10n.t('All at the End'),
      detail: vscode.l10n.t(
        'Changes are made at once and listed in To Review, where you keep or revert them. Protected files wait in any case.',
      ),
    },
  ] as const;
  const title = vscode.l10n.t('When do you like to review what agents change?');
  return (await pick(picks, { title }))?.when;
}
