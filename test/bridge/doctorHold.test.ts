import assert from 'node:assert/strict';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectText } from '../../src/core/connect/connectText.ts';
import { holdFiles } from '../../src/core/connect/holdSettings.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';

describe('what redline doctor says of Hold', () => {
  let machine: Machine;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(() => machine.stop());

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
