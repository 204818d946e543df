// Adds access rules to the settings, and opens settings from notifications.

import * as vscode from 'vscode';

/** The settings with lists of rules: the user's own, and those of a workspace. */
export type RuleSetting = 'rules' | 'workspaceRules';

/**
 * Appends a rule to the value that a setting has in one target, unless the value has an equal rule (with the same order
 * of keys). Returns false, without a change, if the value is not a list.
 */
export async function appendRule(
  setting: RuleSetting,
  rule: object,
  target: vscode.ConfigurationTarget,
  folder?: vscode.Uri,
): Promise<boolean> {
  const settings = vscode.workspace.getConfiguration('redline', folder);
  const values = settings.inspect<unknown>(setting);
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const valueByTarget = {
    [Global]: values?.globalValue,
    [Workspace]: values?.workspaceValue,
    [WorkspaceFolder]: values?.workspaceFolderValue,
  };
  const rules = valueByTarget[target] ?? [];
  if (!Array.isArray(rules)) return false;
  const hasRule = rules.some((each) => JSON.stringify(each) === JSON.stringify(rule));
  if (!hasRule) await settings.update(setting, [...rules, rule], target);
  return true;
}

/**
 * Opens a setting in the settings editor if the user presses Open Setting.
 * @param show shows the notification with this button
 */
export async function offerSetting(
  setting: RuleSetting | 'protectedFiles',
  show: (button: string) => Thenable<string | undefined>,
): Promise<void> {
  if ((await show(vscode.l10n.t('Open Setting'))) === undefined) return;
  const command = setting === 'workspaceRules' ? 'openWorkspaceSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `redline.${setting}` });
}
