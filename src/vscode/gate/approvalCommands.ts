import * as vscode from 'vscode';
import { shown } from '../shared/shown.ts';
import type { Approval, ApprovalScope } from '../../core/rules/approval.ts';
import { proposeForAll, type ApprovalOffer } from '../../core/rules/approvalOffers.ts';
import { approvalWords, scopeText, scopeWords } from './approvalWords.ts';
import type { Change } from '../../core/change/change.ts';
import type { Approvals } from './approvals.ts';
import { plainText } from '../files/plainText.ts';
import type { PendingReview } from '../review/pendingReviews.ts';
import type { Seen } from '../review/screen.ts';
import { touchedPlaces, type TouchedPlace } from '../files/touchedPlaces.ts';
import type { PathResolver } from '../files/pathResolver.ts';

/** Asks what to remember and for how long; on an answer the approval is kept and the call approved. */
export async function approveAndRemember(
  review: PendingReview,
  press: () => Promise<Seen | undefined>,
  approvals: Approvals,
  places: PathResolver,
): Promise<void> {
  if (!review.request.verdict.rememberable) {
    void vscode.window.showInformationMessage(
      plainText(vscode.l10n.t('This change always needs approval: {0}', shown(review.request.verdict.reason))),
    );
    return;
  }
  const offers = await offersFor(review.request.changes, places);
  const title = vscode.l10n.t("Approve, and don't ask again for");
  const what = await pick(
    offers.map((offer) => ({ label: plainText(shown(offer.words)), offer })),
    title,
  );
  if (what === undefined) return;
  const agreed = await agreedFor(review, what.label, press);
  if (agreed === undefined) return;
  const { scope, seen } = agreed;
  for (const approval of what.offer.approvals) await approvals.add(scoped(approval, scope));
  review.answer({ approve: true, surface: 'approve and remember', seen });
}

/** For how long, by a pick that counts as a press: one made too soon to be meant is asked for again. */
async function agreedFor(
  review: PendingReview,
  title: string,
  press: () => Promise<Seen | undefined>,
): Promise<{ scope: ApprovalScope; seen: Seen } | undefined> {
  for (;;) {
    const picked = await pick(scopes(), title);
    // Whoever answered meanwhile, on another surface or by stopping the call, has not agreed to anything later.
    if (picked === undefined || review.closed.aborted) return undefined;
    const seen = await press();
    if (seen !== undefined) return { scope: picked.scope, seen };
    if (review.closed.aborted) return undefined;
  }
}

/** Lists what is remembered; what the person picks is forgotten. */
export async function manageApprovals(approvals: Approvals): Promise<void> {
  const items = approvals.all.map((approval) => ({
    label: approvalWords(approval),
    description: scopeWords(approval),
    approval,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no remembered approvals.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('Remembered Approvals'),
    placeHolder: vscode.l10n.t('Select approvals to revoke'),
  });
  for (const { approval } of picked ?? []) await approvals.revoke(approval);
}

/** What can be agreed to for all changes of a call together; folders that are only made for a file go with it. */
async function offersFor(changes: readonly Change[], places: PathResolver): Promise<readonly ApprovalOffer[]> {
  const ends = touchedPlaces(changes).filter((end) => end.operation !== 'read');
  const made = (end: TouchedPlace): boolean =>
    ends.some((other) => other.location.real.startsWith(`${end.location.real}/`));
  const asked = ends.filter((end) => end.operation !== 'create' || !made(end));
  return proposeForAll(
    await Promise.all(
      asked.map(async ({ location, links, operation }) => ({
        operation,
        subject: (await places.locate(location.path, links)).subject,
      })),
    ),
  );
}

function scopes(): { label: string; scope: ApprovalScope }[] {
  return (['session', 'workspace', 'always'] as const).map((scope) => ({ label: scopeText(scope), scope }));
}

/** What holds for all files of a type holds, if for always, in every folder; a path is one folder's. */
function scoped(approval: Omit<Approval, 'scope'>, scope: ApprovalScope): Approval {
  const { folder: _folder, ...anywhere } = approval;
  const isPath = approval.glob.startsWith('/');
  return scope === 'always' && !isPath ? { ...anywhere, scope } : { ...approval, scope };
}

function pick<T extends vscode.QuickPickItem>(items: readonly T[], title: string): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
}
