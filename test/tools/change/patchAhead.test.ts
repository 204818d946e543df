import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const names = Array.from({ length: 40 }, (_, at) => `f${at}.txt`);
const patchOf = (files: readonly string[], old = 'one'): string =>
  files.map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${old}\n+two\n`).join('');

/** A world that takes its time to read, and tells what was read when. */
class SlowWorld extends MemoryWorld {
  readonly read: string[] = [];
  most = 0;
  #running = 0;

  override world(): ReturnType<MemoryWorld['world']> {
    const world = super.world();
    return {
      ...world,
      workspaceFor: (call) => {
        const workspace = world.workspaceFor(call);
        return {
          ...workspace,
          read: async (at) => {
            this.read.push(at.path);
            this.most = Math.max(this.most, ++this.#running);
            await turn();
            this.#running--;
            return workspace.read(at);
          },
        };
      },
    };
  }
}

const slowWorld = (): SlowWorld => new SlowWorld(Object.fromEntries(names.map((name) => [name, 'one\n'])));

describe('the files of a patch', () => {
  it('are read many at a time, each once', async () => {
    const world = slowWorld();
    await succeed(applyPatch, world, { patchText: patchOf(names) });
    assert.ok(world.most > 8, `${world.most} at a time`);
    assert.deepEqual(world.read.toSorted(), names.toSorted());
    assert.ok(names.every((name) => world.text(name) === 'two\n'));
  });

  it('that the user is asked about are read one after the other, none ahead', async () => {
    const world = slowWorld();
    for (const name of names) world.asking.add(name);
    await succeed(applyPatch, world, { patchText: patchOf(names) });
    assert.equal(world.most, 1);
    assert.deepEqual(world.read, names);
  });

  it('fail for the first one that cannot be read', async () => {
    const world = slowWorld();
    for (const name of ['f7.txt', 'f30.txt']) world.files.delete(name);
    const message = await fail(applyPatch, world, { patchText: patchOf(names), strip: 1 }, 'NOT_FOUND');
    assert.match(message, /^f7\.txt does not exist/);
  });
});
