import * as vscode from 'vscode';

/** Settings of the editor that let a card in the chat be answered by nobody, or for a whole session by one click. */
const cardSettings = ['chat.tools.eligibleForAutoApproval', 'chat.permissions.default', 'chat.defaultConfiguration'];

/**
 * Where a review is asked: with the host's card in the chat, or in Redline's own surfaces only. The card is not used
 * where the workspace has set how cards are answered, which is for the person alone to say.
 */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  const host = vscode.workspace.getConfiguration();
  const bySomebodyElse = cardSettings.some((name) => host.inspect(name)?.workspaceValue !== undefined);
  return bySomebodyElse || redline().get<string>('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/**
 * Whether the person has let the host answer cards by itself, which it does at once. Where they have not, an answer that
 * comes at once is a key that is held, and counts for nothing.
 */
export function hostMayAnswer(): boolean {
  const host = vscode.workspace.getConfiguration();
  const cards = host.get<Readonly<Record<string, unknown>>>('chat.tools.eligibleForAutoApproval', {});
  return (
    host.get<unknown>('chat.tools.global.autoApprove') === true ||
    ['autoApprove', 'autopilot'].includes(host.get<string>('chat.permissions.default', '')) ||
    Object.entries(cards).some(([name, eligible]) => name.endsWith('redlineConfirm') && eligible === true)
  );
}

/** Whether agents may change anything at all; anything but a plain `true` means no. */
export function writesEnabled(): boolean {
  return redline().get<unknown>('writesEnabled') === true;
}

/** Whether paths outside the workspace are refused, or asked for. */
export function externalPaths(): 'deny' | 'ask' {
  return redline().get<string>('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** Most bytes that a call writes to one file. */
export function maxWritten(): number {
  const value = redline().get<unknown>('maxWriteMegabytes');
  const megabytes = typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.min(value, 500)) : 50;
  return Math.round(megabytes * 1024 * 1024);
}

/** The value of a rules setting, as anybody wrote it; those of a workspace folder need not be those of another. */
export function rulesSetting(name: 'rules' | 'workspaceRules' | 'protectedFiles', folder?: vscode.Uri): unknown {
  return redline(folder).get<unknown>(name);
}

function redline(folder?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline', folder);
}
