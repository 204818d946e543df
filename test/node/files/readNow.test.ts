import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFdSync } from '../../../src/node/files/openRegular.ts';

describe('reading a file in one turn', () => {
  for (const [length, said] of [
    [0, 0],
    [10, 10],
    [10, 0],
    [10, 500],
    [300_000, 10],
  ] as const) {
    it(`reads ${length} bytes to the end where ${said} were said to be there`, () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'redline-read-'));
      const file = path.join(folder, 'a');
      writeFileSync(file, Buffer.alloc(length, 'abc'));
      const fd = openSync(file, 'r');
      try {
        assert.deepEqual(readFdSync(fd, said), Buffer.alloc(length, 'abc'));
      } finally {
        closeSync(fd);
        rmSync(folder, { recursive: true });
      }
    });
  }
});
