// Shows the number of waiting calls in the status bar.

import * as vscode from 'vscode';
import { translate } from '../shared/translate.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { isAskedInChat } from './card/card.ts';
import type { PendingReviews } from './pendingReviews.ts';
import { waitingText } from './pendingView/pendingView.ts';

/** Priority of the item: right of that of questions about reading. */
const statusPriority = 100;
/** Maximum number of titles in the tooltip. */
const maxTitles = 10;

/**
 * Shows the status bar item while calls wait, and updates the context keys `redline.hasPending` and
 * `redline.hasSeveralPending`.
 */
export function showPendingStatus(pending: PendingReviews): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('redline.pending', vscode.StatusBarAlignment.Left, statusPriority);
  item.name = 'Redline';
  item.command = 'redline.reviewPending';
  const update = (): void => {
    const { all, count } = pending;
    void vscode.commands.executeCommand('setContext', 'redline.hasPending', count > 0);
    void vscode.commands.executeCommand('setContext', 'redline.hasSeveralPending', count > 1);
    if (count === 0) return item.hide();
    const icon = all.some(({ request }) => request.verdict.protected) ? 'shield' : 'git-pull-request';
    const titles = all.slice(0, maxTitles).map((each) => escapeForDisplay(translate(each.current().title)));
    // A call from the chat that gets no card there must be answered in the editor.
    const needsEditor = all.some((each) => each.call.token !== undefined && !isAskedInChat(each));
    const where = needsEditor ? [vscode.l10n.t('needs approval in the editor')] : [];
    item.text = [`$(${icon}) Redline: ${count}`, ...where].join(' · ');
    item.tooltip = [waitingText(count), ...titles, ...(count > maxTitles ? ['…'] : [])].join('\n');
    item.accessibilityInformation = { label: [waitingText(count), ...where, ...titles].join(', ') };
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  };
  update();
  return vscode.Disposable.from(item, pending.onDidChange(update));
}
