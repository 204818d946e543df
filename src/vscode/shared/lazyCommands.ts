import * as vscode from 'vscode';
import { retried } from '../../core/async/retried.ts';

/** Commands that stand before their own code is there. */
export interface LazyCommands<T> extends vscode.Disposable {
  /** Loads the code, once, and answers what it made; after a failure the next call tries again. */
  readonly ready: () => Promise<T>;
}

/**
 * Registers commands whose own code is loaded when one of them is first called.
 *
 * @param load resolves to what registers the commands anew, all in one turn; where that throws, it leaves none behind.
 */
export function lazyCommands<T>(commands: readonly string[], load: () => Promise<() => T>): LazyCommands<T> {
  const standIn = (): vscode.Disposable =>
    vscode.Disposable.from(
      ...commands.map((command) =>
        vscode.commands.registerCommand(command, async (...given: unknown[]) => {
          await ready();
          return vscode.commands.executeCommand(command, ...given);
        }),
      ),
    );
  const ready = retried(async () => {
    const make = await load();
    standIns.dispose();
    try {
      return make();
    } catch (cause) {
      // Whoever calls a command the next time tries again.
      standIns = standIn();
      throw cause;
    }
  });
  let standIns = standIn();
  return { ready, dispose: () => void standIns.dispose() };
}
