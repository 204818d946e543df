// Waits for an event of VS Code, for a limited time.
import type * as vscode from 'vscode';

/** Resolves at the first event that matches, or after `maxMs`. */
export function awaitEvent<T>(event: vscode.Event<T>, matches: (value: T) => boolean, maxMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = event((value) => void (matches(value) && resolve()));
  const timer = setTimeout(resolve, maxMs);
  return promise.finally(() => {
    clearTimeout(timer);
    subscription.dispose();
  });
}
