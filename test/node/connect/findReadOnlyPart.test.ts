import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findReadOnlyPart } from '../../../src/node/connect/findReadOnlyPart.ts';

describe('the read-only part of a settings file', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'redline-read-only-'));
    file = path.join(folder, 'settings.json');
    await writeFile(file, '{}');
  });
  afterEach(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });

  it('is none of a writable file, nor of one that has still to be created', async () => {
    assert.equal(await findReadOnlyPart(file), undefined);
    assert.equal(await findReadOnlyPart(path.join(folder, 'new/settings.json')), undefined);
  });

  it('is the file before its folder', async () => {
    await chmod(file, 0o444);
    await chmod(folder, 0o555);
    assert.equal(await findReadOnlyPart(file), 'file');
  });

  it('is a folder without write bits, but on Windows, where customized folders look so, only one that refuses', async function () {
    // For anybody else, the folder does refuse, and Windows ignores the mode.
    if (process.getuid?.() !== 0) return this.skip();
    await chmod(folder, 0o555);
    assert.equal(await findReadOnlyPart(file, false), 'folder');
    assert.equal(await findReadOnlyPart(file, true), undefined);
  });
});
