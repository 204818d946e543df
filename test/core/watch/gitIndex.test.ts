import assert from 'node:assert/strict';
import { runYielding } from '../../../src/async/eventLoop.ts';
import { parseIndex } from '../../../src/core/watch/gitIndex.ts';

const idLength = 20;

/** An index of version 4 with one entry, by the bytes of its compressed name. */
function indexWith(name: readonly number[]): Uint8Array {
  const header = Buffer.from('DIRC\0\0\0\x04\0\0\0\x01', 'latin1');
  return Buffer.concat([header, Buffer.alloc(40 + idLength + 2), Buffer.from(name), Buffer.alloc(idLength)]);
}

describe("git's index", () => {
  it('gives the name of an entry', async () => {
    const entries = await runYielding(parseIndex(indexWith([0, 0x61, 0]), idLength));
    assert.deepEqual(
      entries?.map(({ path }) => Buffer.from(path).toString()),
      ['a'],
    );
  });

  it('is damaged where a name drops more bytes than there are, however many', async () => {
    for (const dropped of [[1], [0x80, 0], [0x87, 0x80, 0x80, 0x80, 0], [...Array<number>(80).fill(0xff), 0]])
      assert.equal(await runYielding(parseIndex(indexWith([...dropped, 0x61, 0]), idLength)), undefined);
  });
});
