import assert from 'node:assert/strict';
import { lineEndingsIn } from '../../../src/node/largeFile/lineEndings.ts';

/** Counts the bytes that searches for a byte pass over. */
class CountingBytes extends Uint8Array<ArrayBuffer> {
  searched = 0;

  override indexOf(byte: number, from = 0): number {
    const found = super.indexOf(byte, from);
    this.searched += (found < 0 ? this.length : found + 1) - from;
    return found;
  }
}

describe('lineEndingsIn', () => {
  const size = 10_000;
  for (const ending of ['\r', '\n', '\r\n'])
    it(`passes over each byte at most twice in a chunk of ${JSON.stringify(ending)} alone`, () => {
      const bytes = new CountingBytes(new ArrayBuffer(ending.length * size));
      bytes.set(Buffer.from(ending.repeat(size)));
      assert.equal([...lineEndingsIn(bytes, 0, { unitBytes: 1, bigEndian: false })].length, size);
      assert.ok(bytes.searched <= 2 * bytes.length, `${bytes.searched} bytes`);
    });
});
