import type { PatchWorld } from '../core/patch/world.ts';
import { ToolError } from '../core/errors.ts';
import { inTurns } from './inTurns.ts';
import type { ToolContext } from './tool.ts';

/** The workspace as a patch sees it: links are links, and a file with bytes that cannot be kept is refused. */
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
      const { content, faithful } = await workspace.read(at);
      if (faithful || content.kind === 'binary') return content;
      throw new ToolError(
        'ENCODING',
        `${at.path} is no faithful ${content.encoding} text, so patching it would damage other bytes of it. Ask the user to set the file's right encoding ("files.encoding") first.`,
      );
    },
  };
}
