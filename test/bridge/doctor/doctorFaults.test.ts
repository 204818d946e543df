import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentHealth, Health } from '../../../src/bridge/doctor/health.ts';
import { connectableAgents, settingsFilesOf, type Level } from '../../../src/core/connect/agentSettings.ts';
import { connectText } from '../../../src/core/connect/connectText.ts';
import { holdFiles } from '../../../src/core/connect/holdSettings.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { probeAnswer } from '../../../src/core/endpoint/probe.ts';
import { sha256 } from '../../../src/core/text/bytes.ts';
import { saveRecord } from '../../../src/node/connect/fileRecords.ts';
import { Machine, outputOf } from '../../node/endpoint/machine.ts';
import { breaks, write } from '../connectBreaks.ts';

describe('what redline doctor says of what was connected and then broken', function () {
  this.timeout(60_000);
  if (process.platform === 'win32') return;
  let machine: Machine;
  let folder = '';
  beforeEach(async () => {
    machine = await Machine.start();
    folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    window.onHook = async ({ agent, input }) => {
      const dialect = dialects.get(agent);
      const call = dialect?.readCall(input);
      assert.ok(dialect !== undefined && call !== undefined);
      return dialect.answer.deny(call, probeAnswer);
    };
  });
  afterEach(() => machine.stop());

  /** Writes what Connect writes, with its records. */
  async function connect(agent: string, level: Level): Promise<void> {
    const plugin = await readFile(path.join(import.meta.dirname, '../../../resources/opencode.js'), 'utf8');
    const connection = { launcher: machine.launcher, windows: false, plugin, level, folder };
    for (const file of settingsFilesOf(agent, connection)) {
      const place = path.join(file.in === 'home' ? machine.root : folder, file.path);
      const text = connectText(undefined, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
      await record(place, text, 'connect');
    }
  }

  async function record(place: string, text: string, kind: 'connect' | 'hold'): Promise<void> {
    await saveRecord(pathToFileURL(place).href, kind, { before: undefined, after: await sha256(Buffer.from(text)) });
  }

  async function doctor(agent: string): Promise<{ line: string; health: AgentHealth; code: number | null }> {
    const words = await outputOf(machine.run(folder, 'doctor', '--quick'));
    const json = await outputOf(machine.run(folder, 'doctor', '--quick', '--json'));
    assert.equal(json.code, words.code);
    const { agents, isWell }: Health = JSON.parse(json.stdout);
    assert.equal(isWell, json.code === 0);
    const health = agents.find(({ id }) => id === agent) ?? assert.fail(agent);
    return {
      health,
      code: words.code,
      line: words.stdout.split('\n').find((line) => line.startsWith(`${health.name}: `)) ?? '',
    };
  }

  for (const agent of connectableAgents.filter((id) => id !== 'cline'))
    for (const level of ['user', 'workspace'] as const)
      it(`is well after ${agent} was connected (${level})`, async () => {
        await connect(agent, level);
        if (agent === 'gemini')
          await write(machine, '.gemini/trustedFolders.json', JSON.stringify({ [folder]: 'TRUST_FOLDER' }));
        const { health, code, line } = await doctor(agent);
        assert.deepEqual(health.faults, []);
        assert.match(line, /; asked in \d+ ms/);
        assert.equal(code, 0);
      });

  it('is well after cline was connected, and says that its own edits are not reviewed', async () => {
    await connect('cline', 'user');
    const { health, code, line } = await doctor('cline');
    assert.deepEqual([health.faults, health.servedBy.length, code], [[], 1, 0]);
    assert.match(line, /has Redline's tools from .*: edits by its own tools are not reviewed/);
  });

  for (const [title, { agent, level = 'user', deed, says }] of Object.entries(breaks))
    it(`tells, and ends with 1: ${title}`, async () => {
      await connect(agent, level);
      await deed(machine);
      const { line, code } = await doctor(agent);
      assert.match(line, says);
      assert.equal(code, 1);
    });

  it('finds settings behind links, and those that Connect wrote by their real paths', async () => {
    const kept = await machine.folder('dotfiles/gemini');
    await symlink(kept, path.join(machine.root, '.gemini'));
    await connect('gemini', 'user');
    assert.equal((await doctor('gemini')).code, 0);
    const real = path.join(kept, 'settings.json');
    await record(real, await readFile(real, 'utf8'), 'connect');
    await writeFile(real, '{}');
    assert.match((await doctor('gemini')).line, /its hook is gone from .*\.gemini\/settings\.json/);
  });

  for (const agent of ['claude', 'codex'])
    it(`tells that what held ${agent} is gone`, async () => {
      const [file = assert.fail()] = holdFiles(agent, { folder, writable: [] });
      await write(machine, `project/${file.path}`, connectText(undefined, file));
      await record(path.join(folder, file.path), '', 'hold');
      const { health, code } = await doctor(agent);
      assert.deepEqual([health.hold?.state, health.faults, code], ['set', [], 0]);
      await write(machine, `project/${file.path}`, '');
      const gone = await doctor(agent);
      assert.match(gone.line, /Hold is gone from .*, where Redline wrote it: hold it again, or release it/);
      assert.equal(gone.code, 1);
    });
});
