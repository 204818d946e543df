import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeLocalFiles } from '../../../src/node/files/localFiles.ts';

describe('the local disk, as the editor has it', () => {
  let root = '';
  before(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-local-'));
    writeFileSync(path.join(root, 'file.txt'), 'text');
    mkdirSync(path.join(root, 'folder'));
    symlinkSync('file.txt', path.join(root, 'to-file'));
    symlinkSync('folder', path.join(root, 'to-folder'));
    symlinkSync('nowhere', path.join(root, 'dangling'));
    symlinkSync('loop', path.join(root, 'loop'));
  });
  after(() => rmSync(root, { recursive: true }));

  const uriOf = (name: string): string => pathToFileURL(path.join(root, name)).href;
  // The numbers of `vscode.FileType`: unknown 0, file 1, directory 2, symbolic link 64.
  const types: Readonly<Record<string, number>> = {
    dangling: 64,
    'file.txt': 1,
    folder: 2,
    loop: 64,
    'to-file': 65,
    'to-folder': 66,
  };

  for (const [name, type] of Object.entries(types)) {
    it(`tells the type of ${name}`, async () => {
      assert.equal((await nodeLocalFiles.stat(uriOf(name))).type, type);
    });
  }

  it('tells times in whole milliseconds, as a Date has them', async () => {
    const file = path.join(root, 'file.txt');
    utimesSync(file, 1_700_000_000.1238, 1_700_000_000.1238);
    const { mtime, ctime } = await nodeLocalFiles.stat(uriOf('file.txt'));
    assert.equal(mtime, statSync(file).mtime.getTime());
    assert.ok(Number.isInteger(ctime));
  });

  it('lists the same types', async () => {
    const entries = await nodeLocalFiles.readDirectory(pathToFileURL(root).href);
    assert.deepEqual(Object.fromEntries(entries), types);
  });

  it('reads bytes of which a slice is a copy', async () => {
    const bytes = await nodeLocalFiles.readFile(uriOf('to-file'));
    bytes.slice(0, 1)[0] = 0;
    assert.equal(new TextDecoder().decode(bytes), 'text');
    assert.equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
  });
});
