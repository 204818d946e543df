// Registers the commands that answer a waiting call; loads their code at first use.

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
    // VS Code's command uses the selection, or the cursor's line.
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
