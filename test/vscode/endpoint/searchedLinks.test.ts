import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { requireReadable } from '../../../src/vscode/endpoint/hooks/requireReadable.ts';
import { MemoryWorld } from '../../tools/memoryWorld.ts';

/** Reads all files, of which this one is a link. */
async function readAll(link: string, code: ConstructorParameters<typeof ToolError>[0]): Promise<void> {
  const memory = new MemoryWorld({ 'a.txt': 'one', [link]: '' });
  const world = memory.world();
  const call = { tool: 'redline_read_file' } as Parameters<typeof world.workspaceFor>[0];
  const workspace = world.workspaceFor(call);
  const locate: typeof workspace.locate = async (path, ...rest) => {
    if (path.endsWith(link)) throw new ToolError(code, 'It leads elsewhere.');
    return workspace.locate(path, ...rest);
  };
  const searches = [{ folder: undefined, glob: '**', readsAll: true }];
  const read = { paths: [], searches, showsChanges: false, cwd: '/ws' };
  await requireReadable(read, { ...workspace, locate }, world.queriesFor(call));
}

describe('a link among the files that an agent reads by a glob', () => {
  for (const code of ['OUTSIDE_WORKSPACE', 'NOT_FOUND', 'VALIDATION_ERROR'] as const)
    it(`is left to the agent where it leads outside or nowhere: ${code}`, async () => {
      await assert.doesNotReject(readAll('shared.txt', code));
      await assert.rejects(readAll('.env', code), /outside of the workspace and may contain secrets/);
    });

  it('is refused where rules deny it', async () => {
    await assert.rejects(readAll('shared.txt', 'PERMISSION_DENIED'), { code: 'PERMISSION_DENIED' });
  });
});
