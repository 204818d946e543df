import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hookCommand } from '../../../src/core/connect/hookCommand.ts';
import { probeAnswer } from '../../../src/core/endpoint/probe.ts';
import { probeHook } from '../../../src/bridge/doctor/probeHook.ts';

describe('the dry edit of a hook', () => {
  if (process.platform === 'win32') return;
  let folder = '';
  beforeEach(async () => (folder = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-probe-')))));
  afterEach(() => rm(folder, { recursive: true }));

  for (const windows of [false, true])
    it(`runs the command as Connect writes it for ${windows ? 'PowerShell' : 'a POSIX shell'}`, async () => {
      const launcher = path.join(folder, 'redline');
      await writeFile(launcher, `#!/bin/sh\necho '${probeAnswer}'\n`, { mode: 0o755 });
      const command = hookCommand({ launcher, windows }, 'gemini');
      assert.equal((await probeHook('gemini', command, folder))?.outcome, 'asked');
    });
});
