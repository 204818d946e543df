import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Server } from 'node:net';
import path from 'node:path';
import { mock } from 'node:test';
import { readCodexHookTrust, readProgramVersion } from '../../../src/bridge/agents/agentProgram.ts';
import { runForOutput } from '../../../src/bridge/hold/proveHold.ts';
import { runInClaude } from '../../../src/bridge/hold/scriptedClaude.ts';

describe('what the doctor says of programs that the system does not start', () => {
  if (process.platform === 'win32') return;
  let folder = '';
  let program = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-broken-')));
    program = path.join(folder, 'broken');
    // Started by itself: `spawn` throws.
    await writeFile(program, `#!${program}\n`, { mode: 0o755 });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('knows neither their version nor their trust, and why their sandbox could not be tried', async () => {
    assert.equal(await readProgramVersion(program), undefined);
    assert.equal(await readCodexHookTrust(program, folder), 'unknown');
    assert.match(await runForOutput(program, [], folder), /ELOOP/);
    assert.match((await runInClaude(program, folder, 'true')).programOutput, /ELOOP/);
  });

  it('knows why Claude Code could not be tried where no port can be opened', async () => {
    const listen = mock.method(Server.prototype, 'listen', function refuse(this: Server) {
      process.nextTick(() => this.emit('error', new Error('listen EPERM: operation not permitted 127.0.0.1')));
      return this;
    });
    try {
      assert.match((await runInClaude(program, folder, 'true')).programOutput, /EPERM/);
    } finally {
      listen.mock.restore();
    }
  });
});
