// Shows the progress of a user's call.

import * as vscode from 'vscode';
import type { World } from '../../tools/ports/world.ts';
import { toSignal } from '../shared/toSignal.ts';

/** Milliseconds after which progress becomes a notification with a Cancel button. */
const progressDelayMs = 1000;

/** Runs a call with progress: in the status bar, later in a notification; hides it once a review asks the user. */
export async function withDelayedProgress<T>(
  title: string,
  world: World,
  run: (signal: AbortSignal, watchedWorld: World) => Promise<T>,
): Promise<T> {
  const cancel = new vscode.CancellationTokenSource();
  const hidden = Promise.withResolvers<void>();
  const watched: World = {
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
  let isHidden = false;
  void hidden.promise.then(() => (isHidden = true));
  const timer = setTimeout(() => {
    if (isHidden) return;
    void vscode.window.withProgress({ location: Notification, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => cancel.cancel());
      return hidden.promise;
    });
  }, progressDelayMs);
  try {
    return await run(toSignal(cancel.token), watched);
  } finally {
    clearTimeout(timer);
    hidden.resolve();
    cancel.dispose();
  }
}
