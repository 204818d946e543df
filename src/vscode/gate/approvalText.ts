// Formats remembered approvals, and their terms, for the view of approvals and the lists to pick from. Loaded when one of
// them is first shown.
import * as vscode from 'vscode';
import type { Approval, ApprovalScope } from '../../core/rules/approval.ts';
import { agentDisplayName } from '../../core/endpoint/agents.ts';
import { operationWords } from '../../core/rules/operation.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import { plainText } from '../messages/notify.ts';
import { translate } from '../shared/translate.ts';
import { approvalKey } from './approvals.ts';

/** Creates the row of an approval in the view. */
export function approvalItem(approval: Approval): vscode.TreeItem {
  const item = new vscode.TreeItem(approvalText(approval));
  item.id = approvalKey(approval);
  item.description = termsText(approval);
  item.iconPath = new vscode.ThemeIcon('verified');
  item.contextValue = 'approval';
  return item;
}

/** Describes what an approval covers: "update: /src/**". */
export function approvalText({ operations, glob }: Approval): string {
  const operationNames = operations.map((operation) => translate(operationWords[operation])).join(', ');
  return plainText(vscode.l10n.t('{0}: {1}', operationNames, glob));
}

/** Describes the terms of an approval (lifetime, folder and agent): "in this workspace, for Codex only". */
export function termsText({ scope, folder, agent }: Approval): string {
  const lifetime = lifetimeText(scope);
  const where = folder === undefined ? undefined : folderText(folder);
  const lifetimeAndFolder = where === undefined ? lifetime : vscode.l10n.t('{0}, in {1}', lifetime, where);
  return agent === undefined ? lifetimeAndFolder : vscode.l10n.t('{0}, {1}', lifetimeAndFolder, agentOnlyText(agent));
}

/**
 * Describes that an approval applies to one agent only: "for Codex only".
 * @param agent the agent's id
 */
export function agentOnlyText(agent: string): string {
  if (agent === 'vscode') return vscode.l10n.t('for the chat only');
  if (agent === 'extension') return vscode.l10n.t('for other extensions only');
  if (agent === userCaller.agent) return vscode.l10n.t('for you only');
  return vscode.l10n.t('for {0} only', plainText(agentDisplayName(agent)));
}

/** Name of a workspace folder (URI), which may no longer be open; undefined if it is the only one. */
function folderText(folder: string): string | undefined {
  const openFolders = vscode.workspace.workspaceFolders ?? [];
  const openFolder = openFolders.find(({ uri }) => uri.toString() === folder);
  if (openFolder !== undefined) return openFolders.length === 1 ? undefined : plainText(openFolder.name);
  const uri = vscode.Uri.parse(folder, true);
  return plainText(uri.scheme === 'file' ? uri.fsPath : folder);
}

/** Describes the lifetime of an approval. */
export function lifetimeText(scope: ApprovalScope): string {
  return {
    session: vscode.l10n.t('until this window closes'),
    workspace: vscode.l10n.t('in this workspace'),
    always: vscode.l10n.t('always'),
  }[scope];
}
