import * as vscode from 'vscode';
import type { Approval } from '../../core/rules/approval.ts';
import { approvalWords, scopeWords } from './approvalWords.ts';
import { approvalKey, type Approvals } from './approvals.ts';

const viewId = 'redline.approvals';
/** Set while something is remembered, so that the view is there only then. */
const contextKey = 'redline.hasApprovals';

/** What the person agreed to in advance, each revocable: the view, and the commands that list them and make a folder ask in spite of them. */
export function registerApprovals(approvals: Approvals): vscode.Disposable {
  const tell = (): void => {
    void vscode.commands.executeCommand('setContext', contextKey, approvals.all.length > 0);
  };
  tell();
  return vscode.Disposable.from(
    approvals.onDidChange(tell),
    vscode.window.registerTreeDataProvider<Approval>(viewId, {
      onDidChangeTreeData: approvals.onDidChange,
      getChildren: (approval) => (approval === undefined ? [...approvals.all] : []),
      getTreeItem: toItem,
    }),
    vscode.commands.registerCommand('redline.manageApprovals', async () => {
      const { manageApprovals } = await import('./approvalCommands.ts');
      await manageApprovals(approvals);
    }),
    vscode.commands.registerCommand('redline.alwaysAsk', async (clicked: unknown) => {
      const { alwaysAsk } = await import('./alwaysAsk.ts');
      await alwaysAsk(clicked);
    }),
    vscode.commands.registerCommand('redline.revokeApproval', (approval: unknown) => {
      const known = approvals.all.find((each) => isApproval(approval) && approvalKey(each) === approvalKey(approval));
      return known === undefined ? undefined : approvals.revoke(known);
    }),
  );
}

function toItem(approval: Approval): vscode.TreeItem {
  const item = new vscode.TreeItem(approvalWords(approval));
  item.id = approvalKey(approval);
  item.description = scopeWords(approval);
  item.iconPath = new vscode.ThemeIcon('verified');
  item.contextValue = 'approval';
  return item;
}

function isApproval(value: unknown): value is Approval {
  return typeof value === 'object' && value !== null && 'glob' in value && 'operations' in value && 'scope' in value;
}
