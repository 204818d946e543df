import assert from 'node:assert/strict';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Health } from '../../../src/bridge/doctor/health.ts';
import { connectText } from '../../../src/core/connect/connectText.ts';
import { holdFiles } from '../../../src/core/connect/holdSettings.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';

describe('what redline doctor says of Hold', () => {
  let machine: Machine;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(() => machine.stop());

  it('says of every other agent that it cannot be held, and why, of those with a sandbox', async () => {
    const folder = await machine.folder('project');
    await machine.openWindow([folder]);
    const { stdout } = await outputOf(machine.run(folder, 'doctor', '--quick'));
    assert.match(stdout, /^VS Code: .*; it cannot be held: its sandbox closes its terminal alone, .* agent Redline/m);
    assert.match(stdout, /^Copilot CLI: .*; it cannot be held: .* from your settings alone, not from a folder's/m);
    assert.match(stdout, /^Gemini CLI: .*; it cannot be held: Redline has tried no sandbox of its/m);
    for (const name of ['Claude Code', 'Codex']) assert.match(stdout, new RegExp(`^${name}: .*; Hold is off;`, 'm'));
    const health: Health = JSON.parse((await outputOf(machine.run(folder, 'doctor', '--quick', '--json'))).stdout);
    for (const { hold, holdRefusal } of health.agents) assert.equal(hold === undefined, holdRefusal !== undefined);
  });

  it('finds what Hold wrote, and what undoes it, in settings that begin with a byte order mark', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await machine.folder('project');
    await machine.openWindow([folder]);
    const programs = await machine.folder('programs');
    await writeFile(path.join(programs, 'claude'), '#!/bin/sh\necho 2.1.330\n', { mode: 0o755 });
    const [file] = holdFiles('claude', { folder: await realpath(folder), writable: [] });
    assert.ok(file !== undefined);
    await mkdir(path.join(folder, '.claude'), { recursive: true });
    await writeFile(path.join(folder, file.path), `\ufeff${connectText(undefined, file)}`);
    const own = path.join(machine.root, '.claude/settings.json');
    await mkdir(path.dirname(own), { recursive: true });
    await writeFile(own, '\ufeff{ "sandbox": { "excludedCommands": ["touch:*"] } }');
    const before = process.env['PATH'];
    process.env['PATH'] = `${programs}${path.delimiter}${before}`;
    try {
      const { agents } = JSON.parse((await outputOf(machine.run(folder, 'doctor', '--json'))).stdout);
      assert.ok(Array.isArray(agents));
      const { hold } = agents.find(({ id }) => id === 'claude');
      assert.equal(hold.state, 'broken');
      assert.match(hold.words, /"sandbox\.excludedCommands" in .*settings\.json/);
    } finally {
      process.env['PATH'] = before;
    }
  });
});
