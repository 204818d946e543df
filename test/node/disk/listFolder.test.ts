import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listFolder } from '../../../src/node/disk/listFolder.ts';

describe('listFolder', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'redline-listFolder-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const listed = async (place: string): Promise<string[]> =>
    (await listFolder(path.join(folder, place)))
      .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}${entry.isSymbolicLink() ? '@' : ''}`)
      .sort();

  it('lists files, folders and links, also through a link', async () => {
    mkdirSync(path.join(folder, 'in/sub'), { recursive: true });
    writeFileSync(path.join(folder, 'in/a.txt'), 'a');
    symlinkSync('a.txt', path.join(folder, 'in/link'));
    symlinkSync('in', path.join(folder, 'other'));
    assert.deepEqual(await listed('in'), ['a.txt', 'link@', 'sub/']);
    assert.deepEqual(await listed('other'), ['a.txt', 'link@', 'sub/']);
    assert.deepEqual(await listed('in/sub'), []);
  });

  it('lists a folder that is too large for one turn of the event loop', async () => {
    for (let index = 0; index < 3000; index++) writeFileSync(path.join(folder, `a-rather-long-name-${index}`), '');
    assert.deepEqual(await listed(''), readdirSync(folder).sort());
  });

  it('fails as `readdir` does', async () => {
    writeFileSync(path.join(folder, 'a.txt'), 'a');
    await assert.rejects(listed('none'), { code: 'ENOENT' });
    await assert.rejects(listed('a.txt'), { code: 'ENOTDIR' });
  });
});
