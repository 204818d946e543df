// Registers commands by their ids.

import * as vscode from 'vscode';
import type { CommandId } from './manifest.ts';

type Run = Parameters<typeof vscode.commands.registerCommand>[1];

/** Registers commands; their ids must be in the manifest. */
export function registerCommands(commands: { readonly [Id in CommandId]?: Run }): vscode.Disposable {
  const entries = Object.entries(commands);
  return vscode.Disposable.from(...entries.map(([id, run]) => vscode.commands.registerCommand(id, run)));
}
