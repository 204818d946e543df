// Lists and closes tabs.

import * as vscode from 'vscode';

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/**
 * Tries to close the tabs that match, by default without moving the focus. Never rejects. Looks each one up right before it is
 * closed: VS Code replaces all tab objects when its groups change, and cannot close an old one.
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
