// Offers to reopen a diff that was closed with the user's work in it, and to open texts that would be lost.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { Phrase } from '../../../core/wording/phrase.ts';
import { translate } from '../../shared/translate.ts';
import type { PendingReview } from '../pendingReviews.ts';
import { notify } from '../../messages/notify.ts';

/**
 * Asks whether to reopen the diff or reject the call; undefined without an answer. If the call has ended meanwhile,
 * Reopen opens the user's texts as new documents, and the caller has no diff to open any more.
 * @param timeoutMs time until the caller rejects the call by itself
 */
export async function offerReopening(
  review: PendingReview,
  timeoutMs: number,
): Promise<'reopen' | 'reject' | undefined> {
  const reopenLabel = vscode.l10n.t('Reopen');
  const question = vscode.l10n.t(
    'You closed the diff of "{0}", which you had amended or commented on. It will be rejected in {1} seconds.',
    translate(review.request.title),
    timeoutMs / 1000,
  );
  const picked = await notify('Warning', `Redline: ${question}`, reopenLabel, vscode.l10n.t('Reject'));
  if (picked === undefined) return undefined;
  if (picked !== reopenLabel) return 'reject';
  if (review.closedSignal.aborted) await openTexts(textsAfter([...review.current().amended.values()]));
  return 'reopen';
}

/** Offers the edited texts of a call that ended unanswered, failed, or was planned again. */
export async function offerTexts(title: Phrase, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const openLabel = vscode.l10n.t('Open My Texts');
  const message = vscode.l10n.t('"{0}" ended or was planned again without what you typed into it.', translate(title));
  if ((await notify('Warning', `Redline: ${message}`, openLabel)) === openLabel) await openTexts(texts);
}

/** The new texts of changes; none of those without one, such as deletions. */
export function textsAfter(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => ('after' in change && change.after.kind === 'text' ? [change.after.text] : []));
}

async function openTexts(texts: readonly string[]): Promise<void> {
  for (const content of texts) {
    const document = await vscode.workspace.openTextDocument({ content });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
