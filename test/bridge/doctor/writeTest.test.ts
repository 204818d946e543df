import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWriteTest } from '../../../src/bridge/hold/writeTest.ts';

describe('a write test of Hold', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'redline-write-test-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('tells its result also where a file that it made cannot be deleted, and deletes the others', () => {
    const { command, parseOutput } = createWriteTest(folder, []);
    const marker = /\.redline-hold-[0-9a-f]+/.exec(command)?.[0] ?? '';
    // Root may delete anything, so a folder of that name stands for what cannot be deleted.
    mkdirSync(join(folder, 'a', marker), { recursive: true });
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'b', marker), '');
    const output = ['wrote ./a', 'wrote ./b', 'done'].map((report) => `${marker} ${report}\n`).join('');
    const result = { writableFolders: ['a', 'b'], writableFiles: [], isTempWritable: false };
    assert.deepEqual(parseOutput(output), result);
    assert.equal(existsSync(join(folder, 'b', marker)), false);
  });
});
