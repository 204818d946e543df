import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/unicode.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { reviewOfTab } from './diffTabs.ts';
import { isPendingNode } from './pendingView.ts';
import { proposalScheme } from './proposalFiles.ts';
import type { EditorReview } from './review.ts';

/** The commands that answer a waiting call, from the diff's title bar, the view, the status bar, keys and the palette. */
export function registerReviewCommands(
  pending: PendingReviews,
  review: EditorReview,
  remember: (target: PendingReview) => Promise<void>,
): vscode.Disposable {
  const on = (id: string, run: (target: PendingReview) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (argument: unknown) => {
      const target = targetOf(argument, pending);
      if (target === undefined) {
        void vscode.window.showInformationMessage(vscode.l10n.t('No change waits for your review.'));
        return;
      }
      await run(target);
    });
  const change = (id: string, out: boolean): vscode.Disposable =>
    vscode.commands.registerCommand(id, (node: unknown) => {
      if (!isPendingNode(node) || node.change === undefined) return;
      node.review.leaveOut(node.change, out);
    });
  return vscode.Disposable.from(
    on('redline.approve', (target) => target.answer({ approve: true, surface: 'editor' })),
    on('redline.approveAndRemember', remember),
    on('redline.reject', (target) => target.answer({ approve: false, surface: 'editor' })),
    on('redline.rejectWithReason', rejectWithReason),
    on('redline.reviewPending', (target) => review.open(target)),
    change('redline.leaveOut', true),
    change('redline.takeIn', false),
    on('redline.approveAll', () => {
      for (const each of pending.all.slice()) each.answer({ approve: true, surface: 'approve all' });
    }),
    on('redline.rejectAll', () => {
      for (const each of pending.all.slice()) each.answer({ approve: false, surface: 'reject all' });
    }),
  );
}

async function rejectWithReason(target: PendingReview): Promise<void> {
  const reason = await vscode.window.showInputBox({
    title: vscode.l10n.t('Reject: {0}', escapeForDisplay(target.request.title)),
    prompt: vscode.l10n.t('Tell the agent why; it gets your words.'),
    placeHolder: vscode.l10n.t('For example: keep the old name'),
    ignoreFocusOut: true,
  });
  if (reason !== undefined) target.answer({ approve: false, surface: 'editor', reason: reason.trim() });
}

/** A command comes with the diff's URI, a line of the view or nothing: then the visible diff counts, then the first call. */
function targetOf(argument: unknown, pending: PendingReviews): PendingReview | undefined {
  if (argument instanceof vscode.Uri && argument.scheme === proposalScheme) return pending.find(argument.authority);
  if (isPendingNode(argument)) return pending.all.find((review) => review === argument.review);
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  return pending.find(active === undefined ? undefined : reviewOfTab(active)) ?? pending.first;
}
