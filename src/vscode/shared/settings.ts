// Reads Redline's settings.

import * as vscode from 'vscode';

/** VS Code's settings by which it answers cards in the chat by itself, or all of a session by one click. */
const cardSettings = ['chat.tools.eligibleForAutoApproval', 'chat.permissions.default', 'chat.defaultConfiguration'];

/**
 * Where a review is asked: also by a card in the chat, or in Redline's own surfaces only. No cards are used if the
 * workspace sets how they are answered: only the person may decide that.
 */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  const host = vscode.workspace.getConfiguration();
  const isSetByWorkspace = cardSettings.some((name) => host.inspect(name)?.workspaceValue !== undefined);
  return isSetByWorkspace || redline().get<string>('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/** Whether the person's settings let VS Code answer cards, at once; if not, an immediate answer is a held key. */
export function hostMayAnswer(): boolean {
  const host = vscode.workspace.getConfiguration();
  const cards = host.get<Readonly<Record<string, unknown>>>('chat.tools.eligibleForAutoApproval', {});
  return (
    host.get<unknown>('chat.tools.global.autoApprove') === true ||
    ['autoApprove', 'autopilot'].includes(host.get<string>('chat.permissions.default', '')) ||
    Object.entries(cards).some(([name, eligible]) => name.endsWith('redlineConfirm') && eligible === true)
  );
}

/** Whether agents may change anything; any value but `true` means no. */
export function writesEnabled(): boolean {
  return redline().get<unknown>('writesEnabled') === true;
}

/** Whether access outside the workspace is denied, or asks the person. */
export function externalPaths(): 'deny' | 'ask' {
  return redline().get<string>('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** Whether changes that need approval wait for it, or are made at once and reviewed later. */
export function reviewWhen(): 'before' | 'after' {
  return redline().get<unknown>('review.when') === 'after' ? 'after' : 'before';
}

/** Maximum bytes that a call may write to one file. */
export function maxWritten(): number {
  const value = redline().get<unknown>('maxWriteMegabytes');
  const megabytes = typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.min(value, 500)) : 50;
  return Math.round(megabytes * 1024 * 1024);
}

/** The unchecked value of a rules setting, which may differ by workspace folder. */
export function rulesSetting(name: 'rules' | 'workspaceRules' | 'protectedFiles', folder?: vscode.Uri): unknown {
  return redline(folder).get<unknown>(name);
}

function redline(folder?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline', folder);
}
