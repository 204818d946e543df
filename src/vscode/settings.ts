import * as vscode from 'vscode';

/** Where a review is asked: with the host's card in the chat, or in Redline's own surfaces only. */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  return redline().get<string>('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/** Whether agents may change anything at all; anything but a plain `true` means no. */
export function writesEnabled(): boolean {
  return redline().get<unknown>('writesEnabled') === true;
}

/** Whether paths outside the workspace are refused, or asked for. */
export function externalPaths(): 'deny' | 'ask' {
  return redline().get<string>('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** The value of a rules setting, as anybody wrote it; those of a workspace folder need not be those of another. */
export function rulesSetting(name: 'rules' | 'workspaceRules' | 'protectedFiles', folder?: vscode.Uri): unknown {
  return redline(folder).get<unknown>(name);
}

function redline(folder?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline', folder);
}
