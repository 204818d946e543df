import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, realpath, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Health } from '../../../src/bridge/doctor/health.ts';
import { connectText } from '../../../src/core/connect/connectText.ts';
import { holdFiles } from '../../../src/core/connect/holdSettings.ts';
import { probeAnswer } from '../../../src/core/endpoint/probe.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';

describe('redline doctor in the folder of a stranger', function () {
  this.timeout(60_000);
  if (process.platform === 'win32') return;
  let machine: Machine;
  let folder = '';
  beforeEach(async () => {
    machine = await Machine.start();
    folder = await machine.folder('project');
  });
  afterEach(() => machine.stop());

  const run = (...args: readonly string[]): ReturnType<typeof outputOf> => outputOf(machine.run(folder, ...args));

  // A folder of a stranger's must not have programs of its own run by opening it, since the window runs the doctor.
  for (const [title, command] of [
    ['another launcher', (own: string) => `${own}/bin/redline hook gemini --timeout=600`],
    ['one that is named from the folder', () => './bin/redline hook gemini'],
    ['a further command', (_: string, launcher: string) => `./bin/redline; ${launcher} hook gemini`],
    ['a command behind it', (_: string, launcher: string) => `${launcher} hook gemini & ./bin/redline`],
    ['a command inside', (_: string, launcher: string) => `$(./bin/redline)${launcher} hook gemini`],
  ] as const)
    it(`runs nothing that the settings of the folder start but Redline's launcher: ${title}`, async () => {
      await machine.openWindow([folder]);
      const marker = path.join(machine.root, 'marker');
      await mkdir(path.join(folder, 'bin'));
      await mkdir(path.join(folder, '.gemini'));
      await writeFile(path.join(folder, 'bin/redline'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
      const hooks = { BeforeTool: [{ hooks: [{ command: command(folder, machine.launcher) }] }] };
      await writeFile(path.join(folder, '.gemini/settings.json'), JSON.stringify({ hooks }));
      const { stdout, code } = await run('doctor');
      assert.ok(!existsSync(marker));
      assert.match(
        stdout,
        /^Gemini CLI: .*settings\.json, a file of this folder, starts something else than .*redline/m,
      );
      assert.equal(code, 1);
    });

  it('starts no agent for Hold that came with the folder, unless it is told to', async () => {
    await machine.openWindow([folder]);
    const marker = path.join(machine.root, 'marker');
    const programs = await machine.folder('programs');
    const program = `#!/bin/sh\n[ "$1" = -p ] && touch '${marker}'\necho 2.1.330\n`;
    await writeFile(path.join(programs, 'claude'), program, { mode: 0o755 });
    const [file] = holdFiles('claude', { folder: await realpath(folder), writable: [] });
    assert.ok(file !== undefined);
    await mkdir(path.join(folder, '.claude'));
    await writeFile(path.join(folder, file.path), connectText(undefined, file));
    const pathBefore = process.env['PATH'];
    process.env['PATH'] = `${programs}${path.delimiter}${pathBefore}`;
    try {
      assert.match(
        (await run('doctor')).stdout,
        /^Claude Code: .*Hold is set, but was not tried: .*redline doctor --trust/m,
      );
      assert.ok(!existsSync(marker));
      assert.match((await run('doctor', '--trust')).stdout, /^Claude Code: .*Hold is not on, although it is set/m);
      assert.ok(existsSync(marker));
    } finally {
      process.env['PATH'] = pathBefore;
    }
  });

  it('takes each folder for one of a stranger, also the root', async () => {
    await machine.openWindow(['/']);
    const marker = path.join(machine.root, 'marker');
    await mkdir(path.join(folder, 'bin'));
    await mkdir(path.join(machine.root, '.gemini'));
    await writeFile(path.join(folder, 'bin/redline'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    const hooks = { BeforeTool: [{ hooks: [{ command: `${folder}/bin/redline hook gemini` }] }] };
    await writeFile(path.join(machine.root, '.gemini/settings.json'), JSON.stringify({ hooks }));
    for (const cwd of ['/', machine.root]) {
      const { stdout } = await outputOf(machine.run(cwd, 'doctor', '--quick'));
      assert.match(stdout, /^Gemini CLI: .*settings\.json, a file of this folder, starts something else than/m);
    }
    assert.ok(!existsSync(marker));
  });

  it('finds no program of the folder by a relative folder on the path', async () => {
    await machine.openWindow([folder]);
    const marker = path.join(machine.root, 'marker');
    const programs = await machine.folder('programs');
    await writeFile(path.join(programs, 'claude'), '#!/usr/bin/env echo-version\n', { mode: 0o755 });
    await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
    for (const name of ['bwrap', 'socat', 'claude', 'codex', 'echo-version', 'sh', 'cat'])
      await writeFile(path.join(folder, 'node_modules/.bin', name), `#!/bin/sh\necho ${name} >> '${marker}'\n`, {
        mode: 0o755,
      });
    for (const name of ['bwrap', 'socat']) await writeFile(path.join(programs, name), '#!/bin/sh\n', { mode: 0o755 });
    const pathBefore = process.env['PATH'];
    process.env['PATH'] = ['./node_modules/.bin', programs, pathBefore].join(path.delimiter);
    try {
      assert.match((await run('doctor')).stdout, /^Claude Code: installed/m);
      assert.equal(existsSync(marker) ? readFileSync(marker, 'utf8') : '', '');
    } finally {
      process.env['PATH'] = pathBefore;
    }
  });

  it('has no proof of Hold where it cannot read all that may undo it', async () => {
    await machine.openWindow([folder]);
    const programs = await machine.folder('programs');
    for (const name of ['claude', 'codex'])
      await writeFile(path.join(programs, name), '#!/bin/sh\necho 2.1.330\n', { mode: 0o755 });
    for (const agent of ['claude', 'codex']) {
      const [file] = holdFiles(agent, { folder: await realpath(folder), writable: [] });
      assert.ok(file !== undefined);
      await mkdir(path.dirname(path.join(folder, file.path)));
      await writeFile(path.join(folder, file.path), connectText(undefined, file));
    }
    const escape = '{ "sandbox": { "excludedCommands": ["sh"] }, "x": ';
    await writeFile(path.join(folder, '.claude/settings.json'), escape + '['.repeat(30_000) + ']'.repeat(30_000) + '}');
    await mkdir(path.join(folder, '.codex/rules'));
    await writeFile(path.join(folder, '.codex/rules/a.rules'), 'prefix_rule(pattern = ["sh"])');
    await truncate(path.join(folder, '.codex/rules/a.rules'), 2 ** 30);
    const pathBefore = process.env['PATH'];
    process.env['PATH'] = `${programs}${path.delimiter}${pathBefore}`;
    try {
      const { stdout } = await run('doctor', '--trust');
      assert.match(stdout, /^Claude Code: .*Hold is not on, .*\.claude\/settings\.json is nested too deeply/m);
      assert.match(stdout, /^Codex: .*Hold is not on, .*a\.rules is too large/m);
    } finally {
      process.env['PATH'] = pathBefore;
    }
  });

  it('shows what hides in the name of a file, which could look like a line of its own', async () => {
    await machine.openWindow([folder]);
    const hooks = { PreToolUse: [{ command: `${machine.launcher} hook vscode` }] };
    await mkdir(path.join(folder, '.github/hooks'), { recursive: true });
    const name = 'a\n\u001b[2KGemini CLI: asked in 5 ms.json';
    await writeFile(path.join(folder, '.github/hooks', name), JSON.stringify({ hooks }));
    const { stdout } = await run('doctor', '--quick');
    assert.match(stdout, /^VS Code: hook in .*\/a⟨U\+000A⟩⟨U\+001B⟩\[2KGemini CLI: asked in 5 ms\.json;/m);
    const { agents }: Health = JSON.parse((await run('doctor', '--quick', '--json')).stdout);
    assert.equal(path.basename(agents.find(({ id }) => id === 'vscode')?.hookedBy[0] ?? ''), name);
  });

  it('shows what hides in the name of the folder, also where the gate is switched and in the list of windows', async () => {
    const odd = await machine.folder('a\n\u001b[2J"$(touch x)\'');
    await machine.openWindow([odd]);
    for (const [command, shown] of [
      ['off', /^Agents change files in .*\/a⟨U\+000A⟩⟨U\+001B⟩\[2J"\$\(touch x\)' without .*\n$/],
      ['on', /^Agents' own edits in .*\/a⟨U\+000A⟩⟨U\+001B⟩\[2J"\$\(touch x\)' are reviewed\.\n$/],
      ['status', /^\/.*\/a⟨U\+000A⟩⟨U\+001B⟩\[2J"\$\(touch x\)' \(Redline 9\.9\.9\)\n {2}no agent is connected\n$/],
    ] as const)
      assert.match((await outputOf(machine.run(odd, command))).stdout, shown);
    assert.match(
      (await outputOf(machine.run(odd, 'doctor', '--quick'))).stdout,
      /^A VS Code window .* folder open\.$/m,
    );
    assert.deepEqual(await readdir(odd), []);
  });

  it('tries the launcher of the settings of the folder, however it is named there', async () => {
    const { window } = await machine.openWindow([folder]);
    window.onHook = async () => ({ stdout: JSON.stringify({ decision: 'deny', reason: probeAnswer }), exitCode: 0 });
    await mkdir(path.join(folder, '.gemini'));
    const fromHome = path.relative(machine.root, machine.launcher);
    const names = [
      machine.launcher,
      `'${machine.launcher}'`,
      `~/${fromHome}`,
      `$HOME/${fromHome}`,
      `"$HOME/${fromHome}"`,
    ];
    for (const name of names) {
      const hooks = { BeforeTool: [{ hooks: [{ command: `${name} hook gemini --timeout=600` }] }] };
      await writeFile(path.join(folder, '.gemini/settings.json'), JSON.stringify({ hooks }));
      assert.match((await run('doctor', '--quick')).stdout, /^Gemini CLI: .*; asked in/m, name);
    }
  });
});
