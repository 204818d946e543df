import type { Location } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import type { PatchWorld } from '../core/patch/world.ts';
import { inTurns } from './inTurns.ts';
import type { ToolContext } from './tool.ts';

/** The workspace as a patch sees it: links are links. A place is located once; reading it looks at it again by itself. */
export function patchWorld({ workspace }: ToolContext): PatchWorld {
  const located = new Map<string, Promise<Location>>();
  const locate = (path: string): Promise<Location> => {
    const known = located.get(path) ?? workspace.locate(path, 'link');
    located.set(path, known);
    return known;
  };
  return {
    inTurns,
    identify: async (path) => (await locate(path)).real,
    async read(path) {
      const at = await locate(path);
      const stat = await workspace.stat(at);
      if (stat === undefined) return undefined;
      if (stat.type === 'symlink') return { kind: 'link', target: '' };
      if (stat.type === 'directory') return { kind: 'directory' };
      // Not a code that lets the patch be read as another file's.
      if (stat.type === 'other') {
        throw new ToolError('PATCH_INVALID', `${path} is a special file, which no patch changes. Name a regular file.`);
      }
      return (await workspace.read(at)).content;
    },
  };
}
