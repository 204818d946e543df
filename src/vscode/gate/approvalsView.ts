// Registers the view of remembered approvals, and the commands for approvals.
import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import type { Approval } from '../../core/rules/approval.ts';
import { approvalKey, type Approvals } from './approvals.ts';

/** Id of the view, as in package.json. */
const viewId = 'redline.approvals';
/** Context key that is true while approvals are remembered; by package.json, the view is visible only then. */
const contextKey = 'redline.hasApprovals';

/**
 * Registers the view of remembered approvals, and the commands that list and revoke them, or make a folder ask despite
 * approvals.
 */
export function registerApprovals(approvals: Approvals): vscode.Disposable {
  const updateContext = (): void => {
    void vscode.commands.executeCommand('setContext', contextKey, approvals.all.length > 0);
  };
  updateContext();
  return vscode.Disposable.from(
    approvals.onDidChange(updateContext),
    vscode.window.registerTreeDataProvider<Approval>(viewId, {
      onDidChangeTreeData: approvals.onDidChange,
      getChildren: (approval) => (approval === undefined ? [...approvals.all] : []),
      getTreeItem: async (approval) => (await import('./approvalText.ts')).approvalItem(approval),
    }),
    registerCommands({
      'redline.manageApprovals': async () => {
        const { manageApprovals } = await import('./approvalCommands.ts');
        await manageApprovals(approvals);
      },
      'redline.alwaysAsk': async (clicked: unknown) => {
        const { alwaysAsk } = await import('./approvalCommands.ts');
        await alwaysAsk(clicked);
      },
      'redline.revokeApproval': (argument: unknown) => {
        // Anyone may call the command with any argument, so it revokes only an approval that is stored.
        const stored = approvals.all.find(
          (each) => isApproval(argument) && approvalKey(each) === approvalKey(argument),
        );
        return stored === undefined ? undefined : approvals.revoke(stored);
      },
    }),
  );
}

/** Whether an argument has the fields of an approval, so that its key can be compared; types are not checked. */
function isApproval(value: unknown): value is Approval {
  return typeof value === 'object' && value !== null && 'glob' in value && 'operations' in value && 'scope' in value;
}
