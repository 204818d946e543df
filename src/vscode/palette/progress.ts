import * as vscode from 'vscode';
import type { World } from '../../tools/ports/ports.ts';
import { toSignal } from '../shared/toSignal.ts';

/** After this long, in milliseconds, what still runs can be seen and cancelled. */
const patience = 1000;

/**
 * Runs something for a person: in the status bar at first, and with a Cancel button when it takes longer. Nothing is
 * shown any more while the person themselves is asked.
 */
export async function withPatience<T>(
  title: string,
  world: World,
  run: (signal: AbortSignal, world: World) => Promise<T>,
): Promise<T> {
  const cancel = new vscode.CancellationTokenSource();
  const quiet = Promise.withResolvers<void>();
  const watched: World = {
    ...world,
    review: {
      ask: (request, call) => {
        quiet.resolve();
        return world.review.ask(request, call);
      },
    },
  };
  const { Window, Notification } = vscode.ProgressLocation;
  void vscode.window.withProgress({ location: Window, title }, () => quiet.promise);
  let over = false;
  void quiet.promise.then(() => (over = true));
  const timer = setTimeout(() => {
    if (over) return;
    void vscode.window.withProgress({ location: Notification, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => cancel.cancel());
      return quiet.promise;
    });
  }, patience);
  try {
    return await run(toSignal(cancel.token), watched);
  } finally {
    clearTimeout(timer);
    quiet.resolve();
    cancel.dispose();
  }
}
