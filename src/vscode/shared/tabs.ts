// Lists and closes tabs, also by the files that they show.

import * as vscode from 'vscode';

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/**
 * Tries to close the tabs that match, by default without moving the focus. Never rejects. Looks each one up right
 * before it is closed: VS Code replaces all tab objects when its groups change, and cannot close an old one.
 */
export async function closeTabs(matches: (tab: vscode.Tab) => boolean, preserveFocus = true): Promise<void> {
  const { tabGroups } = vscode.window;
  const tried = new Set<vscode.Tab>();
  // Two attempts for each tab, since VS Code may replace its object once. The limit ends the loop if a tab reappears.
  const maxAttempts = 2 * allTabs().filter(matches).length;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const tab = allTabs().find((each) => matches(each) && !tried.has(each));
    if (tab === undefined) return;
    tried.add(tab);
    try {
      await tabGroups.close(tab, preserveFocus);
    } catch {
      // The tab has been closed or replaced meanwhile.
    }
  }
}

/** A tab that shows one file: as text, or as something else (a notebook, a custom editor). */
interface FileTab {
  readonly uri: vscode.Uri;
  readonly tab: vscode.Tab;
  readonly kind: 'text' | 'other';
}

export function fileTabs(): FileTab[] {
  return allTabs().flatMap(fileTabOf);
}

export function textTabs(): FileTab[] {
  return fileTabs().filter(({ kind }) => kind === 'text');
}

/** A list of the tab if it shows one file; an empty one for a diff, a terminal or a webview. */
export function fileTabOf(tab: vscode.Tab): FileTab[] {
  const { input } = tab;
  if (input instanceof vscode.TabInputText) return [{ uri: input.uri, tab, kind: 'text' }];
  const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  return isOther ? [{ uri: input.uri, tab, kind: 'other' }] : [];
}
