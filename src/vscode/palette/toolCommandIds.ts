// Lists the commands that run tools for users, apart from their code, which is loaded at the first use.

import type { CommandId } from '../shared/contributions/manifest.ts';

/** Exactly the commands that `registerToolCommands` registers: `lazyCommands` requires that. */
export const toolCommandIds: readonly CommandId[] = [
  'redline.runTool',
  'redline.applyPatch',
  'redline.tryReview',
  'redline.addRule',
  'redline.addAgent',
  'redline.findFiles',
  'redline.searchText',
  'redline.pathInfo',
];
