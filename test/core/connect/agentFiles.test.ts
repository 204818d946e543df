import assert from 'node:assert/strict';
import { connectableAgents, settingsFilesOf } from '../../../src/core/connect/agentSettings.ts';
import { resolveHomeFile, listSystemSettingsFiles } from '../../../src/core/connect/agentFiles.ts';

describe("the files of agents in the user's home", () => {
  for (const [agent, path, variables, expected] of [
    ['codex', '.codex/hooks.json', {}, '/home/me/.codex/hooks.json'],
    ['codex', '.codex/hooks.json', { CODEX_HOME: '/else/codex/' }, '/else/codex/hooks.json'],
    ['codex', '.codex', { CODEX_HOME: '/else' }, '/else'],
    ['codex', '.codex/config.toml', { CODEX_HOME: '' }, '/home/me/.codex/config.toml'],
    ['codex', '.codex/config.toml', { CODEX_HOME: 'relative' }, '/home/me/.codex/config.toml'],
    ['codex', '.codex/config.toml', { CODEX_HOME: String.raw`C:\codex` }, String.raw`C:\codex` + '/config.toml'],
    ['claude', '.claude/settings.json', { CLAUDE_CONFIG_DIR: '/else' }, '/else/settings.json'],
    ['claude', '.claude.json', { CLAUDE_CONFIG_DIR: '/else' }, '/else/.claude.json'],
    ['vscode', '.claude/settings.json', { CLAUDE_CONFIG_DIR: '/else' }, '/home/me/.claude/settings.json'],
    ['vscode', '.copilot/hooks', { COPILOT_HOME: '/else' }, '/home/me/.copilot/hooks'],
    ['copilot', '.copilot/hooks', { COPILOT_HOME: '/else' }, '/else/hooks'],
    ['gemini', '.gemini/settings.json', { GEMINI_CLI_HOME: '/else' }, '/else/.gemini/settings.json'],
    ['qwen', '.qwen/settings.json', { QWEN_HOME: '/else' }, '/else/settings.json'],
    ['opencode', '.config/opencode/opencode.json', { XDG_CONFIG_HOME: '/else' }, '/else/opencode/opencode.json'],
    [
      'cline',
      '.cline/data/settings/cline_mcp_settings.json',
      { CLINE_DIR: '/c' },
      '/c/data/settings/cline_mcp_settings.json',
    ],
    [
      'cline',
      '.cline/data/settings/cline_mcp_settings.json',
      { CLINE_DIR: '/c', CLINE_DATA_DIR: '/d' },
      '/d/settings/cline_mcp_settings.json',
    ],
    ['cline', '.cline/data/settings/cline_mcp_settings.json', { CLINE_MCP_SETTINGS_PATH: '/m.json' }, '/m.json'],
    ['codex', '.codexes/x', { CODEX_HOME: '/else' }, '/home/me/.codexes/x'],
  ] as const)
    it(`${agent}: ${path} with ${JSON.stringify(variables)}`, () =>
      assert.equal(resolveHomeFile(agent, path, '/home/me', variables), expected));

  it('are found for every agent but VS Code where its variable says', () => {
    const variables = {
      CODEX_HOME: '/x',
      CLAUDE_CONFIG_DIR: '/x',
      COPILOT_HOME: '/x',
      GEMINI_CLI_HOME: '/x',
      QWEN_HOME: '/x',
      XDG_CONFIG_HOME: '/x',
      CLINE_DIR: '/x',
    };
    const connection = {
      level: 'user',
      folder: undefined,
      launcher: '/bin/redline',
      windows: false,
      plugin: '',
    } as const;
    const inHome = connectableAgents.filter((agent) =>
      settingsFilesOf(agent, connection).some(({ path }) =>
        resolveHomeFile(agent, path, '/home/me', variables).startsWith('/home'),
      ),
    );
    assert.deepEqual(inHome, ['vscode']);
  });
});

describe('the settings of an organisation', () => {
  it('are a file of the system, or the one that a variable of the environment names', () => {
    assert.deepEqual(listSystemSettingsFiles('gemini', 'linux', {}), ['/etc/gemini-cli/settings.json']);
    assert.deepEqual(listSystemSettingsFiles('qwen', 'win32', {}), ['C:\\ProgramData\\qwen-code\\settings.json']);
    const environment = { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/o.json', GEMINI_CLI_SYSTEM_SETTINGS_PATH: '' };
    assert.deepEqual(listSystemSettingsFiles('qwen', 'darwin', environment), ['/o.json']);
    assert.deepEqual(listSystemSettingsFiles('gemini', 'linux', environment), ['/etc/gemini-cli/settings.json']);
    assert.deepEqual(listSystemSettingsFiles('codex', 'linux', {}), []);
  });
});
