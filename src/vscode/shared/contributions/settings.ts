// Reads Redline's settings, and those of VS Code by which cards in the chat are answered; adds rules to Redline's
// settings, and opens them for the user to change.

import * as vscode from 'vscode';
import { bytesPerMebibyte } from '../../../core/text/sizeLimits.ts';
import type { SettingId } from './manifest.ts';

/** The same as the defaults in package.json. */
const defaultHistory = { entries: 1000, megabytes: 200 };
const defaultWriteMegabytes = 50;
/** The same as the `maximum` in package.json, which VS Code does not enforce. */
const maxWriteMegabytes = 500;

/** VS Code's settings that let it answer cards in the chat automatically, or all of a session by one click. */
const cardSettings = ['chat.tools.eligibleForAutoApproval', 'chat.permissions.default', 'chat.defaultConfiguration'];

/**
 * The surface on which a call from the chat can be answered. A workspace that sets how cards are answered, which only
 * the user may decide, gets no cards.
 */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  const host = vscode.workspace.getConfiguration();
  const isSetByWorkspace = cardSettings.some((name) => host.inspect(name)?.workspaceValue !== undefined);
  return isSetByWorkspace || setting('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/**
 * Whether the user's settings let VS Code itself answer cards in the chat, which it does at once. If not, an immediate
 * answer comes from a key that was held down as the card appeared, so it must not count.
 */
export function hostMayAnswer(): boolean {
  const host = vscode.workspace.getConfiguration();
  const cards = host.get<Readonly<Record<string, unknown>>>('chat.tools.eligibleForAutoApproval', {});
  // The reference name of the card's tool, perhaps after the extension's id: `redline-tools.redline/redlineConfirm`.
  const isCardEligible = Object.entries(cards).some(
    ([name, eligible]) => name.endsWith('redlineConfirm') && eligible === true,
  );
  return (
    host.get<unknown>('chat.tools.global.autoApprove') === true ||
    ['autoApprove', 'autopilot'].includes(host.get<string>('chat.permissions.default', '')) ||
    isCardEligible
  );
}

/** Whether agents may change anything; any value except `true` means no. */
export function writesEnabled(): boolean {
  return setting('writesEnabled') === true;
}

/** The answer to access to files outside the workspace: denial (the default), or a question to the user. */
export function externalPaths(): 'deny' | 'ask' {
  return setting('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** `before`: changes that need approval wait for it; `after`: they are applied at once and reviewed later. */
export function reviewWhen(): 'before' | 'after' {
  return setting('review.when') === 'after' ? 'after' : 'before';
}

/** The way to save a changed text: as its exact bytes, with save participants (such as formatting), or not at all. */
export type SaveMode = 'exact' | 'withParticipants' | 'never';

/** The way to save. Protected files are never saved with participants, since a workspace can configure formatters. */
export function saveMode(isProtected: boolean): SaveMode {
  const value = setting('save');
  if (value === 'withParticipants') return isProtected ? 'exact' : value;
  return value === 'never' ? value : 'exact';
}

/** `entries` is the number of calls, `bytes` the total of their contents. */
export function historyLimits(): { readonly entries: number; readonly bytes: number } {
  return {
    entries: numberSetting('history.maxEntries', defaultHistory.entries),
    bytes: numberSetting('history.maxMegabytes', defaultHistory.megabytes) * bytesPerMebibyte,
  };
}

/** Maximum bytes that a call may write to one file. */
export function maxWrittenBytes(): number {
  const megabytes = Math.min(numberSetting('maxWriteMegabytes', defaultWriteMegabytes), maxWriteMegabytes);
  return Math.round(megabytes * bytesPerMebibyte);
}

/** The value of a setting with a number, at least 1; `fallback` for a value that is not a finite number. */
function numberSetting(id: SettingId, fallback: number): number {
  const value = setting(id);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, value) : fallback;
}

/**
 * The unchecked value of a setting.
 * @param scope a folder or file, for settings that differ by workspace folder
 */
export function setting(id: SettingId, scope?: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration('redline', scope).get(id);
}

/** The settings with lists of rules: the user's own, and those of a workspace. */
export type RuleSetting = 'rules' | 'workspaceRules';

/**
 * Appends a rule to the value that a setting has in one target, unless the value has an equal rule (with the same order
 * of keys). Returns false, without a change, if the value is not a list.
 */
export async function appendRule(
  id: RuleSetting,
  rule: object,
  target: vscode.ConfigurationTarget,
  folder?: vscode.Uri,
): Promise<boolean> {
  const settings = vscode.workspace.getConfiguration('redline', folder);
  const values = settings.inspect<unknown>(id);
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const valueByTarget = {
    [Global]: values?.globalValue,
    [Workspace]: values?.workspaceValue,
    [WorkspaceFolder]: values?.workspaceFolderValue,
  };
  const rules = valueByTarget[target] ?? [];
  if (!Array.isArray(rules)) return false;
  const hasRule = rules.some((each) => JSON.stringify(each) === JSON.stringify(rule));
  if (!hasRule) await settings.update(id, [...rules, rule], target);
  return true;
}

/**
 * Opens a setting in the settings editor if the user presses Open Setting.
 * @param show shows the notification with this button
 */
export async function offerSetting(
  id: RuleSetting | 'protectedFiles',
  show: (button: string) => Thenable<string | undefined>,
): Promise<void> {
  if ((await show(vscode.l10n.t('Open Setting'))) === undefined) return;
  const command = id === 'workspaceRules' ? 'openWorkspaceSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `redline.${id}` });
}
