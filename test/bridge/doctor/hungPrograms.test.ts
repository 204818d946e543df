import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCodexHookTrust, readProgramVersion } from '../../../src/bridge/agents/agentProgram.ts';
import { probeHook } from '../../../src/bridge/doctor/probeHook.ts';
import { runForOutput } from '../../../src/bridge/hold/proveHold.ts';
import { runInClaude } from '../../../src/bridge/hold/scriptedClaude.ts';

describe('what the doctor says of programs that hang', () => {
  if (process.platform === 'win32') return;
  let folder = '';
  let program = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-hung-')));
    program = path.join(folder, 'hung');
    // What it has started keeps its output open after the program itself was ended.
    await writeFile(program, `#!/bin/sh\nsleep 600 &\necho $! > '${folder}/pid'\nwait\n`, { mode: 0o755 });
  });
  afterEach(async () => {
    process.kill(Number(await readFile(path.join(folder, 'pid'), 'utf8')));
    await rm(folder, { recursive: true });
  });

  it('ends a hook that does not answer, and says so', async () => {
    const { outcome, words } = (await probeHook('gemini', program, folder, 500)) ?? assert.fail();
    assert.deepEqual([outcome, words], ['failed', 'It did not answer in 0.5 s.']);
  });

  it('does not know whether a Codex that does not answer trusts the hook', async () => {
    assert.equal(await readCodexHookTrust(program, folder, 500), 'unknown');
  });
});

describe('a program that ignores the signal to end', () => {
  if (process.platform === 'win32') return;
  let folder = '';
  let program = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-deaf-')));
    program = path.join(folder, 'deaf');
    await writeFile(program, `#!/bin/sh\ntrap '' TERM\necho 1.2.3\nwhile :; do sleep 0.1; done\n`, { mode: 0o755 });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is ended where its version is asked for', async () => {
    assert.equal(await readProgramVersion(program, 500), '1.2.3');
  });

  it('is ended where it runs a command in its sandbox', async () => {
    assert.match(await runForOutput(program, [], folder, 500), /1\.2\.3/);
  });

  it('is ended where it is Claude Code, after a time to end by itself', async () => {
    assert.match((await runInClaude(program, folder, 'true', 500)).programOutput, /1\.2\.3/);
  });
});
