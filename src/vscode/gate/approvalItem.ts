// Renders one row of the view of remembered approvals. Loaded when the view is first shown.
import * as vscode from 'vscode';
import type { Approval } from '../../core/rules/approval.ts';
import { approvalKey } from './approvals.ts';
import { approvalText, termsText } from './approvalText.ts';

/** Creates the tree item of an approval. */
export function approvalItem(approval: Approval): vscode.TreeItem {
  const item = new vscode.TreeItem(approvalText(approval));
  item.id = approvalKey(approval);
  item.description = termsText(approval);
  item.iconPath = new vscode.ThemeIcon('verified');
  item.contextValue = 'approval';
  return item;
}
