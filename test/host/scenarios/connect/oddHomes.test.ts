import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../../driver/cleanup.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { approveAll, pickAll, pickOnly } from './connectSteps.ts';

const many = Array.from({ length: 100_000 }, (_, index) => `    "${'x'.repeat(40)} ${index}"`).join(',\n');

/** What people have in their homes before Redline, by path from there. */
const settings: Readonly<Record<string, string>> = {
  'dotfiles/claude/settings.json': '{\r\n  "permissions": { "allow": ["Read"] },\r\n  "model": "é"\r\n}\r\n',
  '.claude.json': `{\n  "projects": {},\n  "history": [\n${many}\n  ]\n}\n`,
  'dotfiles/codex.toml': '# mine\nmodel = "x"\n[tui]\n\ttheme = "y" # tabs',
  '.codex/hooks.json':
    '{ "hooks": { "PreToolUse": [ { "matcher": "*", "hooks": [ { "type": "command", "command": "lint.sh" } ] } ] } }',
  '.gemini/settings.json': '\ufeff{\n\t// mine\n\t"ui": { "theme": "z" }, // behind\n\t/* last */\n}',
  'my config/opencode/opencode.json': '{"theme":"x","mcp":{}}',
};

describe('connecting all agents in odd homes', () => {
  const host = useHost({ home: "Müllers ☕ home's" });
  const home = (): string => path.resolve(host().agentLauncher, '../../..');
  const at = (file: string): string => path.join(home(), file);

  /** Whatever lies in the home or the workspace: links as such, files with their modes and bytes; without folders that are empty. */
  async function stateOf(folder: string): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const name of await readdir(folder, { recursive: true })) {
      const file = path.join(folder, name);
      const stats = await lstat(file);
      const isOwn = /^(?:\.redline|\.cache|\.local|\.npm|\.config\/(?!opencode)|\.vscode|\.git)(?:\/|$)/.test(name);
      if (isOwn || stats.isDirectory()) continue;
      found[name] = stats.isSymbolicLink()
        ? `→ ${await readlink(file)}`
        : `${(stats.mode & 0o777).toString(8)} ${createHash('sha256')
            .update(await readFile(file))
            .digest('hex')}`;
    }
    return found;
  }

  async function told(words: string): Promise<string> {
    return waitFor(`the words "${words}"`, async () =>
      (await host().person.notifications()).find((text) => text.includes(words)),
    );
  }

  async function connectAll(where: string, name: string): Promise<void> {
    await host().evaluate((vscode) => vscode.commands.executeCommand('notifications.clearAll').then(() => null));
    await host().person.command('Redline: Connect an Agent…');
    await pickAll(host());
    await host().person.pick(where);
    if (name === '') return;
    await waitFor('the review', async () => (await host().editors.tabs()).length > 0);
    await picture(host(), name);
    await approveAll(host());
  }

  async function disconnectAll(): Promise<void> {
    await host().person.command('Redline: Disconnect an Agent…');
    await pickAll(host());
    await waitFor('the review', async () =>
      (await host().editors.tabs()).some(({ label }) => label.includes('Redline')),
    );
    await approveAll(host());
    await told('works without Redline again');
  }

  beforeEach(async () => {
    await waitFor('the command for agents', () => existsSync(host().agentLauncher));
    for (const [file, text] of Object.entries(settings)) {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await writeFile(at(file), text);
    }
    await symlink('dotfiles/claude', at('.claude'));
    await symlink('../dotfiles/codex.toml', at('.codex/config.toml'));
    await chmod(at('.claude.json'), 0o600);
    await chmod(at('.gemini/settings.json'), 0o640);
    await host().evaluate((_, value) => {
      process.env['XDG_CONFIG_HOME'] = value;
      return null;
    }, at('my config'));
  });
  afterEach(async () => {
    for (const name of await readdir(home())) if (name !== '.redline') await removeFolder(at(name));
  });

  it('writes all settings once, keeps links and modes, tells of hooks of others, and puts all back to the byte', async function () {
    this.timeout(300_000);
    const before = await stateOf(home());
    await connectAll('Everywhere', 'connect-review-all');
    const words = await told(': connected');
    assert.match(words, /asked in \d+ ms/);
    await host().page.locator('.statusbar-item').filter({ hasText: 'Agents: 7 of 8' }).waitFor();
    const connected = await stateOf(home());
    for (const [file, state] of Object.entries(before)) {
      assert.equal(connected[file]?.split(' ')[0], state.split(' ')[0], `${file} is still a link, or has its mode`);
    }
    for (const file of [
      'dotfiles/claude/settings.json',
      '.claude.json',
      'dotfiles/codex.toml',
      '.gemini/settings.json',
    ])
      assert.notEqual(connected[file], before[file], file);
    assert.match(await readFile(at('my config/opencode/plugins/redline.js'), 'utf8'), /Redline's plugin/);
    assert.ok(!existsSync(at('.config/opencode')));
    await picture(host(), 'connect-status-all');

    await connectAll('Everywhere', '');
    await told('already connected, nothing was changed');
    assert.deepEqual(await stateOf(home()), connected);

    await disconnectAll();
    assert.deepEqual(await stateOf(home()), before);
  });

  it('does the same for the settings of one folder', async function () {
    this.timeout(300_000);
    const { workspace } = host();
    await workspace.write('.gemini/settings.json', '{ "ui": {} }');
    const [before, folder] = [await stateOf(home()), await stateOf(workspace.root)];
    await connectAll('In sample only', 'connect-review-folder');
    await told(': connected');
    const connected = await stateOf(workspace.root);
    assert.ok(Object.keys(connected).length > Object.keys(folder).length);
    await connectAll('In sample only', '');
    await told('already connected, nothing was changed');
    assert.deepEqual(await stateOf(workspace.root), connected);
    await disconnectAll();
    assert.deepEqual(await stateOf(workspace.root), folder);
    assert.deepEqual(await stateOf(home()), before);
  });

  it('leaves alone what is read-only, with the reason, and connects the rest, through a link to no file as well', async function () {
    this.timeout(300_000);
    await chmod(at('.gemini/settings.json'), 0o444);
    await mkdir(at('.qwen'));
    await symlink('../gone/settings.json', at('.qwen/settings.json'));
    const before = await stateOf(home());
    await host().person.command('Redline: Connect an Agent…');
    await pickOnly(host(), ['Gemini CLI', 'Qwen Code', 'Codex'], 'connect-pick-odd');
    await host().person.pick('Everywhere');
    await waitFor('the review', async () => (await host().editors.tabs()).length > 0);
    await approveAll(host());
    await told('.gemini/settings.json was left as it is. It is read-only. Make it writable first.');
    const connected = await stateOf(home());
    assert.equal(connected['.gemini/settings.json'], before['.gemini/settings.json']);
    assert.equal(connected['.qwen/settings.json'], '→ ../gone/settings.json');
    assert.match(await readFile(at('gone/settings.json'), 'utf8'), /redline.* hook qwen --timeout=3600/);
    await disconnectAll();
    // The link is the person's: the file that it leads to by now stays, without any entry.
    const emptied = createHash('sha256').update('{}\n').digest('hex');
    assert.deepEqual(await stateOf(home()), { ...before, 'gone/settings.json': `644 ${emptied}` });
  });
});
