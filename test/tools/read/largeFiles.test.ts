import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { findWarningsSync } from '../../../src/core/change/warnings/warnings.ts';
import { countsOf, diffOf } from '../../../src/core/change/summary.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const size = 60_000_000;
const line = 'a line of sixty bytes, which is repeated until it is large.\r\n';

function largeWorld(head = ''): MemoryWorld {
  return new MemoryWorld({ 'big/a.txt': Buffer.concat([Buffer.from(head), Buffer.alloc(size, line.slice(-60))]) });
}

/** The one change of a file that a person was asked about; no side of it may hold the large file's bytes. */
function askedOf({ asked }: MemoryWorld): Change {
  const change =
    asked.at(-1)?.changes.find(({ kind }) => kind !== 'createDirectory') ?? assert.fail('nobody was asked');
  const sides = [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])];
  for (const side of sides) assert.ok(!('bytes' in side) || side.bytes.length < 1000);
  return change;
}

describe('a file of 60,000,000 bytes', () => {
  it('is appended to, in its encoding and with its line endings', async () => {
    const world = largeWorld('\ufeff');
    const before = world.files.get('big/a.txt') ?? assert.fail();
    const input = { filePath: 'big/a.txt', content: 'ü\nend\u202e', mode: 'append' };
    const { text, result } = await succeed(writeFile, world, input);
    const added = Buffer.from('ü\r\nend\u202e');
    assert.deepEqual([result.bytesWritten, result.newSize], [added.length, before.length + added.length]);
    assert.deepEqual([result.created, result.sha256Before === result.sha256After], [false, false]);
    assert.match(text, /^Appended 10 bytes to big\/a\.txt \(now 60000013 bytes\)\./);
    const after = world.files.get('big/a.txt') ?? assert.fail();
    assert.ok(
      added.equals(after.subarray(before.length)) && Buffer.from(before).equals(after.subarray(0, before.length)),
    );
    const change = askedOf(world);
    assert.deepEqual(countsOf(change), { added: 2, removed: 0 });
    assert.match(diffOf(change), /^Edit big\/a\.txt \(60000003 → 60000013 bytes\)\n.*\+ü/s);
    assert.equal(findWarningsSync(change)?.hidden.length, 1);
    // The text goes on where the one before ended.
    const more = await succeed(writeFile, world, { ...input, content: 'x' });
    assert.match(more.text, /continues its last line/);
  });

  it('in UTF-16 may end with a letter whose byte is that of a line break', async () => {
    for (const [isBig, end, breaks] of [
      [false, '\u010a', false],
      [true, '\u010a', false],
      [false, '\n', true],
      [true, '\n', true],
    ] as const) {
      const text = Buffer.from(`\ufeff${'line\n'.repeat(size / 10)}x${end}`, 'utf16le');
      const world = new MemoryWorld({ 'big/a.txt': isBig ? text.swap16() : text });
      const answer = await succeed(writeFile, world, { filePath: 'big/a.txt', content: 'y\n', mode: 'append' });
      assert.equal(answer.text.includes('continues its last line'), !breaks);
    }
  });

  it('is overwritten, moved, copied and deleted', async () => {
    const world = largeWorld();
    await succeed(movePath, world, { from: 'big/a.txt', to: 'b.txt' });
    assert.equal(askedOf(world).kind, 'move');
    assert.deepEqual([world.files.has('big/a.txt'), world.files.get('b.txt')?.length], [false, size]);
    await succeed(copyPath, world, { from: 'b.txt', to: 'c.txt' });
    assert.equal(askedOf(world).kind, 'copy');
    assert.equal(world.files.get('c.txt')?.length, size);
    const { result, text } = await succeed(writeFile, world, { filePath: 'b.txt', content: 'short\n' });
    assert.equal(world.text('b.txt'), 'short\r\n');
    assert.deepEqual([result.bytesWritten, result.newSize], [7, 7]);
    assert.match(text, /CRLF line endings were kept/);
    assert.match(diffOf(askedOf(world)), /^Edit b\.txt \(60000000 → 7 bytes\)/);
    await succeed(deletePath, world, { path: 'c.txt' });
    assert.equal(askedOf(world).kind, 'delete');
    assert.equal(world.files.has('c.txt'), false);
  });

  it('goes with its folder', async () => {
    const world = largeWorld();
    await succeed(movePath, world, { from: 'big', to: 'moved' });
    assert.equal(world.files.get('moved/a.txt')?.length, size);
    await succeed(deletePath, world, { path: 'moved', recursive: true });
    assert.equal(world.files.size, 0);
  });

  it('is refused where it is not the expected one, and where it is no text', async () => {
    const world = largeWorld('\0');
    const input = { filePath: 'big/a.txt', content: 'x', mode: 'append' };
    await fail(writeFile, world, input, 'BINARY_FILE');
    await fail(writeFile, world, { ...input, expectedSha256: '0'.repeat(64) }, 'STALE');
    await fail(writeFile, world, { ...input, mode: 'create' }, 'ALREADY_EXISTS');
    await fail(writeFile, largeWorld(), { ...input, content: '' }, 'NO_CHANGE');
  });
});

describe('a folder of more than is read at once', () => {
  it('is deleted, though not all of it is held', async () => {
    const part = Buffer.alloc(40 * 1024 * 1024, 'x');
    const world = new MemoryWorld(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`big/${at}`, part])));
    await succeed(deletePath, world, { path: 'big', recursive: true });
    const kinds = world.asked[0]?.changes.flatMap((change) => ('before' in change ? [change.before.kind] : []));
    assert.deepEqual(kinds?.filter((kind) => kind === 'large').length, 1);
    assert.equal(world.files.size, 0);
  });

  it('is refused where nothing can be read in parts', async () => {
    const part = Buffer.alloc(50 * 1024 * 1024, 'x');
    const world = new MemoryWorld(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`big/${at}`, part])));
    world.isLocal = false;
    await fail(deletePath, world, { path: 'big', recursive: true }, 'TOO_LARGE');
  });
});
