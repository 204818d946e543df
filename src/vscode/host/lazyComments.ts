// Loads the comments on lines with the first review.

import type * as vscode from 'vscode';
import type { ReviewParts } from '../review/reviewParts.ts';
import { lazyCommands } from '../shared/lazyCommands.ts';
import { failuresIn, type Log } from '../shared/log.ts';

/** The commands of threads and comments; their menus are there once a comment is. */
const commands = ['add', 'discard', 'edit', 'cancel', 'save', 'remove'].map((name) => `redline.comments.${name}`);

export function lazyComments(own: <T extends vscode.Disposable>(part: T) => T, log: Log): ReviewParts['openComments'] {
  const comments = own(
    lazyCommands(commands, async () => {
      const { startComments } = await import('../comments/openComments.ts');
      return () => own(startComments());
    }),
  );
  return async (...review) => {
    try {
      return await (await comments.ready()).open(...review);
    } catch (cause) {
      failuresIn(log).unexpected('comments', cause);
      return undefined;
    }
  };
}
