import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HoldHealth } from '../../../src/bridge/hold/hold.ts';
import { connectText, disconnectText } from '../../../src/core/connect/connectText.ts';
import { holdFiles } from '../../../src/core/connect/holdSettings.ts';
import type { LocatedFile } from '../../../src/core/connect/agentSettings.ts';
import type { ScriptedWindow } from '../../node/endpoint/agentWindow.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';
import { calls, says, type Turn } from '../driver/model-script.ts';
import { startAgent, type TerminalAgent } from './agent.ts';
import { heldAgents, type HeldAgent } from './heldAgents.ts';
import { installAgent } from './installAgent.ts';

// The agents' own sandboxes; the real bridge, doctor and endpoint. The window's answers are scripted.
for (const held of heldAgents()) {
  describe(`holding ${held.agent.name}`, function () {
    this.timeout(240_000);
    holding(held);
  });
}

function holding({ agent, script, writable, settings, command, shell, edit, writers, leaks }: HeldAgent): void {
  let machine: Machine;
  let folder = '';
  let file: LocatedFile;
  let window: ScriptedWindow;
  const pathBefore = process.env['PATH'];
  before(async function () {
    this.timeout(600_000);
    const modules = path.join(await installAgent(agent.npm), 'node_modules');
    machine = await Machine.start();
    folder = await machine.folder('project');
    for (const each of ['src', 'out', 'packages/a/dist']) await mkdir(path.join(folder, each), { recursive: true });
    await writeFile(path.join(folder, 'a.txt'), 'one\n');
    // Where a repository begins, both look for settings of the folder.
    await mkdir(path.join(folder, '.git/refs/heads'), { recursive: true });
    await mkdir(path.join(folder, '.git/objects'));
    await writeFile(path.join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    const program = `#!/bin/sh\nexec '${process.execPath}' '${path.join(modules, script)}' "$@"\n`;
    const programs = await machine.folder('programs');
    await writeFile(path.join(programs, agent.id), program, { mode: 0o755 });
    process.env['PATH'] = `${programs}${path.delimiter}${pathBefore}`;
    const [own] = holdFiles(agent.id, { folder, writable });
    assert.ok(own);
    file = own;
    ({ window } = await machine.openWindow([folder]));
    await settings(machine.root, folder, machine.launcher, 'http://127.0.0.1:9');
    const { needs, state } = await doctor();
    assert.equal(state, 'off');
    if (needs.length === 0) return;
    console.log(`NOT RUN: Hold with ${agent.name}, whose sandbox does not start here. ${needs.join(' ')}`);
    this.skip();
  });
  after(async () => {
    process.env['PATH'] = pathBefore;
    await machine.stop();
  });

  async function doctor(cwd = folder): Promise<HoldHealth> {
    const { stdout, stderr } = await outputOf(machine.run(cwd, 'doctor', '--json', '--trust'));
    const { agents } = JSON.parse(stdout || assert.fail(stderr)) as { agents: { id: string; hold?: HoldHealth }[] };
    return agents.find(({ id }) => id === agent.id)?.hold ?? assert.fail('The doctor says nothing of Hold.');
  }

  async function hold(): Promise<void> {
    await mkdir(path.dirname(path.join(folder, file.path)), { recursive: true });
    await writeFile(path.join(folder, file.path), connectText(undefined, file));
  }

  async function work(
    turns: readonly Turn[],
    cwd = folder,
  ): Promise<{ answers: string[]; offered: readonly string[] }> {
    const configured: TerminalAgent = {
      ...agent,
      configure: async ({ modelUrl }) => {
        await settings(machine.root, folder, machine.launcher, modelUrl);
        return command(machine.root, modelUrl);
      },
    };
    const run = await startAgent(configured, {
      folder: cwd,
      launcher: machine.launcher,
      script: [...turns, says('Done.')],
    });
    try {
      const answers: string[] = [];
      for (const index of turns.keys()) answers.push(await run.answer(index));
      await run.ended;
      return { answers, offered: run.offered() };
    } finally {
      await run.stop();
    }
  }

  it('is off before, and the doctor says what it would need', async () => {
    const { state, needs } = await doctor();
    assert.deepEqual([state, needs], ['off', []]);
    const words = (await outputOf(machine.run(folder, 'doctor', '--trust'))).stdout;
    assert.match(words, new RegExp(`^${agent.name}: .*Hold is off;`, 'm'));
  });

  it('is on once it is written, by a write that fails and one that works', async () => {
    await hold();
    const { words, state, writable: open } = await doctor();
    assert.equal(words, '');
    assert.equal(state, 'on');
    assert.deepEqual(open, writable);
    assert.match(
      (await outputOf(machine.run(folder, 'doctor', '--trust'))).stdout,
      /Hold is on: its shell and its own tools/,
    );
    assert.equal((await doctor(path.join(folder, 'src'))).state, 'on', 'started in a folder below');
    assert.deepEqual(
      ['.', 'out', 'src'].flatMap((each) => (existsSync(path.join(folder, each, 'x')) ? [each] : [])),
      [],
    );
  });

  it('refuses what its shell and its own tools write, and lets Redline write', async () => {
    await hold();
    window.onCall = ({ tool, answer }) => {
      assert.equal(tool, 'redline_write_file');
      void writeFile(path.join(folder, 'approved.txt'), 'ok\n').then(() =>
        answer({ text: 'Written.', result: {}, images: [] }),
      );
    };
    const closed = [shell('echo x > a.txt'), shell('echo x > new.txt'), shell('rm -rf src')];
    const patched = edit === undefined ? [] : [edit(path.join(folder, 'patched.txt'))];
    const open = writable.map((below) => shell(`echo built > ${below}/built.txt`));
    const own = calls({ name: 'write_file', input: { filePath: 'approved.txt', content: 'ok\n' } });
    const { answers, offered } = await work([...closed, ...patched, ...open, own]);
    assert.deepEqual(
      offered.filter((name) => writers.includes(name)),
      [],
    );
    assert.equal(await readFile(path.join(folder, 'a.txt'), 'utf8'), 'one\n', answers.join('\n'));
    assert.ok(existsSync(path.join(folder, 'src')));
    for (const name of ['new.txt', 'patched.txt']) assert.ok(!existsSync(path.join(folder, name)), name);
    for (const below of writable)
      assert.equal(await readFile(path.join(folder, below, 'built.txt'), 'utf8'), 'built\n');
    assert.equal(await readFile(path.join(folder, 'approved.txt'), 'utf8'), 'ok\n', answers.at(-1));
  });

  for (const { file: leak, text, told } of leaks) {
    it(`is not on while ${leak} has ${text.trim()}`, async () => {
      await hold();
      const place = path.join(machine.root, leak);
      const before = existsSync(place) ? await readFile(place) : undefined;
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
      try {
        const { state, words } = await doctor();
        assert.equal(state, 'broken');
        assert.match(words, told);
        const { stdout, code } = await outputOf(machine.run(folder, 'doctor', '--trust'));
        assert.match(stdout, /Hold is not on, although it is set: /);
        assert.equal(code, 1);
      } finally {
        await (before === undefined ? rm(place) : writeFile(place, before));
      }
    });
  }

  it('is not on where its settings were changed', async () => {
    const written = connectText(undefined, file);
    const changed = written.replace('"enabled": true', '"enabled": false').replace(/" = "read"/, '" = "write"');
    assert.notEqual(changed, written);
    await writeFile(path.join(folder, file.path), changed);
    const { state, words } = await doctor();
    assert.equal(state, 'broken');
    assert.match(words, /could write to|Its own tool/);
  });

  it('is not on where its profile has a folder deep inside that may be written', async function () {
    if (file.format !== 'toml') this.skip();
    const deep = '":workspace_roots" = { "src/deep" = "write" }';
    await writeFile(path.join(folder, file.path), `${connectText(undefined, file)}${deep}\n`);
    const { state, words } = await doctor();
    assert.equal(state, 'broken');
    assert.match(words, /":workspace_roots" in the permissions of Hold/);
  });

  it('is off again once it is taken out', async () => {
    await hold();
    assert.match(disconnectText(connectText(undefined, file), file) ?? '', /^(?:\{\s*\}\s*)?$/);
    await rm(path.join(folder, file.path));
    assert.equal((await doctor()).state, 'off');
    await work([shell('echo x > new.txt')]);
    assert.ok(existsSync(path.join(folder, 'new.txt')));
    await rm(path.join(folder, 'new.txt'));
  });
}
