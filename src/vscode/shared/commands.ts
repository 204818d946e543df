// Registers commands, under the ids that the manifest declares: a misspelled one does not compile.

import * as vscode from 'vscode';
import type texts from '../../../package.nls.json';

type CommandOf<Key> = Key extends `command.${infer Name}` ? `redline.${Name}` : never;

/** A command of the manifest: `npm run l10n` fails unless `redline.<name>` has the title `%command.<name>%`. */
export type CommandId = CommandOf<keyof typeof texts>;

type Run = Parameters<typeof vscode.commands.registerCommand>[1];

/** Registers commands, by their ids. */
export function registerCommands(commands: { readonly [Id in CommandId]?: Run }): vscode.Disposable {
  const entries = Object.entries(commands);
  return vscode.Disposable.from(...entries.map(([id, run]) => vscode.commands.registerCommand(id, run)));
}
