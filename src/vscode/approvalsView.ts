import * as vscode from 'vscode';
import type { Approval } from '../core/rules/approval.ts';
import { escapeForDisplay } from '../core/unicode.ts';
import { scopeWords } from './approvalCommands.ts';
import type { Approvals } from './approvals.ts';

const viewId = 'redline.approvals';
/** Set while something is remembered, so that the view is there only then. */
const contextKey = 'redline.hasApprovals';

/** The view of what the person agreed to in advance, each revocable by its own button. */
export function registerApprovalsView(approvals: Approvals): vscode.Disposable {
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
    vscode.commands.registerCommand('redline.revokeApproval', (approval: unknown) => {
      const known = approvals.all.find(
        (each) => toItem(each).id === (isApproval(approval) ? toItem(approval).id : undefined),
      );
      return known === undefined ? undefined : approvals.revoke(known);
    }),
  );
}

function toItem(approval: Approval): vscode.TreeItem {
  const operations = approval.operations.join(', ');
  const item = new vscode.TreeItem(escapeForDisplay(`${operations}: ${approval.glob}`));
  item.id = `${approval.scope} ${operations} ${approval.glob}`;
  item.description = scopeWords(approval.scope);
  item.iconPath = new vscode.ThemeIcon('verified');
  item.contextValue = 'approval';
  return item;
}

function isApproval(value: unknown): value is Approval {
  return typeof value === 'object' && value !== null && 'glob' in value && 'operations' in value && 'scope' in value;
}
