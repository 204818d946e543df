import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGitFile } from '../../../src/node/git/gitFiles.ts';

describe('a small file of settings', () => {
  if (process.platform === 'win32') return;
  let root = '';
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'redline-plain-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('is no longer waited for once a pipe has taken its place', async () => {
    const path = join(root, 'config');
    const pipes = Array.from({ length: 100 }, (_, round) => join(root, `pipe${round}`));
    execFileSync('mkfifo', pipes);
    for (const pipe of pipes) {
      writeFileSync(path, 'text');
      const reading = readGitFile(path);
      await stat(path);
      renameSync(pipe, path);
      const bytes = await reading;
      assert.ok(bytes === undefined || bytes.toString() === 'text');
      rmSync(path);
    }
  });

  it('is none where it is large, missing, or a folder', async () => {
    writeFileSync(join(root, 'large'), Buffer.alloc(4 * 1024 * 1024 + 1));
    for (const name of ['large', 'missing', '.']) assert.equal(await readGitFile(join(root, name)), undefined);
  });
});
