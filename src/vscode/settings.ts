import * as vscode from 'vscode';

/** Where a review is asked: with the host's card in the chat, or in Redline's own surfaces only. */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  return redline().get<string>('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/** Whether agents may change anything at all. */
export function writesEnabled(): boolean {
  return redline().get<boolean>('writesEnabled', true);
}

/** Whether paths outside the workspace are refused, or asked for. */
export function externalPaths(): 'deny' | 'ask' {
  return redline().get<string>('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** The value of a rules setting, as anybody wrote it. */
export function rulesSetting(name: 'rules' | 'workspaceRules' | 'protectedFiles'): unknown {
  return redline().get<unknown>(name);
}

function redline(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline');
}
