import * as vscode from 'vscode';
import type { Approval, ApprovalScope } from '../../core/rules/approval.ts';
import { operationWords } from '../../core/rules/rule.ts';
import { plainText } from '../files/plainText.ts';
import { shown } from '../shared/shown.ts';

/** Words what an approval covers: "update: /src/**". */
export function approvalWords({ operations, glob }: Approval): string {
  const words = operations.map((operation) => shown(operationWords[operation])).join(', ');
  return plainText(vscode.l10n.t('{0}: {1}', words, glob));
}

/** Words how long an approval holds, and in which folder. */
export function scopeWords({ scope, folder }: Approval): string {
  const where = folder === undefined ? '' : nameOfFolder(folder);
  return where === '' ? scopeText(scope) : vscode.l10n.t('{0}, in {1}', scopeText(scope), where);
}

/** The name of a folder; none if it is the only workspace folder. */
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
