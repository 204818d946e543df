import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGit } from '../../../src/node/git/userGit.ts';

describe('the git program', () => {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const { PATH } = process.env;
  let root: string;
  const programIn = (folder: string): string => path.join(root, folder, name);
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-git-'));
    for (const folder of ['apple', 'other']) {
      mkdirSync(path.join(root, folder));
      writeFileSync(programIn(folder), '#!/bin/sh\n', { mode: 0o755 });
    }
    process.env['PATH'] = ['relative', path.join(root, 'none'), path.join(root, 'apple')].join(path.delimiter);
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
    rmSync(root, { recursive: true, force: true });
  });

  it('is the first one in an absolute folder of PATH', async () => {
    assert.equal(await findGit(), programIn('apple'));
  });

  it("is not the placeholder of macOS, which would ask for Apple's developer tools, where these are missing", async () => {
    const placeholder = (hasTools: boolean) => ({
      file: programIn('apple'),
      hasDeveloperTools: () => Promise.resolve(hasTools),
    });
    assert.equal(await findGit(placeholder(true)), programIn('apple'));
    assert.equal(await findGit(placeholder(false)), undefined);
    process.env['PATH'] += `${path.delimiter}${path.join(root, 'other')}`;
    assert.equal(await findGit(placeholder(false)), programIn('other'));
  });
});
