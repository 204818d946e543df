import type { World } from '../../tools/ports/ports.ts';

/** Lists the paths of the workspace's files, as they are named to a tool. */
export type ListFiles = () => Promise<readonly string[]>;

/** A list beyond this is no help in choosing; a path can be typed. */
const maxFiles = 10_000;

/** Finds what a person may choose from, by the rules that hold for agents. */
export function listingOf(world: World): ListFiles {
  return async () => {
    const call = { tool: 'redline_find_files', token: undefined, signal: new AbortController().signal };
    try {
      const found = await world.queriesFor(call).findFiles({ includeIgnored: false }, maxFiles, 'path');
      return found.files;
    } catch (cause) {
      // The path can be typed.
      world.failures.unexpected('listing files to choose from', cause);
      return [];
    }
  };
}
