import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';

/** A text tab and the file it shows. */
export interface TextTab {
  readonly uri: vscode.Uri;
  readonly tab: vscode.Tab;
}

export function textTabs(): TextTab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [{ uri: tab.input.uri, tab }] : []));
}

/** Tabs of deleted files close, tabs of moved files show them at their new place. Tabs with unsaved typing are left alone. */
export async function followFiles(changes: readonly Change[]): Promise<void> {
  const moved = new Map(
    changes.flatMap((change) => (change.kind === 'move' ? [[change.from.uri, change.at.uri]] : [])),
  );
  const gone = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.at.uri] : [])));
  for (const change of changes) if (change.kind !== 'delete') gone.delete(change.at.uri);
  const stray = textTabs().filter(({ uri, tab }) => {
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
    await vscode.window.showTextDocument(uri, {
      viewColumn: tab.group.viewColumn,
      preserveFocus: true,
      preview: tab.isPreview,
    });
  } catch {
    // What cannot be shown as text any more is not shown.
  }
}
