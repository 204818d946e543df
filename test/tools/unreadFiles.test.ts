import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../src/core/wording/phrase.ts';
import { deletePath } from '../../src/tools/change/deletePath.ts';
import { copyPath, movePath } from '../../src/tools/change/moveCopy.ts';
import { fail, succeed } from './call.ts';
import { MemoryWorld } from './memoryWorld.ts';

const large = Buffer.alloc(52_428_801);

/** A workspace whose files cannot be read in parts, and where nothing is asked. */
function farWorld(): MemoryWorld {
  const world = new MemoryWorld({ 'big/a.bin': large, 'small.txt': 'a\n' });
  world.isLocal = false;
  world.verdict = { action: 'allow', reason: phrase('Allowed.'), protected: false, rememberable: true };
  return world;
}

function cautionsIn({ asked }: MemoryWorld): string[] {
  const changes = asked.flatMap((request) => request.changes);
  return changes.flatMap(({ cautions = [] }) => cautions.map(({ message }) => inEnglish(message)));
}

describe('a large file that cannot be read in parts', () => {
  it('is moved without being asked about, for that can be undone', async () => {
    const world = farWorld();
    await succeed(movePath, world, { from: 'big', to: 'there' });
    assert.deepEqual([[...world.files.keys()].sort(), world.asked.length], [['small.txt', 'there/a.bin'], 0]);
  });

  it('is deleted and copied only by who has seen that it cannot be undone, whatever is allowed', async () => {
    const world = farWorld();
    await succeed(copyPath, world, { from: 'big/a.bin', to: 'b.bin' });
    const { text } = await succeed(deletePath, world, { path: 'big/a.bin' });
    assert.match(text, /cannot be undone/);
    assert.deepEqual([...world.files.keys()].sort(), ['b.bin', 'small.txt']);
    assert.deepEqual(cautionsIn(world), [
      'b.bin (50.0 MiB): Undo will not be available for this file',
      'big/a.bin (50.0 MiB): Undo will not be available for this file',
    ]);
    assert.ok(world.asked.every(({ verdict }) => verdict.mustBeSeen === true && !verdict.rememberable));
  });

  it('goes with nothing else, lest that could not be put back', async () => {
    const world = farWorld();
    const alone = /a\.bin is over 52428800 bytes.*by itself/;
    assert.match(await fail(deletePath, world, { path: 'big', recursive: true }, 'TOO_LARGE'), alone);
    assert.match(await fail(copyPath, world, { from: 'big', to: 'c' }, 'TOO_LARGE'), alone);
    const over = { from: 'small.txt', to: 'big/a.bin', overwrite: true };
    assert.match(await fail(movePath, world, over, 'TOO_LARGE'), /redline_delete first/);
    assert.equal(world.asked.length, 0);
  });
});
