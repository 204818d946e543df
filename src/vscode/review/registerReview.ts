// Registers the commands that answer a waiting call; their code is loaded at first use.

import * as vscode from 'vscode';
import { lazyCommands } from '../shared/lazyCommands.ts';
import type { ReviewCommandParts } from './reviewCommands.ts';

const commands = [
  'approve',
  'approveAndRemember',
  'reject',
  'rejectWithReason',
  'reviewPending',
  'excludeFiles',
  'leaveOut',
  'takeIn',
  'leaveOutWithReason',
  'toggleLeftOut',
  'approveAll',
  'rejectAll',
].map((name) => `redline.${name}`);

export function registerReview(parts: ReviewCommandParts): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  return vscode.Disposable.from(
    lazyCommands(commands, async () => {
      const { registerReviewCommands } = await import('./reviewCommands.ts');
      return () => loaded.push(registerReviewCommands(parts));
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
