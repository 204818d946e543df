// Reads the settings for saving and for the size of the history.

import * as vscode from 'vscode';

/** The way to save a changed text: as its exact bytes, with save participants (such as formatting), or not at all. */
export type SaveMode = 'exact' | 'withParticipants' | 'never';

/** Reads the setting `redline.save`. Protected files are saved exactly, since a workspace can configure formatters. */
export function saveMode(isProtected: boolean): SaveMode {
  const value = redline().get<string>('save');
  if (value === 'withParticipants') return isProtected ? 'exact' : value;
  return value === 'never' ? value : 'exact';
}

/** Reads the limits of the history: its number of calls, and bytes of contents. */
export function historyLimits(): { readonly entries: number; readonly bytes: number } {
  return {
    entries: atLeastOne('history.maxEntries', 1000),
    bytes: atLeastOne('history.maxMegabytes', 200) * 1024 * 1024,
  };
}

function atLeastOne(name: string, fallback: number): number {
  const value = redline().get<unknown>(name);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, value) : fallback;
}

function redline(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('redline');
}
