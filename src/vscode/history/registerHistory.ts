import * as vscode from 'vscode';
import type { HistorySteps } from './historySteps.ts';
import { retried } from '../../core/async/retried.ts';
import type { History } from './callHistory.ts';
import type { HistoryNode } from './historyView.ts';
import { historyViewId } from './historyViewId.ts';
import { lazyCommands } from '../shared/lazyCommands.ts';

/** Set while there is something to undo. */
const canUndo = 'redline.canUndo';

const commands = [
  'redline.undoLastChange',
  'redline.showHistory',
  'redline.showFileHistory',
  'redline.history.clear',
  'redline.history.showDiff',
  'redline.history.revert',
  'redline.history.redo',
  'redline.history.revertSince',
];

/** The history as a person meets it: the view, and the commands, whose code is loaded when one is first called. */
export function registerHistory(steps: HistorySteps): vscode.Disposable {
  const { history } = steps;
  const tell = (): void => {
    void vscode.commands.executeCommand('setContext', canUndo, history.last !== undefined);
  };
  tell();
  const loaded: vscode.Disposable[] = [];
  return vscode.Disposable.from(
    vscode.window.createTreeView(historyViewId, { treeDataProvider: lazyTree(history), showCollapseAll: true }),
    history.onDidChange(tell),
    lazyCommands(commands, async () => {
      const { registerHistoryCommands } = await import('./historyCommands.ts');
      return () => loaded.push(registerHistoryCommands(steps));
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}

/** The view's code is loaded when the view is first shown; a load that failed is tried again. */
function lazyTree(history: History): vscode.TreeDataProvider<HistoryNode> {
  const tree = retried(async () => {
    const { HistoryTree } = await import('./historyView.ts');
    return new HistoryTree(history);
  });
  return {
    onDidChangeTreeData: history.onDidChange,
    getChildren: async (node) => (await tree()).getChildren(node),
    getTreeItem: async (node) => (await tree()).getTreeItem(node),
  };
}
