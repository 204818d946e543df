// Registers the command Add Comment, and the commands on waiting calls, whose code is loaded at first use.

import * as vscode from 'vscode';
import { registerCommands, lazyCommands } from '../shared/contributions/commands.ts';
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
          ...addCommentArguments(vscode.window.activeTextEditor),
        ),
    }),
    lazyCommands(
      commandNames.map((name) => `redline.${name}` as const),
      async () => {
        const { registerReviewCommands } = await import('./reviewCommands.ts');
        return () => {
          loaded.push(registerReviewCommands(deps));
        };
      },
    ),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}

/**
 * Without arguments, VS Code's command comments on the selection. One of whole lines ends in the first column of the
 * line below, which would count as well, so a range (1-based) leaves that line out.
 */
function addCommentArguments(editor: vscode.TextEditor | undefined): readonly object[] {
  if (editor === undefined) return [];
  const { start, end } = editor.selection;
  if (start.line === end.line || end.character > 0) return [];
  return [{ range: { startLineNumber: start.line + 1, endLineNumber: end.line, endColumn: 1 } }];
}
