// Shows the number of waiting calls in the status bar.

import * as vscode from 'vscode';
import { translate } from '../shared/translate.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { isAskedInChat } from './card/cardPresenter.ts';
import type { PendingReviews } from './pendingReviews.ts';
import { announce } from '../messages/notify.ts';
import { waitingText } from './pendingView/pendingView.ts';

/** Lower than in readSurfaces.ts, and so right of the item for questions about reading. */
const statusPriority = 100;
/** Maximum number of titles. */
const maxTitles = 10;

/**
 * Shows the status bar item while calls wait, and updates the context keys `redline.hasPending` and
 * `redline.hasSeveralPending`.
 */
export function showPendingStatus(pending: PendingReviews): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('redline.pending', vscode.StatusBarAlignment.Left, statusPriority);
  item.name = 'Redline';
  item.command = 'redline.reviewPending';
  /** Id of the call that was the first one when the user was last told of one, by this item or by a card in the chat. */
  let announcedId: string | undefined;
  const update = (): void => {
    const { all: reviews, count } = pending;
    void vscode.commands.executeCommand('setContext', 'redline.hasPending', count > 0);
    void vscode.commands.executeCommand('setContext', 'redline.hasSeveralPending', count > 1);
    if (count === 0) return item.hide();
    const hasProtected = reviews.some(({ request }) => request.verdict.protected);
    const icon = hasProtected ? 'shield' : 'git-pull-request';
    const titles = reviews.slice(0, maxTitles).map((each) => escapeForDisplay(translate(each.current().title)));
    // A call from the chat (only these have a token) that gets no card there must be answered in the editor.
    const needsEditor = reviews.some((each) => each.call.token !== undefined && !isAskedInChat(each));
    const hints = needsEditor ? [vscode.l10n.t('needs approval in the editor')] : [];
    item.text = [`$(${icon}) Redline: ${count}`, ...hints].join(' · ');
    item.tooltip = [waitingText(count), ...titles, ...(count > maxTitles ? ['…'] : [])].join('\n');
    const label = [waitingText(count), ...hints, ...titles].join(', ');
    item.accessibilityInformation = { label };
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
    const [first] = reviews;
    // Later, since several calls may be answered at once: after these answers, another event follows.
    queueMicrotask(() => {
      if (first === undefined || first.id === announcedId || pending.first !== first || pending.count !== count) return;
      announcedId = first.id;
      // VS Code itself tells of a card in the chat.
      if (!isAskedInChat(first)) announce(label);
    });
  };
  update();
  return vscode.Disposable.from(item, pending.onDidChange(update));
}
