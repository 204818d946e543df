import * as vscode from 'vscode';

/** What happens to a changed text: its exact bytes on disk, a save with formatting, or a text left unsaved. */
export type SaveMode = 'exact' | 'withParticipants' | 'never';

/** @param isProtected formatters, which a workspace configures, change nothing that is protected. */
export function saveMode(isProtected: boolean): SaveMode {
  const value = redline().get<string>('save');
  if (value === 'withParticipants') return isProtected ? 'exact' : value;
  return value === 'never' ? value : 'exact';
}

/** How much the history keeps: calls, and bytes of contents before and after. The newest call is always kept. */
export function historyLimits(): { readonly entries: number; readonly bytes: number } {
  return {
    entries: atLeastOne('history.maxEntries', 1000),
    bytes: atLeastOne('history.maxMegabytes', 200) * 1024 * 1024,
  };
}

function atLeastOne(name: string, otherwise: number): number {
  const value = redline().get<unknown>(name);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, value) : otherwise;
}

function redline(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline');
}
