import * as vscode from 'vscode';
import { changing, patternFor } from '../../core/rules/newRule.ts';
import { plainText } from '../files/plainText.ts';
import { appendRule, offerSetting } from '../shared/ruleSettings.ts';

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
  const rule = { operations: changing, paths: [glob], action: 'ask' };
  const isList = await appendRule('workspaceRules', rule, vscode.ConfigurationTarget.WorkspaceFolder, root.uri);
  const name = plainText(relative === '' ? root.name : relative);
  const text = isList
    ? vscode.l10n.t('Every change in {0} now needs your approval, even if you approved it before.', name)
    : vscode.l10n.t('The setting redline.workspaceRules is not a list. Correct it, then try again.');
  void offerSetting('workspaceRules', (button) => vscode.window.showInformationMessage(`Redline: ${text}`, button));
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
