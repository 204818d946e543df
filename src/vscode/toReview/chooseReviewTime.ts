// Asks when the user prefers to review changes: each before it is made, or all of them afterwards.

import * as vscode from 'vscode';
import { notify } from '../messages/notify.ts';
import { pick } from '../messages/ask.ts';

type ReviewTime = 'before' | 'after';

/** Whether the notification was shown in this window. It is then not shown again here, even if it was ignored. */
let wasQuestionShown = false;

/**
 * Asks, and sets the user's setting `redline.review.when`.
 * @param occasion `approvals` after several approvals in a row, if the user did not ask for it: then asks at most once
 * in this window, and not if the setting has a value. Anything else (a command's argument) if the user ran the command.
 */
export async function chooseReviewTime(occasion: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('redline');
  const hasChosen = settings.inspect('review.when')?.globalValue !== undefined;
  const isCommand = occasion !== 'approvals';
  if (!isCommand && (hasChosen || wasQuestionShown)) return;
  const chosen = isCommand ? await pickReviewTime() : await askReviewTime();
  if (chosen !== undefined) await settings.update('review.when', chosen, vscode.ConfigurationTarget.Global);
}

async function askReviewTime(): Promise<ReviewTime | undefined> {
  wasQuestionShown = true;
  const before = vscode.l10n.t('Each Before It Is Made');
  const after = vscode.l10n.t('All at the End');
  const question = vscode.l10n.t('You approved several changes in a row. When do you want to review?');
  const protectedNote = vscode.l10n.t('Protected files always need your approval first.');
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
        'Changes are made immediately and listed in To Review, where you keep or revert them. Protected files always wait for your approval.',
      ),
    },
  ] as const;
  const title = vscode.l10n.t('When do you want to review what agents change?');
  return (await pick(picks, { title }))?.when;
}
