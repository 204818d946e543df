import assert from 'node:assert/strict';
import { pathInfo } from '../../../src/tools/read/pathInfo.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('the absolute path', () => {
  it('is told, also of what is not there, but not outside the workspace', async () => {
    const world = new MemoryWorld({ 'a/b.txt': '' });
    for (const path of ['.', 'a/b.txt', 'a/none.txt']) {
      const { text, result } = await succeed(pathInfo, world, { path });
      assert.equal(result.absolutePath, path === '.' ? '/ws' : `/ws/${path}`);
      assert.ok(text.split('\n').includes(`Absolute path: ${result.absolutePath}`));
    }
    world.facts = { absolutePath: undefined };
    const { text, result } = await succeed(pathInfo, world, { path: 'a/b.txt' });
    assert.equal(result.absolutePath, null);
    assert.doesNotMatch(text, /Absolute/);
  });
});
