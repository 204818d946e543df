import assert from 'node:assert/strict';
import { copyPath } from '../../../src/tools/change/moveCopy.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('a folder that holds too much', () => {
  it('is refused before anything in it is read', async () => {
    const names = Array.from({ length: 5100 }, (_, at) => `big/part${Math.floor(at / 100)}/${at}.txt`);
    const world = new MemoryWorld(Object.fromEntries(names.map((name) => [name, 'text\n'])));
    const ports = world.world();
    let reads = 0;
    const outcome = await runTool(copyPath, { from: 'big', to: 'copy' }, world.call, {
      ...ports,
      workspaceFor: (call) => {
        const workspace = ports.workspaceFor(call);
        return {
          ...workspace,
          read: (at) => {
            reads++;
            return workspace.read(at);
          },
        };
      },
    });
    assert.equal(outcome.ok ? '' : outcome.error.code, 'TOO_LARGE');
    assert.equal(reads, 0);
  });
});
