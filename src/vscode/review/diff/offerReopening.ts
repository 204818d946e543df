// Asks whether to reopen a diff that was closed with the user's own work in it.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../../core/text/unicode.ts';
import { plainText } from '../../files/plainText.ts';
import { translate } from '../../shared/translate.ts';
import type { PendingReview } from '../pendingReviews.ts';

/**
 * Asks what to do; undefined without an answer. If the call has ended meanwhile, opens the user's texts.
 * @param time milliseconds until the call is rejected
 */
export async function offerReopening(review: PendingReview, time: number): Promise<'reopen' | 'reject' | undefined> {
  const reopen = vscode.l10n.t('Reopen');
  const text = vscode.l10n.t(
    'You closed the diff of "{0}", which you had amended or commented on. It will be rejected in {1} seconds.',
    escapeForDisplay(translate(review.request.title)),
    time / 1000,
  );
  const picked = await vscode.window.showWarningMessage(plainText(`Redline: ${text}`), reopen, vscode.l10n.t('Reject'));
  if (picked === undefined) return undefined;
  if (picked !== reopen) return 'reject';
  if (review.closed.aborted) await showTexts(review);
  return 'reopen';
}

/** Opens the edited texts of an ended call as new untitled documents. */
async function showTexts(review: PendingReview): Promise<void> {
  for (const amended of review.now().amended.values()) {
    if (!('after' in amended) || amended.after.kind !== 'text') continue;
    const document = await vscode.workspace.openTextDocument({ content: amended.after.text });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
