import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitFailed, GitProgram } from '../../../../src/node/watch/repository/gitProgram.ts';

describe('a run of git that is killed', () => {
  if (process.platform === 'win32') return;
  const { PATH = '' } = process.env;
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-git-'));
    const hang = `sleep 600 &\necho $! > '${root}/pid'\nwait`;
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo git version 2.40.1; exit; fi\n${hang}\n`;
    writeFileSync(path.join(root, 'git'), script, { mode: 0o755 });
    process.env['PATH'] = `${root}${path.delimiter}${PATH}`;
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
    process.kill(Number(readFileSync(path.join(root, 'pid'), 'utf8')));
    rmSync(root, { recursive: true, force: true });
  });

  it('has ended, although a process that git has started holds its output open', async () => {
    const program = await GitProgram.find();
    const running = program.run({ args: ['status'], cwd: root });
    const failed = assert.rejects(running, GitFailed);
    while (!hasStarted()) await new Promise((resolve) => setTimeout(resolve, 5));
    program.dispose();
    await failed;
  });

  function hasStarted(): boolean {
    try {
      return readFileSync(path.join(root, 'pid'), 'utf8').endsWith('\n');
    } catch {
      return false;
    }
  }
});
