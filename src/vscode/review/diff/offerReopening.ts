// Asks whether to reopen a diff that was closed with the user's own work in it.

import * as vscode from 'vscode';
import { translate } from '../../shared/translate.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { notify } from '../../files/notify.ts';

/**
 * Asks what to do; undefined without an answer. If the call has ended meanwhile, opens the user's texts.
 * @param timeoutMs time until the call is rejected
 */
export async function offerReopening(
  review: PendingReview,
  timeoutMs: number,
): Promise<'reopen' | 'reject' | undefined> {
  const reopenLabel = vscode.l10n.t('Reopen');
  const text = vscode.l10n.t(
    'You closed the diff of "{0}", which you had amended or commented on. It will be rejected in {1} seconds.',
    translate(review.request.title),
    timeoutMs / 1000,
  );
  const picked = await notify('Warning', `Redline: ${text}`, reopenLabel, vscode.l10n.t('Reject'));
  if (picked === undefined) return undefined;
  if (picked !== reopenLabel) return 'reject';
  if (review.closedSignal.aborted) await openEditedTexts(review);
  return 'reopen';
}

/** Opens the edited texts of an ended call as new untitled documents. */
async function openEditedTexts(review: PendingReview): Promise<void> {
  for (const amended of review.current().amended.values()) {
    if (!('after' in amended) || amended.after.kind !== 'text') continue;
    const document = await vscode.workspace.openTextDocument({ content: amended.after.text });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
