// Lists the commands that run tools.
import type { CommandId } from '../shared/manifest.ts';

/** Those that `registerToolCommands` registers. */
export const toolCommands: readonly CommandId[] = [
  'redline.runTool',
  'redline.applyPatch',
  'redline.tryReview',
  'redline.addRule',
  'redline.addAgent',
  'redline.findFiles',
  'redline.searchText',
  'redline.pathInfo',
];
