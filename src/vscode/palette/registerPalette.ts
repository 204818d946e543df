// Registers the commands that run tools for users, and loads their code at first use.

import type * as vscode from 'vscode';
import type { World } from '../../tools/ports/world.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';
import type { CommandId } from '../shared/contributions/manifest.ts';

/** Exactly the commands that `registerToolCommands` registers: `lazyCommands` requires that. */
const toolCommandIds: readonly CommandId[] = [
  'redline.runTool',
  'redline.applyPatch',
  'redline.tryReview',
  'redline.addRule',
  'redline.addAgent',
  'redline.findFiles',
  'redline.searchText',
  'redline.pathInfo',
];

/**
 * Registers the commands that run tools for users; their code is loaded at first use.
 * @param own registers a part to be disposed with the extension
 */
export function registerPalette(
  extension: vscode.Extension<unknown>,
  world: World,
  own: (part: vscode.Disposable) => void,
): vscode.Disposable {
  return lazyCommands(toolCommandIds, async () => {
    const [{ registerToolCommands }, { allTools }] = await Promise.all([
      import('./toolCommands.ts'),
      import('../../tools/allTools.ts'),
    ]);
    return () => own(registerToolCommands({ tools: allTools, world, extension }));
  });
}
