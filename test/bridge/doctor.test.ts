import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialects } from '../../src/core/dialects/dialects.ts';
import { hookFacts } from '../../src/core/dialects/hookFacts.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';

describe('redline doctor', () => {
  let machine: Machine;
  let folder = '';
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    folder = await machine.folder('project');
  });
  afterEach(() => machine.stop());

  const run = (...args: readonly string[]): ReturnType<typeof outputOf> => outputOf(machine.run(folder, ...args));

  it('says whether a window has the folder, and what hooks answer without one', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    const open = await run('doctor');
    assert.match(open.stdout, /^A VS Code window with Redline has this folder open\.\n/);
    assert.equal(open.code, 0);
    endpoint.close();
    const away = await run('doctor');
    assert.match(away.stdout, /^No VS Code window with Redline has .* The agents' own permissions decide\.\n/);
    assert.equal(away.code, 1);
    const strict = await machine.openWindow([folder], { whenAway: 'deny' });
    strict.endpoint.close();
    assert.match((await run('doctor')).stdout, /Edits are refused\./);
  });

  it('says where the gate is switched off', async () => {
    await machine.openWindow([folder]);
    await run('off');
    const off = await run('doctor');
    assert.match(off.stdout, /switched off here\. Run `redline on`/);
    assert.equal(off.code, 1);
  });

  it('finds the settings that start the hook, of the user and of the workspace, and no others', async () => {
    await machine.openWindow([folder]);
    const command = `${machine.launcher} hook`;
    const files = {
      '.gemini/settings.json': `{ "hooks": { "BeforeTool": [{ "command": "${command} gemini" }] } }`,
      '.claude/settings.json': '{ "hooks": {} }',
      'project/.github/hooks/redline.json': `{ "hooks": { "PreToolUse": [{ "command": "${command} vscode" }] } }`,
    };
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(machine.root, file)), { recursive: true });
      await writeFile(path.join(machine.root, file), content);
    }
    const { stdout } = await run('doctor', '--json');
    const { agents } = JSON.parse(stdout);
    assert.ok(Array.isArray(agents));
    const hooked = agents.filter(({ hookedBy }) => hookedBy.length > 0);
    assert.deepEqual(
      hooked.map(({ id, hookedBy, onCrash }) => [id, hookedBy, onCrash]),
      [
        ['vscode', [path.join(folder, '.github/hooks/redline.json')], 'written'],
        ['gemini', [path.join(machine.root, '.gemini/settings.json')], 'written'],
      ],
    );
    const words = (await run('doctor')).stdout;
    assert.match(words, /^VS Code: hook in .* unless "chat\.editing\.autoAcceptDelay" is 1$/m);
    assert.match(words, /^Claude Code: .*has no hook of Redline: its own edits are not reviewed;/m);
    assert.match(
      words,
      /^Copilot CLI: .*if the hook crashes, the edit is refused, and if it takes too long, written;/m,
    );
  });

  it('knows every agent that has a dialect', () => {
    const known = new Set(hookFacts.map(({ id }) => id));
    assert.deepEqual(
      [...dialects.keys()].filter((id) => !known.has(id)),
      [],
    );
  });
});
