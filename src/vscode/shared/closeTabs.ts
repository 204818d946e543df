import * as vscode from 'vscode';

/**
 * Closes the tabs that are meant, one by one, each looked up right before: tabs close by themselves, and the editor makes
 * all of them anew when its groups change, so one that was held for a moment may be unknown to it. One that will not close
 * stays. Never rejects.
 */
export async function closeTabs(isMeant: (tab: vscode.Tab) => boolean): Promise<void> {
  const { tabGroups } = vscode.window;
  const meant = (): vscode.Tab[] => tabGroups.all.flatMap(({ tabs }) => tabs.filter(isMeant));
  const tried = new Set<vscode.Tab>();
  // Each may have to be tried a second time as another object; one that always comes back is not waited for.
  for (let left = 2 * meant().length; left > 0; left--) {
    const tab = meant().find((each) => !tried.has(each));
    if (tab === undefined) return;
    tried.add(tab);
    try {
      await tabGroups.close(tab, true);
    } catch {
      // It has closed by itself.
    }
  }
}
