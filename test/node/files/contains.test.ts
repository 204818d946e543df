import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeWholeFiles } from '../../../src/node/files/inPlaceFiles.ts';

describe('the bytes of whole files', () => {
  let root = '';
  const at = (name: string): string => path.join(root, name);
  const uri = (name: string): string => pathToFileURL(at(name)).href;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-contains-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are told to be exactly these or others, through a link too', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('a'), 'bytes');
    symlinkSync('a', at('l'));
    symlinkSync('gone', at('dangling'));
    symlinkSync('loop', at('loop'));
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('pipe')]);
    const files = nodeWholeFiles();
    const contains = (name: string, text: string): Promise<boolean> => files.contains(uri(name), bytes(text));
    for (const name of ['a', 'l']) assert.equal(await contains(name, 'bytes'), true, name);
    for (const text of ['', 'byte', 'bytez', 'bytes and more']) assert.equal(await contains('a', text), false, text);
    for (const name of ['gone', 'a/b', 'dangling', 'loop', 'folder', 'pipe'])
      assert.equal(await contains(name, 'bytes'), false, name);
  });

  it('are not told of a file that cannot be read', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    writeFileSync(at('a'), 'bytes');
    chmodSync(at('a'), 0);
    await assert.rejects(nodeWholeFiles().contains(uri('a'), bytes('bytes')), { code: 'EACCES' });
  });
});
