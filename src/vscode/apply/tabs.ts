import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';

/** A tab that shows one file: as text, or as something else (a notebook, a custom editor). */
export interface FileTab {
  readonly uri: vscode.Uri;
  readonly tab: vscode.Tab;
  readonly kind: 'text' | 'other';
}

export function fileTabs(): FileTab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).flatMap((tab) => fileTabOf(tab, tab.input));
}

export function textTabs(): FileTab[] {
  return fileTabs().filter(({ kind }) => kind === 'text');
}

function fileTabOf(tab: vscode.Tab, input: unknown): FileTab[] {
  if (input instanceof vscode.TabInputText) return [{ uri: input.uri, tab, kind: 'text' }];
  const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  return isOther ? [{ uri: input.uri, tab, kind: 'other' }] : [];
}

/** Tabs of deleted files close, tabs of moved files show them at their new place. Tabs with unsaved typing are left alone. */
export async function followFiles(changes: readonly Change[]): Promise<void> {
  const moved = new Map(
    changes.flatMap((change) => (change.kind === 'move' ? [[change.from.uri, change.at.uri]] : [])),
  );
  const gone = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.at.uri] : [])));
  for (const change of changes) if (change.kind !== 'delete') gone.delete(change.at.uri);
  const stray = fileTabs().filter(({ uri, tab }) => {
    const key = uri.toString();
    return (gone.has(key) || moved.has(key)) && !tab.isDirty;
  });
  if (stray.length === 0) return;
  for (const { uri, tab } of stray) {
    const target = moved.get(uri.toString());
    if (target !== undefined && tab.isActive) await reopen(vscode.Uri.parse(target, true), tab);
  }
  await vscode.window.tabGroups.close(
    stray.map(({ tab }) => tab),
    true,
  );
}

async function reopen(uri: vscode.Uri, tab: vscode.Tab): Promise<void> {
  try {
    await vscode.commands.executeCommand('vscode.open', uri, {
      viewColumn: tab.group.viewColumn,
      preserveFocus: true,
      preview: tab.isPreview,
    });
  } catch {
    // What cannot be shown any more is not shown.
  }
}
