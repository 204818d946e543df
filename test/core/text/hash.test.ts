import assert from 'node:assert/strict';
import { sha256 } from '../../../src/core/text/hash.ts';

describe('sha256', () => {
  const cases: readonly [input: string, digest: string][] = [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ];
  for (const [input, digest] of cases) {
    it(JSON.stringify(input), async () => assert.equal(await sha256(new TextEncoder().encode(input)), digest));
  }

  it('hashes a view of a larger buffer, not the buffer', async () => {
    const view = new TextEncoder().encode('xabcx').subarray(1, 4);
    assert.equal(await sha256(view), await sha256(new TextEncoder().encode('abc')));
  });
});
