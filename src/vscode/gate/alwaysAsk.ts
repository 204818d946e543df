import * as vscode from 'vscode';
import { changing, patternFor } from '../../core/rules/newRule.ts';
import { plainText } from '../files/plainText.ts';

/** Adds a rule for a folder to `redline.workspaceRules`: whatever was agreed to before, every change there asks again. */
export async function alwaysAsk(clicked: unknown): Promise<void> {
  const folder = clicked instanceof vscode.Uri ? clicked : await pickFolder();
  if (folder === undefined) return;
  const root = vscode.workspace.getWorkspaceFolder(folder);
  if (root === undefined) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Redline: The folder is outside the workspace.'));
    return;
  }
  const relative = folder.path.slice(root.uri.path.length).replace(/^\/|\/$/g, '');
  // A setting refuses backslashes. Any character may stand there then: the rule only asks more often.
  const glob = patternFor({ kind: 'folder', path: relative }).replaceAll('\\', '?');
  const settings = vscode.workspace.getConfiguration('redline', root.uri);
  const rules: unknown = settings.inspect('workspaceRules')?.workspaceFolderValue ?? [];
  if (!Array.isArray(rules)) {
    void tell(vscode.l10n.t('The setting redline.workspaceRules is not a list. Correct it, then try again.'));
    return;
  }
  const rule = { operations: changing, paths: [glob], action: 'ask' };
  const isThere = rules.some((each) => JSON.stringify(each) === JSON.stringify(rule));
  if (!isThere) {
    await settings.update('workspaceRules', [...rules, rule], vscode.ConfigurationTarget.WorkspaceFolder);
  }
  const name = plainText(relative === '' ? root.name : relative);
  void tell(vscode.l10n.t('Every change in {0} now needs your approval, even if you approved it before.', name));
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  const [picked] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Always ask for this folder'),
      ...(only === undefined || others.length > 0 ? {} : { defaultUri: only.uri }),
    })) ?? [];
  return picked;
}

async function tell(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const answer = await vscode.window.showInformationMessage(`Redline: ${text}`, open);
  if (answer !== open) return;
  await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', { query: 'redline.workspaceRules' });
}
