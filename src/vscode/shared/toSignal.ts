// Converts cancellation tokens to abort signals.
import type * as vscode from 'vscode';

/** A signal that is aborted when the token is cancelled. */
export function toSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
