import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { PatchWorld } from '../../core/patch/files/world.ts';
import { eachInLanes, runYielding } from '../pipeline/yielding.ts';
import type { ToolContext } from '../shared/tool.ts';

/** The workspace as a patch sees it: links are links. A place is located once; reading it looks at it again by itself. */
export function patchWorld({ workspace }: ToolContext): PatchWorld & { locate(path: string): Promise<Location> } {
  const located = new Map<string, Promise<Location>>();
  const known = new Map<string, Content | undefined>();
  const locate = (path: string): Promise<Location> => {
    const known = located.get(path) ?? workspace.locate(path, 'link');
    located.set(path, known);
    return known;
  };
  const read = async (path: string, at: Location): Promise<Content | undefined> => {
    const stat = await workspace.stat(at);
    if (stat === undefined) return undefined;
    if (stat.type === 'symlink') return { kind: 'link', target: '' };
    if (stat.type === 'directory') return { kind: 'directory' };
    // Not a code that lets the patch be read as another file's.
    if (stat.type === 'other') {
      throw new ToolError(
        'PATCH_INVALID',
        `${path} is a special file, which a patch cannot change. Name a regular file.`,
      );
    }
    return (await workspace.read(at)).content;
  };
  const foresee = async (path: string): Promise<void> => {
    const at = await locate(path);
    if (!workspace.asksToRead(at)) known.set(path, await read(path, at));
  };
  return {
    inTurns: runYielding,
    locate,
    identify: async (path) => (await locate(path)).real,
    async read(path) {
      if (!known.has(path)) known.set(path, await read(path, await locate(path)));
      return known.get(path);
    },
    ahead: (paths) => {
      const fresh = [...new Set(paths)].filter((path) => !known.has(path));
      return eachInLanes(fresh, (path) => foresee(path).catch(() => undefined));
    },
  };
}
