import type { PatchWorld } from '../core/patch/world.ts';
import { inTurns } from './inTurns.ts';
import type { ToolContext } from './tool.ts';

/** The workspace as a patch sees it: links are links. */
export function patchWorld({ workspace }: ToolContext): PatchWorld {
  return {
    inTurns,
    identify: async (path) => (await workspace.locate(path, 'link')).real,
    async read(path) {
      const at = await workspace.locate(path, 'link');
      const stat = await workspace.stat(at);
      if (stat === undefined) return undefined;
      if (stat.type === 'symlink') return { kind: 'link', target: '' };
      if (stat.type === 'directory') return { kind: 'directory' };
      return (await workspace.read(at)).content;
    },
  };
}
