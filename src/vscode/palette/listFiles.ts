// Lists the files that a user can choose from.

import { userCaller } from '../../tools/ports/caller.ts';
import type { World } from '../../tools/ports/world.ts';

/** Lists the paths of the workspace's files, in the form that tools accept. Never rejects. */
export type ListFiles = () => Promise<readonly string[]>;

/** Maximum number of files to choose from; other paths can be typed. */
const maxFiles = 10_000;

/** By the same access rules as for agents. */
export function createFileLister(world: World): ListFiles {
  return async () => {
    // Without a chat, there is no invocation token.
    const { signal } = new AbortController();
    const call = { tool: 'redline_find_files', caller: userCaller, token: undefined, signal };
    try {
      const listing = await world.queriesFor(call).findFiles({ includeIgnored: false }, maxFiles, 'path');
      return listing.files;
    } catch (cause) {
      world.failures.unexpected('listing files to choose from', cause);
      return [];
    }
  };
}
