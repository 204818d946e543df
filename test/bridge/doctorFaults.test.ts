import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentHealth, Health } from '../../src/bridge/health.ts';
import { connectableAgents, filesOf, type Level } from '../../src/core/connect/agentSettings.ts';
import { connectText } from '../../src/core/connect/connectText.ts';
import { holdFiles } from '../../src/core/connect/holdSettings.ts';
import { dialects } from '../../src/core/dialects/dialects.ts';
import { probeAnswer } from '../../src/core/endpoint/probe.ts';
import { sha256 } from '../../src/core/text/hash.ts';
import { saveRecord } from '../../src/node/connect/fileRecords.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';

/** A deed that breaks what Connect wrote for an agent, and what the doctor says then. */
interface Break {
  readonly agent: string;
  readonly level?: Level;
  readonly deed: (machine: Machine) => Promise<unknown>;
  readonly says: RegExp;
}

const gemini = '.gemini/settings.json';

const breaks: Readonly<Record<string, Break>> = {
  'the hook is removed before tools alone': {
    agent: 'gemini',
    deed: (machine) =>
      edit(machine, gemini, (text) =>
        text.replace('"BeforeTool"', '"BeforeToolOff"').replace('BeforeToolOff', 'Notification'),
      ),
    says: /its hook is not asked before replace, write_file: connect it again/,
  },
  'its matcher leaves a tool out': {
    agent: 'claude',
    deed: (machine) => edit(machine, '.claude/settings.json', (text) => text.replaceAll('|Write|', '|')),
    says: /its hook is not asked before Write: connect it again/,
  },
  'all hooks are removed': {
    agent: 'gemini',
    deed: (machine) => edit(machine, gemini, (text) => JSON.stringify({ ...JSON.parse(text), hooks: {} })),
    says: /its hook is gone from .*settings\.json, where Connect wrote it: connect it again/,
  },
  'the file is removed': {
    agent: 'gemini',
    deed: (machine) => rm(path.join(machine.root, gemini)),
    says: /its hook is gone from .*; Redline's tools are gone from /,
  },
  'its server is removed': {
    agent: 'gemini',
    deed: (machine) => edit(machine, gemini, (text) => JSON.stringify({ ...JSON.parse(text), mcpServers: {} })),
    says: /Redline's tools are gone from .*settings\.json, where Connect wrote them/,
  },
  'its server starts something else': {
    agent: 'codex',
    deed: (machine) => edit(machine, '.codex/config.toml', (text) => text.replace('/bin/redline', '/bin/other')),
    says: /Redline's tools are gone from .*config\.toml/,
  },
  'its server is a launcher that is not there': {
    agent: 'codex',
    deed: (machine) => edit(machine, '.codex/config.toml', (text) => text.replace('/bin/redline', '/gone/bin/redline')),
    says: /gone\/bin\/redline, which .*config\.toml names, cannot be started: connect it again/,
  },
  'its server is switched off': {
    agent: 'opencode',
    deed: (machine) =>
      edit(machine, '.config/opencode/opencode.json', (text) => text.replace('"enabled": true', '"enabled": false')),
    says: /opencode\.json switches Redline's tools off/,
  },
  'its plugin is changed': {
    agent: 'opencode',
    deed: (machine) => edit(machine, '.config/opencode/plugins/redline.js', (text) => text.replace('throw new', 'new')),
    says: /redline\.js was changed since Connect wrote it: connect it again/,
  },
  'its own file is changed': {
    agent: 'copilot',
    deed: (machine) =>
      edit(machine, '.copilot/hooks/redline-copilot.json', (text) => text.replace('"preToolUse"', '"sessionStart"')),
    says: /its hook is not asked before edit, create.*|redline-copilot\.json was changed since Connect wrote it/,
  },
  'Claude Code runs no hooks': {
    agent: 'claude',
    deed: (machine) => write(machine, 'project/.claude/settings.local.json', '{ "disableAllHooks": true, }'),
    says: /"disableAllHooks" in .*settings\.local\.json switches the hook off: remove it/,
  },
  'Qwen Code runs no hooks': {
    agent: 'qwen',
    deed: (machine) => edit(machine, '.qwen/settings.json', (text) => text.replace('{', '{ "disableAllHooks": true,')),
    says: /"disableAllHooks" in .*settings\.json switches the hook off/,
  },
  'Gemini CLI runs no hooks': {
    agent: 'gemini',
    deed: (machine) => write(machine, `project/${gemini}`, '{ "hooksConfig": { "enabled": false } }'),
    says: /"hooksConfig\.enabled" in .*project.*settings\.json switches the hook off/,
  },
  'Gemini CLI does not run this hook': {
    agent: 'gemini',
    deed: (machine) =>
      edit(machine, gemini, (text) => {
        const settings = JSON.parse(text);
        const [{ hooks: [{ command = '' } = {}] = [] } = {}] = settings.hooks.BeforeTool;
        return JSON.stringify({ ...settings, hooksConfig: { disabled: [command] } });
      }),
    says: /"hooksConfig\.disabled" in .*settings\.json switches the hook off/,
  },
  'Codex runs no hooks': {
    agent: 'codex',
    deed: (machine) => edit(machine, '.codex/config.toml', (text) => `${text}\n[features]\nhooks = false\n`),
    says: /"features\.hooks" in .*config\.toml switches the hook off/,
  },
  'Copilot CLI runs no hooks': {
    agent: 'copilot',
    deed: (machine) => write(machine, '.copilot/config.json', '{ "disableAllHooks": true }'),
    says: /"disableAllHooks" in .*config\.json switches the hook off/,
  },
  'the folder is not trusted': {
    agent: 'gemini',
    level: 'workspace',
    deed: (machine) =>
      write(
        machine,
        '.gemini/trustedFolders.json',
        JSON.stringify({ [path.join(machine.root, 'project')]: 'DO_NOT_TRUST' }),
      ),
    says: /it runs the hooks of this folder only once you trust the folder: start it here, and trust it/,
  },
  'the launcher is not there': {
    agent: 'gemini',
    deed: (machine) => edit(machine, gemini, (text) => text.replaceAll('/bin/redline', '/gone/bin/redline')),
    says: /the hook fails: .*gone\/bin\/redline/,
  },
  'another launcher may not be started': {
    agent: 'gemini',
    deed: async (machine) => {
      await write(machine, 'other/bin/redline', '#!/bin/sh\n');
      await chmod(path.join(machine.root, 'other/bin/redline'), 0o644);
      await edit(machine, gemini, (text) =>
        text.replaceAll(machine.launcher, path.join(machine.root, 'other/bin/redline')),
      );
    },
    says: /other\/bin\/redline, which .* names, cannot be started.*the hook fails: /,
  },
  'another launcher has no opinion': {
    agent: 'gemini',
    deed: async (machine) => {
      await write(machine, 'other/bin/redline', '#!/bin/sh\n');
      await edit(machine, gemini, (text) =>
        text.replaceAll(machine.launcher, path.join(machine.root, 'other/bin/redline')),
      );
    },
    says: /the hook has no opinion here/,
  },
  'the settings are no JSON': {
    agent: 'gemini',
    deed: (machine) => edit(machine, gemini, (text) => text.slice(0, -3)),
    says: /cannot read .*settings\.json, which is not valid/,
  },
};

async function write(machine: Machine, file: string, text: string): Promise<void> {
  const place = path.join(machine.root, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text, { mode: 0o755 });
}

async function edit(machine: Machine, file: string, change: (text: string) => string): Promise<void> {
  const place = path.join(machine.root, file);
  const before = await readFile(place, 'utf8');
  const after = change(before);
  assert.notEqual(after, before);
  await writeFile(place, after);
}

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
    const plugin = await readFile(path.join(import.meta.dirname, '../../resources/opencode.js'), 'utf8');
    const connection = { launcher: machine.launcher, windows: false, plugin, level, folder };
    for (const file of filesOf(agent, connection)) {
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
