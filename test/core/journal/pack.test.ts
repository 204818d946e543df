import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createPack, headerBytes, readPackTable, readTableLength } from '../../../src/core/journal/pack.ts';
import { createHash } from 'node:crypto';

function contentOf(bytes: Uint8Array) {
  return { kind: 'binary' as const, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

describe('a pack of contents', () => {
  it('has each content once, and says where it stands', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }), (all) => {
        const contents = all.map(contentOf);
        const pack = Buffer.concat(createPack(contents));
        const length = readTableLength(pack.subarray(0, headerBytes));
        const places = readPackTable(pack.subarray(0, length));
        assert.equal(places.size, new Set(contents.map(({ sha256 }) => sha256)).size);
        for (const { sha256, bytes } of contents) {
          const { offset: from, size } = places.get(sha256) ?? assert.fail('it has no place');
          assert.ok(pack.subarray(from, from + size).equals(bytes));
        }
      }),
    );
  });

  for (const damaged of ['', 'x', 'redline pack ', 'redline pack 00000000x5\n']) {
    it(`is none where it begins with ${JSON.stringify(damaged)}`, () => {
      assert.equal(readTableLength(Buffer.from(damaged)), undefined);
    });
  }
});
