import * as vscode from 'vscode';

/** Commands that stand before their own code is there. */
export interface LazyCommands<T> extends vscode.Disposable {
  /** Loads the code, once, and answers what it made. */
  readonly ready: () => Promise<T>;
}

/**
 * Registers commands whose own code is loaded when one of them is first called.
 *
 * @param load resolves to what registers the commands anew, all in one turn.
 */
export function lazyCommands<T>(commands: readonly string[], load: () => Promise<() => T>): LazyCommands<T> {
  let loading: Promise<T> | undefined;
  const ready = (): Promise<T> => (loading ??= loadNow());
  const standIns = vscode.Disposable.from(
    ...commands.map((command) =>
      vscode.commands.registerCommand(command, async (...given: unknown[]) => {
        await ready();
        return vscode.commands.executeCommand(command, ...given);
      }),
    ),
  );
  const loadNow = async (): Promise<T> => {
    const make = await load();
    standIns.dispose();
    return make();
  };
  return { ready, dispose: () => void standIns.dispose() };
}
