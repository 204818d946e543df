// Formats approvals for display.
import * as vscode from 'vscode';
import type { Approval, ApprovalScope } from '../../core/rules/approval.ts';
import { agentName } from '../../core/endpoint/agents.ts';
import { operationWords } from '../../core/rules/operation.ts';
import { plainText } from '../files/plainText.ts';
import { shown } from '../shared/shown.ts';

/** Describes the scope of an approval: "update: /src/**". */
export function approvalWords({ operations, glob }: Approval): string {
  const words = operations.map((operation) => shown(operationWords[operation])).join(', ');
  return plainText(vscode.l10n.t('{0}: {1}', words, glob));
}

/** Describes the lifetime and folder of an approval, and its agent, if it is restricted to one. */
export function scopeWords({ scope, folder, agent }: Approval): string {
  const where = folder === undefined ? '' : nameOfFolder(folder);
  const lasts = where === '' ? scopeText(scope) : vscode.l10n.t('{0}, in {1}', scopeText(scope), where);
  return agent === undefined ? lasts : vscode.l10n.t('{0}, {1}', lasts, onlyText(agent));
}

/** "for Codex only", by the id of an agent. */
export function onlyText(agent: string): string {
  if (agent === 'vscode') return vscode.l10n.t('for the chat only');
  if (agent === 'extension') return vscode.l10n.t('for other extensions only');
  return vscode.l10n.t('for {0} only', plainText(agentName(agent)));
}

/** Name of a folder; empty if it is the only workspace folder. */
function nameOfFolder(folder: string): string {
  const open = vscode.workspace.workspaceFolders ?? [];
  const known = open.find(({ uri }) => uri.toString() === folder);
  if (known !== undefined) return open.length === 1 ? '' : plainText(known.name);
  const uri = vscode.Uri.parse(folder, true);
  return plainText(uri.scheme === 'file' ? uri.fsPath : folder);
}

export function scopeText(scope: ApprovalScope): string {
  return {
    session: vscode.l10n.t('until this window closes'),
    workspace: vscode.l10n.t('in this workspace'),
    always: vscode.l10n.t('always'),
  }[scope];
}
