import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runDoctor } from '../../../src/node/connect/agentMachine.ts';
import { listIgnoredFolders } from '../../../src/node/git/userGit.ts';

describe('the output of a program that connecting agents starts', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  const search = process.env['PATH'];
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-output-'));
  });
  afterEach(() => {
    process.env['PATH'] = search;
    rmSync(root, { recursive: true, force: true });
  });

  /** A program of the test. */
  const program = (name: string, script: string): string => {
    const file = path.join(root, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  };

  it('has the folders that git ignores, and none where git ends before it has told all', async () => {
    mkdirSync(path.join(root, 'packages/app/dist'), { recursive: true });
    writeFileSync(path.join(root, 'packages/app/dist/a'), '');
    writeFileSync(path.join(root, 'packages/app/kept'), '');
    writeFileSync(path.join(root, '.gitignore'), 'dist/\n');
    spawnSync('git', ['init', '-q', root]);
    assert.deepEqual(await listIgnoredFolders(root), ['packages/app/dist']);
    program('git', "printf 'out/\\0packages/'; exit 137");
    process.env['PATH'] = `${root}:${search ?? ''}`;
    assert.deepEqual(await listIgnoredFolders(root), []);
  });

  it("is the doctor's also where something is missing, but not where it was ended", async () => {
    const said = await runDoctor(program('missing', 'echo all; exit 1'), root, true);
    assert.equal(said, 'all\n');
    await assert.rejects(runDoctor(program('slow', 'echo part; exec sleep 60'), root, true, 500), { killed: true });
    await assert.rejects(runDoctor(program('silent', ''), root, true), /said nothing/);
  });
});
