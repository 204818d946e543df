import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { PatchWorkspace } from '../../core/patch/files/patchWorkspace.ts';
import { eachInLanes, runYielding } from '../pipeline/yielding.ts';
import type { ToolContext } from '../shared/tool.ts';

/** Gives the patch engine access to the workspace. Symlinks are not followed; each path is resolved once. */
export function patchWorkspace({
  workspace,
}: ToolContext): PatchWorkspace & { locate(path: string): Promise<Location> } {
  const located = new Map<string, Promise<Location>>();
  const known = new Map<string, Content | undefined>();
  const locate = (path: string): Promise<Location> => {
    const location = located.get(path) ?? workspace.locate(path, 'link');
    located.set(path, location);
    return location;
  };
  const read = async (path: string, at: Location): Promise<Content | undefined> => {
    const stat = await workspace.stat(at);
    if (stat === undefined) return undefined;
    if (stat.type === 'symlink') return { kind: 'link', target: '' };
    if (stat.type === 'directory') return { kind: 'directory' };
    // With another code, the engine would try the patch on a file of a similar path.
    if (stat.type === 'other') {
      throw new ToolError(
        'PATCH_INVALID',
        `${path} is a special file, which a patch cannot change. Name a regular file.`,
      );
    }
    return (await workspace.read(at)).content;
  };
  const readAhead = async (path: string): Promise<void> => {
    const at = await locate(path);
    if (!workspace.asksToRead(at)) known.set(path, await read(path, at));
  };
  return {
    runYielding,
    locate,
    identify: async (path) => (await locate(path)).real,
    async read(path) {
      if (!known.has(path)) known.set(path, await read(path, await locate(path)));
      return known.get(path);
    },
    prefetch: (paths) => {
      const fresh = [...new Set(paths)].filter((path) => !known.has(path));
      return eachInLanes(fresh, (path) => readAhead(path).catch(() => undefined));
    },
  };
}
