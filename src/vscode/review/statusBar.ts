import * as vscode from 'vscode';
import type { PendingReviews } from './pendingReviews.ts';
import { waitingText } from './pendingView.ts';

/** The status-bar item, there only while something waits, and the context key `redline.hasPending` of the menus. */
export function showPendingStatus(pending: PendingReviews): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('redline.pending', vscode.StatusBarAlignment.Left, 100);
  item.name = 'Redline';
  item.command = 'redline.reviewPending';
  const update = (): void => {
    const count = pending.all.length;
    void vscode.commands.executeCommand('setContext', 'redline.hasPending', count > 0);
    if (count === 0) return item.hide();
    item.text = `$(git-pull-request) Redline: ${count}`;
    item.tooltip = waitingText(count);
    item.accessibilityInformation = { label: waitingText(count) };
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  };
  update();
  return vscode.Disposable.from(item, pending.onDidChange(update));
}
