import * as vscode from 'vscode';
import type { HistorySteps } from './historyCommands.ts';
import { HistoryView } from './historyView.ts';
import { lazyCommands } from './lazyCommands.ts';

/** Set while there is something to undo. */
const canUndo = 'redline.canUndo';

const commands = [
  'redline.undoLastChange',
  'redline.showHistory',
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
    new HistoryView(history),
    history.onDidChange(tell),
    lazyCommands(commands, async () => {
      const { registerHistoryCommands } = await import('./historyCommands.ts');
      return () => loaded.push(registerHistoryCommands(steps));
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
