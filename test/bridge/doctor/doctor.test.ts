import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import type { ProbeResult } from '../../../src/bridge/doctor/probeHook.ts';
import { hookFacts } from '../../../src/core/dialects/hookFacts.ts';
import { probeAnswer, probeSession } from '../../../src/core/endpoint/probe.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';

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
    assert.match(words, /^Claude Code: .*does not have Redline's hook: its own edits are not reviewed;/m);
    assert.match(
      words,
      /^Copilot CLI: .*if the hook crashes, the edit is refused, and if it takes too long, written;/m,
    );
  });

  it('looks where a variable of the environment says that the agent has its settings', async () => {
    await machine.openWindow([folder]);
    const own = await machine.folder('else');
    machine.environment['CODEX_HOME'] = own;
    const hooks = { PreToolUse: [{ hooks: [{ command: `${machine.launcher} hook codex` }] }] };
    await writeFile(path.join(own, 'hooks.json'), JSON.stringify({ hooks }));
    assert.match((await run('doctor', '--quick')).stdout, new RegExp(`^Codex: .*hook in ${own}/hooks\\.json;`, 'm'));
  });

  it('says that the agent cannot read settings that are not valid, that a hook is gone, and that a window is dead', async () => {
    const { window, endpoint } = await machine.openWindow([folder]);
    window.onHook = async () => ({
      stdout: JSON.stringify({ decision: 'deny', reason: probeAnswer }),
      exitCode: 0,
    });
    const file = path.join(machine.root, '.gemini/settings.json');
    await mkdir(path.dirname(file), { recursive: true });
    const valid = `{ // mine\n "hooks": { "BeforeTool": [{ "hooks": [{ "command": "${machine.launcher} hook gemini" }] }] }, }`;
    await writeFile(file, valid);
    const well = await run('doctor', '--quick');
    assert.match(well.stdout, /^Gemini CLI: .*asked in/m);
    assert.equal(well.code, 0);
    await writeFile(file, valid.slice(0, -3));
    const cut = await run('doctor', '--quick');
    assert.match(
      cut.stdout,
      /^Gemini CLI: .*does not have Redline's hook.*; cannot read .*settings\.json, which is not valid/m,
    );
    assert.equal(cut.code, 1);
    await writeFile(file, '{}');
    assert.match((await run('doctor', '--quick')).stdout, /^Gemini CLI: .*Redline's hook: its own edits are not/m);
    await writeFile(file, valid);
    // As a window that was killed leaves it.
    const windows = path.join(machine.home, 'windows');
    const [entry = ''] = await readdir(windows);
    const text = await readFile(path.join(windows, entry), 'utf8');
    endpoint.close();
    await writeFile(path.join(windows, entry), text, { mode: 0o600 });
    const dead = await run('doctor', '--quick');
    assert.match(dead.stdout, /^No VS Code window/);
    assert.match(dead.stdout, /^Gemini CLI: .*the hook has no opinion here/m);
    assert.equal(dead.code, 1);
  });

  /** Writes Gemini CLI's settings with this command for its hook, and answers what the doctor says of Gemini CLI. */
  async function gemini(command: string): Promise<{ readonly code: number | null; readonly probe: ProbeResult }> {
    const settings = path.join(machine.root, '.gemini/settings.json');
    await mkdir(path.dirname(settings), { recursive: true });
    await writeFile(settings, JSON.stringify({ hooks: { BeforeTool: [{ hooks: [{ command }] }] } }));
    const { stdout, code } = await run('doctor', '--json');
    const { agents } = JSON.parse(stdout) as { agents: { id: string; probe: ProbeResult }[] };
    const found = agents.find(({ id }) => id === 'gemini');
    assert.ok(found);
    return { code, probe: found.probe };
  }

  it('tries the hook as it stands in the settings, by an edit that the window denies', async () => {
    const { window, endpoint } = await machine.openWindow([folder]);
    window.onHook = async ({ agent, input }) => {
      assert.equal(agent, 'gemini');
      assert.equal(dialects.get('gemini')?.readCall(input)?.sessionId, probeSession);
      return { stdout: JSON.stringify({ decision: 'deny', reason: probeAnswer }), exitCode: 0 };
    };
    const command = `${machine.launcher} hook gemini --timeout=600`;
    const asked = await gemini(command);
    assert.equal(asked.probe.outcome, 'asked');
    assert.equal(asked.code, 0);
    assert.match((await run('doctor')).stdout, /^Gemini CLI: .*; asked in \d+ ms;/m);

    window.onHook = async () => ({ stdout: JSON.stringify({ decision: 'deny', reason: 'No.' }), exitCode: 0 });
    const refused = await gemini(command);
    assert.deepEqual([refused.probe.outcome, refused.code], ['refused', 1]);

    const broken = await gemini(`${machine.root}/gone/bin/redline hook gemini`);
    assert.deepEqual([broken.probe.outcome, broken.code], ['failed', 1]);
    assert.match((await run('doctor')).stdout, /^Gemini CLI: .*the hook fails: .*gone\/bin\/redline/m);

    await run('off');
    assert.equal((await gemini(command)).probe.outcome, 'open');
    await run('on');
    endpoint.close();
    const away = await gemini(command);
    assert.deepEqual([away.probe.outcome, away.code], ['open', 1]);
  });

  it('tells versions, and whether Codex trusts the hook, as Codex says it', async function () {
    if (process.platform === 'win32') this.skip();
    const { window } = await machine.openWindow([folder]);
    window.onHook = async () => ({ stdout: JSON.stringify({ reason: probeAnswer }), exitCode: 0 });
    const command = `${machine.launcher} hook codex`;
    await mkdir(path.join(machine.root, '.codex'));
    await writeFile(
      path.join(machine.root, '.codex/hooks.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ command }] } }),
    );
    const programs = await machine.folder('programs');
    for (const [trustStatus, words] of [
      [
        'untrusted',
        /^Codex: installed 0\.1\.2 \(Redline was tried with [\d.]+\);.*it skips the hook until you trust it/m,
      ],
      ['modified', /^Codex: .*it skips the hook until you trust it: start it here, and choose the hook in \/hooks;/m],
      ['trusted', /^Codex: .*it trusts the hook;/m],
      ['managed', /^Codex: .*it trusts the hook;/m],
      ['else', /^Codex: .*whether it trusts the hook is not known;/m],
      ['missing', /^Codex: .*it does not list Redline's hook: start it here, and trust the folder;/m],
    ] as const) {
      const hooks = trustStatus === 'missing' ? [] : [{ command, trustStatus }];
      const list = JSON.stringify({ id: 2, result: { data: [{ hooks }] } });
      const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo codex-cli 0.1.2; else echo '${list}'; read line; fi\n`;
      await writeFile(path.join(programs, 'codex'), script, { mode: 0o755 });
      const before = process.env['PATH'];
      process.env['PATH'] = `${programs}${path.delimiter}${before}`;
      try {
        const { stdout, code } = await run('doctor');
        assert.match(stdout, words);
        assert.equal(code, ['untrusted', 'modified', 'missing'].includes(trustStatus) ? 1 : 0, trustStatus);
      } finally {
        process.env['PATH'] = before;
      }
    }
  });

  it('says that a connected agent is not on the path, and that one which says no version is installed', async function () {
    if (process.platform === 'win32') this.skip();
    await machine.openWindow([folder]);
    const settings = path.join(machine.root, '.gemini/settings.json');
    const command = `${machine.launcher} hook gemini`;
    await mkdir(path.dirname(settings), { recursive: true });
    await writeFile(settings, JSON.stringify({ hooks: { BeforeTool: [{ hooks: [{ command }] }] } }));
    const programs = await machine.folder('programs');
    const before = process.env['PATH'];
    try {
      process.env['PATH'] = [programs, path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter);
      assert.match((await run('doctor')).stdout, /^Gemini CLI: not found on the path; hook in .*settings\.json;/m);
      const program = path.join(programs, 'gemini');
      // A file that cannot be started is no program.
      await writeFile(program, '#!/bin/sh\n', { mode: 0o644 });
      assert.match((await run('doctor')).stdout, /^Gemini CLI: not found on the path;/m);
      await chmod(program, 0o755);
      assert.match((await run('doctor')).stdout, /^Gemini CLI: installed; hook in/m);
      await writeFile(program, '#!/bin/sh\necho 0.1.2\n');
      assert.match((await run('doctor')).stdout, /^Gemini CLI: installed 0\.1\.2 \(Redline was tried with [\d.]+\);/m);
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('says of an agent without a hook that its own edits are not reviewed, and what starts Redline for it', async () => {
    await machine.openWindow([folder]);
    const file = path.join(machine.root, '.cline/data/settings/cline_mcp_settings.json');
    const before = await run('doctor', '--quick');
    assert.match(before.stdout, /^Cline: .*Redline has no hook for it: edits by its own tools are not reviewed;/m);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ mcpServers: { redline: { command: machine.launcher, args: ['mcp'] } } }));
    const connected = await run('doctor', '--quick');
    assert.match(
      connected.stdout,
      /^Cline: .*; has Redline's tools from .*cline_mcp_settings\.json; Redline has no hook/m,
    );
    assert.equal(connected.code, 0);
    const { agents } = JSON.parse((await run('doctor', '--quick', '--json')).stdout);
    assert.ok(Array.isArray(agents));
    const { hookedBy, servedBy, onCrash } = agents.find(({ id }) => id === 'cline');
    assert.deepEqual([hookedBy, servedBy, onCrash], [[], [file], undefined]);
  });

  it('knows every agent that has a dialect', () => {
    const known = new Set(hookFacts.map(({ id }) => id));
    assert.deepEqual(
      [...dialects.keys()].filter((id) => !known.has(id)),
      [],
    );
  });
});
