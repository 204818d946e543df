// Registers the command that comments on lines, and those that answer a waiting call; loads the latter at first use.

import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import { lazyCommands } from '../shared/contributions/lazyCommands.ts';
import type { ReviewCommandDeps } from './reviewCommands.ts';

/** Exactly the commands that reviewCommands.ts and partCommands.ts register: `lazyCommands` requires that. */
const commandNames = [
  'approve',
  'approveAndRemember',
  'approveWithComments',
  'requestChanges',
  'reject',
  'rejectWithReason',
  'reviewPending',
  'excludeFiles',
  'showCells',
  'leaveOut',
  'takeIn',
  'leaveOutWithReason',
  'toggleLeftOut',
  'excludeHunk',
  'includeHunk',
  'nextWarning',
  'previousWarning',
  'approveAll',
  'rejectAll',
] as const;

export function registerReview(deps: ReviewCommandDeps): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  return vscode.Disposable.from(
    registerCommands({
      'redline.addComment': () =>
        vscode.commands.executeCommand(
          'workbench.action.addComment',
          ...commentArguments(vscode.window.activeTextEditor),
        ),
    }),
    lazyCommands(
      commandNames.map((name) => `redline.${name}` as const),
      async () => {
        const { registerReviewCommands } = await import('./reviewCommands.ts');
        return () => loaded.push(registerReviewCommands(deps));
      },
    ),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}

/**
 * The arguments with which VS Code's command comments on the selected lines. Without arguments it takes the selection:
 * one of whole lines ends on the first column of the line below, which would count as well.
 */
function commentArguments(editor: vscode.TextEditor | undefined): readonly object[] {
  const { start, end } = editor?.selection ?? new vscode.Range(0, 0, 0, 0);
  if (start.line === end.line || end.character > 0) return [];
  return [{ range: { startLineNumber: start.line + 1, endLineNumber: end.line, endColumn: 1 } }];
}
