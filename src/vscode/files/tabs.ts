import * as vscode from 'vscode';

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

export function fileTabOf(tab: vscode.Tab, input: unknown): FileTab[] {
  if (input instanceof vscode.TabInputText) return [{ uri: input.uri, tab, kind: 'text' }];
  const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  return isOther ? [{ uri: input.uri, tab, kind: 'other' }] : [];
}
