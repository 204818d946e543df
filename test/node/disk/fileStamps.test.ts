import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readStamps } from '../../../src/node/disk/fileStamps.ts';

describe('the stamps of files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redline-stamps-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('change with a file, but not with what is in a folder that a link leads to', async () => {
    mkdirSync(path.join(folder, 'd'));
    symlinkSync(path.join(folder, 'd'), path.join(folder, 'l'), 'junction');
    writeFileSync(path.join(folder, 'f'), '1');
    const before = await readStamps(folder, ['f', 'l', 'none']);
    writeFileSync(path.join(folder, 'f'), '12');
    for (const name of ['a', 'b']) writeFileSync(path.join(folder, 'd', name), '1');
    const after = await readStamps(folder, ['f', 'l', 'none']);
    assert.notEqual(after[0], before[0]);
    assert.deepEqual(after.slice(1), before.slice(1));
  });
});
