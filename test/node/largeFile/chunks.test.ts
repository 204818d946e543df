import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readChunks } from '../../../src/node/largeFile/chunks.ts';
import { unhandledRejectionsOf } from '../../unhandledRejections.ts';

const chunkBytes = 4;

/** A file whose third chunk cannot be read. */
const damagedFile = {
  read: async (buffer: Uint8Array, index: number, length: number, offset: number) => {
    if (offset >= 2 * chunkBytes) throw new Error('EIO');
    buffer.fill(1, index, index + length);
    return { bytesRead: length };
  },
} as unknown as FileHandle;

describe('readChunks', () => {
  it('reports a failure of reading ahead only when the chunk is requested', async () => {
    const offsets: number[] = [];
    const unhandled = await unhandledRejectionsOf(() =>
      assert.rejects(async () => {
        for await (const { offset } of readChunks(damagedFile, 0, chunkBytes)) {
          offsets.push(offset);
          // The caller works on the chunk while the next one is read.
          await delay(1);
        }
      }, /EIO/),
    );
    assert.deepEqual([offsets, unhandled], [[0, chunkBytes], []]);
  });
});
