// Ways in which what Connect wrote is broken, and what the doctor says then.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Level } from '../../src/core/connect/agentSettings.ts';
import type { Machine } from '../node/endpoint/machine.ts';

/** A deed that breaks what Connect wrote for an agent, and what the doctor says then. */
export interface Break {
  readonly agent: string;
  readonly level?: Level;
  readonly deed: (machine: Machine) => Promise<unknown>;
  readonly says: RegExp;
}

const gemini = '.gemini/settings.json';

export const breaks: Readonly<Record<string, Break>> = {
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
  'its server is a folder': {
    agent: 'codex',
    deed: async (machine) => {
      await mkdir(path.join(machine.root, 'folder/bin/redline'), { recursive: true });
      await edit(machine, '.codex/config.toml', (text) =>
        text.replace(machine.launcher, path.join(machine.root, 'folder/bin/redline')),
      );
    },
    says: /folder\/bin\/redline, which .*config\.toml names, cannot be started: connect it again/,
  },
  'its server is switched off': {
    agent: 'opencode',
    deed: (machine) =>
      edit(machine, '.config/opencode/opencode.json', (text) => text.replace('"enabled": true', '"enabled": false')),
    says: /opencode\.json switches Redline's tools off/,
  },
  'the server of an agent without a hook is removed': {
    agent: 'cline',
    deed: (machine) => edit(machine, '.cline/data/settings/cline_mcp_settings.json', () => '{}'),
    says: /Redline's tools are gone from .*cline_mcp_settings\.json, where Connect wrote them/,
  },
  'the server of an agent without a hook is switched off': {
    agent: 'cline',
    deed: (machine) =>
      edit(machine, '.cline/data/settings/cline_mcp_settings.json', (text) =>
        text.replace('"type": "stdio"', '"disabled": true'),
      ),
    says: /cline_mcp_settings\.json switches Redline's tools off/,
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
  'Claude Code runs no hooks in the whole repository': {
    agent: 'claude',
    deed: async (machine) => {
      await write(machine, '.git/HEAD', 'ref: refs/heads/main\n');
      await write(machine, '.claude/settings.local.json', '{ "disableAllHooks": true }');
    },
    says: /"disableAllHooks" in .*(?<!project)\/\.claude\/settings\.local\.json switches the hook off: remove it/,
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
  'Gemini CLI runs no hooks on this machine': {
    agent: 'gemini',
    deed: async (machine) => {
      await write(machine, 'etc/gemini.json', '{ "hooksConfig": { "enabled": false } }');
      machine.environment['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] = path.join(machine.root, 'etc/gemini.json');
    },
    says: /"hooksConfig\.enabled" in .*etc\/gemini\.json switches the hook off/,
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

/** Writes a file of the machine, which can be started. */
export async function write(machine: Machine, file: string, text: string): Promise<void> {
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
