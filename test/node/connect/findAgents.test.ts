import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findAgents } from '../../../src/node/connect/findAgents.ts';

describe('agents that are installed', () => {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'redline-home-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const findIds = (variables: Readonly<Record<string, string>> = {}): string[] =>
    [...findAgents(home, variables)].sort();

  it('are none but the editor in a fresh home, even where other programs keep settings', async () => {
    assert.deepEqual(findIds(), ['vscode']);
    // VS Code makes the second for its own agents.
    for (const folder of ['.config/other', '.copilot/hooks']) await mkdir(path.join(home, folder), { recursive: true });
    assert.deepEqual(findIds(), ['vscode']);
  });

  it('are those with a folder for their settings, wherever a variable moves it', async () => {
    for (const folder of ['.config/opencode', '.cline', '.gemini', 'moved', 'settings/opencode'])
      await mkdir(path.join(home, folder), { recursive: true });
    assert.deepEqual(findIds(), ['cline', 'gemini', 'opencode', 'vscode']);
    const moved = { CODEX_HOME: path.join(home, 'moved'), XDG_CONFIG_HOME: path.join(home, 'nowhere') };
    assert.deepEqual(findIds(moved), ['cline', 'codex', 'gemini', 'vscode']);
    await mkdir(path.join(home, '.copilot'));
    await writeFile(path.join(home, '.copilot/config.json'), '{}');
    assert.ok(findIds().includes('copilot'));
    assert.ok(findIds({ XDG_CONFIG_HOME: path.join(home, 'settings') }).includes('opencode'));
  });

  it('are those with a program on the path', async function () {
    if (process.platform === 'win32') this.skip();
    const program = path.join(home, 'programs/claude');
    await mkdir(path.dirname(program));
    await writeFile(program, '', { mode: 0o644 });
    const variables = { PATH: path.dirname(program) };
    assert.deepEqual(findIds(variables), ['vscode']);
    await chmod(program, 0o755);
    assert.deepEqual(findIds(variables), ['claude', 'vscode']);
  });
});
