// Handles a press of Approve All: approves the calls that wait, a batch at a time.

import * as vscode from 'vscode';
import { nextBatch } from '../../core/rules/approvalGate.ts';
import { askInDialog } from '../messages/ask.ts';
import { translate } from '../shared/translate.ts';
import type { ApprovalGate } from './approvalGate.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { EditorReview } from './review.ts';
import type { ScreenTracker } from './screenTracker.ts';

interface ApproveAllDeps {
  readonly pending: PendingReviews;
  readonly editorReview: Pick<EditorReview, 'open' | 'pairsOf'>;
  readonly screen: ScreenTracker;
}

/**
 * The answer about protected calls. `review`: the user wants to see them one by one; undefined: the dialog was
 * cancelled. Either way, only the calls that are not protected are approved.
 */
type Confirmation = 'approve' | 'review' | undefined;

/**
 * Handles one press. The first press opens a batch of the calls that wait now, protected ones first; each further press
 * approves the batch on screen, and opens the next batch. Protected calls need a confirmation that names them.
 */
export async function approveAll(
  { pending, editorReview, screen }: ApproveAllDeps,
  gate: Pick<ApprovalGate, 'press'>,
  confirm: (protectedReviews: readonly PendingReview[]) => Promise<Confirmation> = confirmProtected,
): Promise<void> {
  // Skips calls whose files are all excluded: without a diff they cannot be approved. If no others wait, the press tries
  // to open them, and `open` tells the user.
  const reviewsWithFiles = pending.all.filter((review) => editorReview.pairsOf(review).length > 0);
  const waitingReviews = reviewsWithFiles.length > 0 ? reviewsWithFiles : pending.all;
  const batch = nextBatch(waitingReviews);
  // Without a proof, not everything was on screen, so this press only opened it; or it came too early.
  if ((await gate.press(batch)) === undefined) return;
  const protectedReviews = batch.filter(({ isProtected }) => isProtected);
  const confirmation = protectedReviews.length === 0 ? 'approve' : await confirm(protectedReviews);
  const confirmedReviews = batch.filter(({ isProtected }) => confirmation === 'approve' || !isProtected);
  for (const review of confirmedReviews) {
    // Each call needs its own proof that it is on screen now: files may have been included since the press.
    const proof = screen.proofOfDisplay(review);
    if (proof !== undefined) review.answer({ approve: true, surface: 'approve all', proof });
  }
  const nextReviews = nextBatch(waitingReviews.filter(({ closedSignal }) => !closedSignal.aborted));
  if (confirmation === 'approve' && nextReviews.length > 0) await editorReview.open(nextReviews);
  if (confirmation === 'review') await editorReview.open(protectedReviews.slice(0, 1));
}

async function confirmProtected(protectedReviews: readonly PendingReview[]): Promise<Confirmation> {
  const reviewEach = vscode.l10n.t('Review Each');
  const approveAllLabel = vscode.l10n.t('Approve All');
  const question = vscode.l10n.t('Approve the protected changes, too?');
  const details = protectedReviews.map(({ request }) =>
    vscode.l10n.t('{0}: {1}', translate(request.title), translate(request.verdict.reason)),
  );
  // The first button is the default one.
  const answer = await askInDialog('Warning', question, details, reviewEach, approveAllLabel);
  if (answer === reviewEach) return 'review';
  return answer === approveAllLabel ? 'approve' : undefined;
}
