import * as vscode from 'vscode';
import { proposeApprovals, type Approval, type ApprovalProposal, type ApprovalScope } from '../core/rules/approval.ts';
import type { Change } from '../core/change.ts';
import type { Approvals } from './approvals.ts';
import type { PendingReview } from './review/pendingReviews.ts';
import { endsOf } from './rules.ts';
import type { Places } from './places.ts';

/** Asks what to remember and for how long; on an answer the approval is kept and the call approved. */
export async function approveAndRemember(review: PendingReview, approvals: Approvals, places: Places): Promise<void> {
  if (!review.request.verdict.rememberable) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This change is asked for every time: {0}', review.request.verdict.reason),
    );
    return;
  }
  const proposals = await commonProposals(review.request.changes, places);
  const title = vscode.l10n.t('Approve, and do not ask again for');
  const what = await pick(
    proposals.map((proposal) => ({ label: proposal.words, proposal })),
    title,
  );
  if (what === undefined) return;
  const scope = await pick(scopes(), what.label);
  if (scope === undefined) return;
  const { operations, glob } = what.proposal;
  await approvals.add({ operations, glob, scope: scope.scope });
  review.answer({ approve: true, surface: 'approve and remember' });
}

/** Lists what is remembered; what the person picks is forgotten. */
export async function manageApprovals(approvals: Approvals): Promise<void> {
  const items = approvals.all.map((approval) => ({
    label: `${approval.operations.join(', ')}: ${approval.glob}`,
    description: scopeWords(approval.scope),
    approval,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Redline remembers no approvals.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('Remembered approvals'),
    placeHolder: vscode.l10n.t('Pick what Redline should ask about again'),
  });
  for (const { approval } of picked ?? []) await approvals.revoke(approval);
}

/** What can be said of all changes of a call alike. */
async function commonProposals(changes: readonly Change[], places: Places): Promise<readonly ApprovalProposal[]> {
  const lists = await Promise.all(
    changes
      .flatMap(endsOf)
      .filter((end) => end.operation !== 'read')
      .map(async (end) => {
        const { subject } = await places.locate(end.path, end.links);
        return proposeApprovals(end.operation, subject.spellings[0] ?? end.path);
      }),
  );
  const [first = [], ...others] = lists;
  return first.filter((proposal) =>
    others.every((list) => list.some((each) => each.glob === proposal.glob && each.words === proposal.words)),
  );
}

function scopes(): { label: string; scope: ApprovalScope }[] {
  return (['session', 'workspace', 'always'] as const).map((scope) => ({ label: scopeWords(scope), scope }));
}

function scopeWords(scope: Approval['scope']): string {
  switch (scope) {
    case 'session':
      return vscode.l10n.t('until this window closes');
    case 'workspace':
      return vscode.l10n.t('in this workspace');
    case 'always':
      return vscode.l10n.t('always');
  }
}

function pick<T extends vscode.QuickPickItem>(items: readonly T[], title: string): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
}
