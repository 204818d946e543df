import * as vscode from 'vscode';
import type { Change } from '../../core/change.ts';
import { closeTabs } from '../closeTabs.ts';

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

/**
 * Closes the tabs of deleted files; those with unsaved typing are left alone. Tabs of moved files follow by themselves:
 * the editor makes the move.
 */
export async function closeDeleted(changes: readonly Change[]): Promise<void> {
  const gone = new Set<string>();
  for (const { kind, at } of changes) {
    if (kind === 'delete') gone.add(at.uri);
    else gone.delete(at.uri);
  }
  if (gone.size === 0) return;
  await closeTabs((tab) => !tab.isDirty && fileTabOf(tab, tab.input).some(({ uri }) => gone.has(uri.toString())));
}
