// Reads Redline's settings.

import * as vscode from 'vscode';

/** VS Code's settings that let it answer cards in the chat automatically, or all of a session by one click. */
const cardSettings = ['chat.tools.eligibleForAutoApproval', 'chat.permissions.default', 'chat.defaultConfiguration'];

/**
 * Surfaces of a review: also a card in the chat, or only Redline's own. Uses no cards if the workspace sets how they
 * are answered, which only the user may decide.
 */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  const host = vscode.workspace.getConfiguration();
  const isSetByWorkspace = cardSettings.some((name) => host.inspect(name)?.workspaceValue !== undefined);
  return isSetByWorkspace || redline().get<string>('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/** Whether the user's settings let VS Code answer cards immediately; if not, an immediate answer is from a held key. */
export function hostMayAnswer(): boolean {
  const host = vscode.workspace.getConfiguration();
  const cards = host.get<Readonly<Record<string, unknown>>>('chat.tools.eligibleForAutoApproval', {});
  return (
    host.get<unknown>('chat.tools.global.autoApprove') === true ||
    ['autoApprove', 'autopilot'].includes(host.get<string>('chat.permissions.default', '')) ||
    Object.entries(cards).some(([name, eligible]) => name.endsWith('redlineConfirm') && eligible === true)
  );
}

/** Whether agents may change anything; any value except `true` means no. */
export function writesEnabled(): boolean {
  return redline().get<unknown>('writesEnabled') === true;
}

/** Whether access outside the workspace is denied, or prompts the user. */
export function externalPaths(): 'deny' | 'ask' {
  return redline().get<string>('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** Whether changes that need approval wait for it, or are applied at once and reviewed later. */
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
