import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findHooks } from '../../../src/bridge/agents/findHooks.ts';
import { hookFacts } from '../../../src/core/dialects/hookFacts.ts';

describe('the hooks in a folder of hooks', () => {
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'redline-hooks-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const json = '{ "hooks": { "PreToolUse": [{ "command": "/bin/redline hook vscode" }] } }';
  const permission = '{ "permissions": { "allow": ["Bash(/x/bin/redline hook claude *)"] } }';
  const claudeHook = '{ "hooks": { "PreToolUse": [{ "hooks": [{ "command": "/x/bin/redline hook claude" }] }] } }';
  // Codex reads integers of 64 bits.
  const tomlHook =
    '[x]\nid = 9223372036854775807\n[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "/x/bin/redline hook codex"\n';
  for (const [agent, place, name, text, isRead] of [
    ['vscode', '.github/hooks', 'mine.json', json, true],
    ['vscode', '.github/hooks', 'mine.json.off', json, false],
    ['vscode', '.github/hooks', 'mine.json.bak', json, false],
    ['vscode', '.github/hooks', 'README.md', 'Starts `redline hook vscode`.', false],
    ['claude', '.claude', 'settings.json', claudeHook, true],
    ['claude', '.claude', 'settings.json', permission, false],
    ['codex', '.codex', 'config.toml', tomlHook, true],
    ['opencode', '.opencode/plugins', 'mine.js', "spawn(launcher, ['hook', 'opencode'])", true],
    ['opencode', '.opencode/plugins', 'mine.ts', "spawn(launcher, ['hook', 'opencode'])", true],
    ['opencode', '.opencode/plugins', 'mine.js.off', "spawn(launcher, ['hook', 'opencode'])", false],
  ] as const)
    it(`${isRead ? 'are' : 'are not'} what ${agent} would find in ${place}/${name}: ${text}`, async () => {
      const file = path.join(folder, place, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      const facts = hookFacts.find(({ id }) => id === agent) ?? assert.fail();
      const found = findHooks(facts, folder, '/bin/redline').filter((hook) => hook.file.startsWith(folder));
      assert.deepEqual(
        found.map((hook) => hook.file),
        isRead ? [file] : [],
      );
      assert.ok(found.every(({ isValid }) => isValid));
    });
});
