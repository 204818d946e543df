// Shows the progress of a call that the user made: in the status bar, and if it takes long, in a notification as well.

import * as vscode from 'vscode';
import type { World } from '../../tools/ports/world.ts';
import { toSignal } from '../shared/toSignal.ts';

const progressDelayMs = 1000;

/**
 * Runs a call with progress, which is hidden once a review asks the user.
 *
 * @param run must run the call in `watchedWorld`, which notices the review, and stop at `signal`: the Cancel button
 */
export async function withDelayedProgress<T>(
  title: string,
  world: World,
  run: (signal: AbortSignal, watchedWorld: World) => Promise<T>,
): Promise<T> {
  const cancellation = new vscode.CancellationTokenSource();
  const hidden = Promise.withResolvers<void>();
  const watchedWorld: World = {
    ...world,
    review: {
      ask: (request, call) => {
        hidden.resolve();
        return world.review.ask(request, call);
      },
    },
  };
  const { Window, Notification } = vscode.ProgressLocation;
  void vscode.window.withProgress({ location: Window, title }, () => hidden.promise);
  // A promise cannot be asked whether it is settled.
  let isHidden = false;
  void hidden.promise.then(() => (isHidden = true));
  const timer = setTimeout(() => {
    if (isHidden) return;
    void vscode.window.withProgress({ location: Notification, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => cancellation.cancel());
      return hidden.promise;
    });
  }, progressDelayMs);
  try {
    return await run(toSignal(cancellation.token), watchedWorld);
  } finally {
    clearTimeout(timer);
    hidden.resolve();
    cancellation.dispose();
  }
}
