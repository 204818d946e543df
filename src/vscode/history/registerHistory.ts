// Registers the history's view and commands, and loads their code at first use.

import * as vscode from 'vscode';
import type { CommandContext } from './undoRedo.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { HistoryNode } from './historyView.ts';
import type { CommandId } from '../shared/contributions/manifest.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';

/** The id of the view in the manifest. */
const viewId = 'redline.history';
/** Context key for package.json, set while there is a call to undo. */
const contextKey = 'redline.canUndo';

/** Exactly the commands that `registerHistoryCommands` registers. */
const commands: readonly CommandId[] = [
  'redline.undoLastChange',
  'redline.showHistory',
  'redline.showFileHistory',
  'redline.history.clear',
  'redline.history.showDiff',
  'redline.history.revert',
  'redline.history.redo',
  'redline.history.revertSince',
];

/** Registers the history's view and commands; their code is loaded at first use. */
export function registerHistory(context: CommandContext): vscode.Disposable {
  const { history } = context;
  const updateContext = (): void => {
    void vscode.commands.executeCommand('setContext', contextKey, history.last !== undefined);
  };
  updateContext();
  const commandRegistrations: vscode.Disposable[] = [];
  const tree = lazyTree(context);
  return vscode.Disposable.from(
    vscode.window.createTreeView(viewId, { treeDataProvider: tree, showCollapseAll: true }),
    tree,
    history.onDidChange(updateContext),
    lazyCommands(commands, async () => {
      const { registerHistoryCommands } = await import('./historyCommands.ts');
      return () => commandRegistrations.push(registerHistoryCommands(context));
    }),
    // Filled only once the commands are loaded, so it is read when the extension ends.
    { dispose: () => vscode.Disposable.from(...commandRegistrations).dispose() },
  );
}

/** A tree whose code is loaded when the view is first shown; a failed load is tried again. */
function lazyTree({ history, watch }: CommandContext): vscode.TreeDataProvider<HistoryNode> & vscode.Disposable {
  const changeEmitter = new vscode.EventEmitter<void>();
  const fireChange = (): void => changeEmitter.fire();
  const subscriptions = [changeEmitter, history.onDidChange(fireChange)];
  let isDisposed = false;
  void watch.started.then((started) => {
    if (isDisposed) return;
    subscriptions.push(started.onDidChange(fireChange));
    fireChange();
  });
  const tree = onceUntilFailure(async () => {
    const { HistoryTree } = await import('./historyView.ts');
    return new HistoryTree(history, watch.started);
  });
  return {
    onDidChangeTreeData: changeEmitter.event,
    getChildren: async (node) => (await tree()).getChildren(node),
    getTreeItem: async (node) => (await tree()).getTreeItem(node),
    dispose: () => {
      isDisposed = true;
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
