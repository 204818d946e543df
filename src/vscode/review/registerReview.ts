// Registers the commands that answer a waiting call; their code is loaded at first use.

import * as vscode from 'vscode';
import { lazyCommands } from '../shared/lazyCommands.ts';
import type { ReviewCommandParts } from './reviewCommands.ts';

const commands = [
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
].map((name) => `redline.${name}`);

export function registerReview(parts: ReviewCommandParts): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  return vscode.Disposable.from(
    // VS Code's command takes the selection, or the line of the cursor.
    vscode.commands.registerCommand('redline.addComment', () =>
      vscode.commands.executeCommand('workbench.action.addComment'),
    ),
    lazyCommands(commands, async () => {
      const { registerReviewCommands } = await import('./reviewCommands.ts');
      return () => loaded.push(registerReviewCommands(parts));
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
