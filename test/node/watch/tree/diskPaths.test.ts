import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeUtf8 } from '../../../../src/core/text/encoding.ts';
import { existsWithoutLinks, isReachedWithoutLinks } from '../../../../src/node/watch/tree/diskPaths.ts';

describe('a path without links above it', () => {
  let root = '';
  beforeEach(() => (root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-links-')))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('is told from one below a link', async () => {
    mkdirSync(path.join(root, 'a/b'), { recursive: true });
    writeFileSync(path.join(root, 'a/b/.env'), '');
    symlinkSync('a', path.join(root, 'link'));
    assert.equal(await existsWithoutLinks(root, 'a/b/.env'), true);
    assert.equal(await existsWithoutLinks(root, 'a/b/none'), false);
    assert.equal(await existsWithoutLinks(root, 'link/b/.env'), false);
    for (const [name, isReached] of [
      ['top', true],
      ['link', true],
      ['a/b/none', true],
      ['none/none', false],
      ['link/none', false],
    ] as const)
      assert.equal(await isReachedWithoutLinks(root, name), isReached, name);
    assert.equal(await existsWithoutLinks(path.join(root, 'link'), 'b/.env'), true);
  });

  it('is found in a folder whose name is not UTF-8', async function () {
    if (process.platform !== 'linux') return this.skip();
    const bytes = Buffer.from('caf\xe9', 'latin1');
    const folder = Buffer.concat([Buffer.from(`${root}/`), bytes]);
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from('/.env')]), '');
    symlinkSync(bytes, path.join(root, 'link'));
    assert.equal(await existsWithoutLinks(root, `${decodeUtf8(bytes).text}/.env`), true);
    assert.equal(await existsWithoutLinks(root, 'link/.env'), false);
  });
});
