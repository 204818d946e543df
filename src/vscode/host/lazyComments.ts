// Loads the code of comments on lines at the first review.

import type * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { ReviewDeps } from '../review/reviewDeps.ts';
import { lazyCommands } from '../shared/contributions/lazyCommands.ts';
import { failuresIn, type Log } from '../shared/log.ts';

/** Commands of threads and comments; their menus appear with the first comment. */
const actions = ['add', 'discard', 'edit', 'cancel', 'save', 'remove'] as const;
const commands = actions.map((name) => `redline.comments.${name}` as const);

/** Key of the unsent comments in the workspace state. */
const draftsKey = 'comments.drafts';

/**
 * Registers the commands of comments, and offers the unsent comments of an earlier window.
 * @param own registers a part to be disposed with the extension
 * @param memory the workspace state
 * @returns a function that opens the comments on a review
 */
export function lazyComments(
  own: <T extends vscode.Disposable>(part: T) => T,
  log: Log,
  memory: vscode.Memento,
): ReviewDeps['openComments'] {
  const draftStore = onceUntilFailure(async () => {
    const { DraftStore } = await import('../comments/draftStore.ts');
    return new DraftStore(memory, draftsKey);
  });
  const comments = own(
    lazyCommands(commands, async () => {
      const { startComments } = await import('../comments/openComments.ts');
      const store = await draftStore();
      return () => own(startComments(store));
    }),
  );
  if (memory.get(draftsKey) !== undefined) {
    void draftStore()
      .then((store) => store.offerLostDrafts())
      .catch((cause: unknown) => failuresIn(log).unexpected('comments', cause));
  }
  return async (...review) => {
    try {
      return await (await comments.ready()).open(...review);
    } catch (cause) {
      failuresIn(log).unexpected('comments', cause);
      return undefined;
    }
  };
}
