// Loads the code of comments on lines: at the first review, or at the start if an earlier window left unsent comments.

import type * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { ReviewDeps } from '../review/reviewDeps.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';
import { failuresIn, type Log } from '../shared/log.ts';

/** Commands of threads and comments, exactly those that `startComments` registers. Their menus appear with a comment. */
const actions = ['add', 'discard', 'edit', 'cancel', 'save', 'remove'] as const;
const commandIds = actions.map((name) => `redline.comments.${name}` as const);

/** Key of the unsent comments in the workspace state: a stored name, which must not change. */
const draftsKey = 'comments.drafts';

/**
 * Registers the commands of comments, and offers the unsent comments of an earlier window.
 * @param own registers a part to be disposed with the extension
 */
export function lazyComments(
  own: <T extends vscode.Disposable>(part: T) => T,
  log: Log,
  workspaceState: vscode.Memento,
): ReviewDeps['openComments'] {
  const draftStore = onceUntilFailure(async () => {
    const { DraftStore } = await import('../comments/unsentComments.ts');
    return new DraftStore(workspaceState, draftsKey);
  });
  const lazyStart = own(
    lazyCommands(commandIds, async () => {
      const { startComments } = await import('../comments/openComments.ts');
      const store = await draftStore();
      return () => own(startComments(store));
    }),
  );
  if (workspaceState.get(draftsKey) !== undefined) {
    void draftStore()
      .then((store) => store.offerLostDrafts())
      .catch((cause: unknown) => failuresIn(log).unexpected('comments', cause));
  }
  return async (review, pairs) => {
    try {
      return await (await lazyStart.ready()).open(review, pairs);
    } catch (cause) {
      failuresIn(log).unexpected('comments', cause);
      return undefined;
    }
  };
}
