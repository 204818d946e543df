// Registers commands by their ids, also those whose code is loaded at first use.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import type { CommandId } from './manifest.ts';

type Run = Parameters<typeof vscode.commands.registerCommand>[1];

/** Registers commands; their ids must be in the manifest. */
export function registerCommands(commands: { readonly [Id in CommandId]?: Run }): vscode.Disposable {
  const entries = Object.entries(commands);
  return vscode.Disposable.from(...entries.map(([id, run]) => vscode.commands.registerCommand(id, run)));
}

/** Stand-ins for commands whose code is not loaded yet. `dispose` removes only these, not the real commands. */
export interface LazyCommands<T> extends vscode.Disposable {
  /**
   * Loads the code once, and returns the result; after a failure, the next call tries again. Never settles if `dispose`
   * is called before the code is loaded: nothing may be registered then.
   */
  readonly ready: () => Promise<T>;
}

/**
 * Registers commands whose code is loaded at the first call of any of them.
 *
 * @param commands exactly the ids that `load` registers: VS Code rejects a second registration of an id, and the
 * stand-in of one that is not registered would find no command to run
 * @param load resolves to a function that synchronously registers the real commands, or throws and registers none
 */
export function lazyCommands<T>(commands: readonly CommandId[], load: () => Promise<() => T>): LazyCommands<T> {
  const registerStandIns = (): vscode.Disposable =>
    vscode.Disposable.from(
      ...commands.map((command) =>
        vscode.commands.registerCommand(command, async (...commandArguments: unknown[]) => {
          await ready();
          // Runs the real command, which has replaced this stand-in.
          return vscode.commands.executeCommand(command, ...commandArguments);
        }),
      ),
    );
  const ready = onceUntilFailure(async () => {
    const registerRealCommands = await load();
    if (isDisposed) return new Promise<T>(() => undefined);
    standIns.dispose();
    try {
      return registerRealCommands();
    } catch (cause) {
      // Allows another attempt at the next call.
      standIns = registerStandIns();
      throw cause;
    }
  });
  let isDisposed = false;
  let standIns = registerStandIns();
  const dispose = (): void => {
    isDisposed = true;
    standIns.dispose();
  };
  return { ready, dispose };
}
