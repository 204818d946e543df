import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectableAgents, settingsFilesOf } from '../../src/core/connect/agentSettings.ts';
import { holdableAgents, holdFiles } from '../../src/core/connect/holdSettings.ts';
import { withPart, type SettingsPart } from '../../src/vscode/connect/settings/settingsFiles.ts';
import { connection, machine, read, takeOut, useSettingsHome, write } from './settingsHome.ts';

/** Settings of JSON as people and tools leave them; `other` stands for what is theirs. */
const json: Readonly<Record<string, string>> = {
  'an empty file': '',
  'an empty object': '{}',
  'tabs and comments, no final newline': '{\n\t// mine\n\t"other": { "a": 1 }, // behind\n\t/* last */\n}',
  CRLF: '{\r\n  "other": [1, 2],\r\n  "mcpServers": {\r\n    "x": { "command": "x" }\r\n  }\r\n}\r\n',
  'a byte order mark': '\ufeff{\n    "other": "é"\n}\n',
  'one line': '{"other":{"b":[]},"hooks":{}}',
  "other tools' hooks":
    '{\n "hooks": {\n  "PreToolUse": [ { "hooks": [ { "type": "command", "command": "lint.sh" } ] } ],\n  "BeforeTool": [ { "command": "x" } ]\n }\n}\n',
  'five megabytes': `{\n  "other": [\n${Array.from({ length: 100_000 }, (_, index) => `    "${'x'.repeat(40)} ${index}"`).join(',\n')}\n  ]\n}\n`,
};
const toml: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a comment without newline': '# mine',
  CRLF: 'model = "x"\r\n\r\n[tui] # mine\r\n  theme = "y"\r\n',
  'tabs, strings of several lines': 'a = """\n[mcp_servers.redline]\n"""\n[b]\n\tc = [ 1,\n\t\t2 ]',
  'five megabytes': `other = [\n${Array.from({ length: 100_000 }, (_, index) => `  "${'x'.repeat(40)} ${index}"`).join(',\n')}\n]\n`,
};
const own: Readonly<Record<string, string>> = { 'an empty file': '' };

describe('settings files, to the byte', function () {
  this.timeout(60_000);
  const root = useSettingsHome();

  for (const agent of connectableAgents) {
    for (const level of ['user', 'workspace'] as const) {
      const files = settingsFilesOf(agent, { ...connection, level, folder: '/home/me/p' });
      for (const file of files)
        describe(`${agent}, ${level}: ${file.path}`, () =>
          roundTrips(() => ({ path: path.join(root(), file.path), file, kind: 'connect' })));
    }
  }
  for (const agent of holdableAgents) {
    for (const file of holdFiles(agent, { folder: '/home/me/p', writable: ['out'] }))
      describe(`Hold, ${agent}: ${file.path}`, () =>
        roundTrips(() => ({ path: path.join(root(), file.path), file, kind: 'hold' })));
  }

  function roundTrips(partOf: () => SettingsPart): void {
    const { format } = partOf().file;
    const texts = format === 'json' ? json : format === 'toml' ? toml : own;
    for (const [name, text] of [['no file', undefined], ...Object.entries(texts)] as const) {
      // One agent of each format will do for what takes long.
      if (name === 'five megabytes' && !/gemini|\.codex\/config/.test(partOf().file.path)) continue;
      it(`are as they were: ${name}`, async () => {
        const part = partOf();
        const before = text === undefined ? undefined : Buffer.from(text);
        if (before !== undefined) {
          await mkdir(path.dirname(part.path), { recursive: true });
          await writeFile(part.path, before);
        }
        assert.equal(await write(part), 'written');
        const made = await read(part.path);
        assert.equal(await write(part), 'unchanged', 'twice');
        assert.deepEqual(await read(part.path), made);
        await takeOut(part);
        const after = await read(part.path);
        assert.equal(after?.toString(), before?.toString());
        assert.equal(after === undefined, before === undefined);
      });
    }
  }

  for (const agent of holdableAgents)
    it(`are as they were when ${agent} was connected and held in one file, whatever is taken out first`, async () => {
      const folder = '/home/me/p';
      for (const isHoldFirst of [true, false]) {
        const [held = assert.fail()] = holdFiles(agent, { folder, writable: [] });
        const connected = settingsFilesOf(agent, { ...connection, level: 'workspace', folder }).find(
          (file) => file.path === held.path,
        );
        assert.ok(connected);
        const file = path.join(root(), held.path);
        const text = agent === 'codex' ? '# mine\r\n[tui]\r\ntheme = "x"' : '{\r\n\t// mine\r\n\t"a": 1\r\n}';
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
        const parts: SettingsPart[] = [
          { path: file, file: held, kind: 'hold' },
          { path: file, file: connected, kind: 'connect' },
        ];
        for (const part of parts.toReversed()) await write(part);
        for (const part of isHoldFirst ? parts : parts.toReversed()) await takeOut(part);
        assert.equal((await read(file))?.toString(), text, `hold first: ${isHoldFirst}`);
      }
    });

  for (const [agent, file] of [
    ['claude', '.claude/settings.json'],
    ['codex', '.codex/config.toml'],
    ['gemini', '.gemini/settings.json'],
  ] as const)
    it(`are as they were where this version no longer lists an entry that was written: ${file}`, async () => {
      const written = settingsFilesOf(agent, { ...connection, level: 'user', folder: undefined }).find(
        (each) => each.path === file,
      );
      if (written === undefined || written.format === 'whole') return assert.fail();
      const part: SettingsPart = { path: path.join(root(), file), file: written, kind: 'connect' };
      await mkdir(path.dirname(part.path), { recursive: true });
      await write(part);
      const listed =
        written.format === 'json' ? { ...written, entries: written.entries.slice(1) } : { ...written, entries: [] };
      await takeOut({ ...part, file: listed });
      assert.equal(await read(part.path), undefined);
      assert.equal(await machine.readRecord(part.path, 'connect'), undefined);
    });

  it('keeps what a person denies Claude Code themselves when Hold is released after they changed the file', async () => {
    const [file = assert.fail()] = holdFiles('claude', { folder: '/home/me/p', writable: [] });
    const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'hold' };
    await mkdir(path.dirname(part.path), { recursive: true });
    await writeFile(part.path, '{ "sandbox": { "enabled": true }, "permissions": { "deny": ["Edit"] } }');
    await write(part);
    const made = JSON.parse((await read(part.path))?.toString() ?? '');
    await writeFile(part.path, JSON.stringify({ ...made, mine: 1 }));
    await takeOut(part);
    assert.deepEqual(JSON.parse((await read(part.path))?.toString() ?? ''), {
      sandbox: { enabled: true },
      permissions: { deny: ['Edit'] },
      mine: 1,
    });
  });

  it('keeps a key that Codex had before Hold when it is released after a person changed the file', async () => {
    const [file = assert.fail()] = holdFiles('codex', { folder: '/home/me/p', writable: [] });
    const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'hold' };
    await mkdir(path.dirname(part.path), { recursive: true });
    await writeFile(part.path, 'approval_policy = "never" # mine\n');
    await write(part);
    await writeFile(part.path, `${(await read(part.path))?.toString()}\n[mine]\nx = 1\n`);
    await takeOut(part);
    assert.equal((await read(part.path))?.toString(), 'approval_policy = "never" # mine\n\n[mine]\nx = 1\n');
  });

  it('keeps what was empty before it was connected, after a person changed the file', async () => {
    const [file = assert.fail()] = settingsFilesOf('gemini', { ...connection, level: 'user', folder: undefined });
    const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'connect' };
    await mkdir(path.dirname(part.path), { recursive: true });
    await writeFile(part.path, '{ "mcpServers": {}, "hooks": { "BeforeTool": [] } }');
    await write(part);
    const made = (await read(part.path))?.toString() ?? '';
    await writeFile(part.path, made.replace('{ "mcp', '{ "mine": 1, "mcp'));
    await takeOut(part);
    const left = JSON.parse((await read(part.path))?.toString() ?? '');
    assert.deepEqual(left, { mine: 1, mcpServers: {}, hooks: { BeforeTool: [] } });
  });

  it('changes the folders that stay open, and goes back to what was before the first time', async () => {
    const partWith = (...writable: string[]): SettingsPart => {
      const [file = assert.fail()] = holdFiles('codex', { folder: '/home/me/p', writable });
      return { path: path.join(root(), file.path), file, kind: 'hold' };
    };
    const text = 'model = "x"\n[a]\nb = 1';
    await mkdir(path.join(root(), '.codex'));
    await writeFile(partWith().path, text);
    await write(partWith('out'));
    await writeFile(partWith().path, `${(await read(partWith().path))?.toString()}\n[mine]\nx = 1\n`);
    await write(partWith('build', 'dist'));
    const made = (await read(partWith().path))?.toString() ?? '';
    assert.doesNotMatch(made, /\/out"/);
    assert.match(made, /"\/home\/me\/p\/build" = "write"\n"\/home\/me\/p\/dist" = "write"/);
    await takeOut(partWith());
    assert.match((await read(partWith().path))?.toString() ?? '', /^model = "x"\n\[a\]\nb = 1\n\n?\[mine\]\nx = 1\n$/);
  });

  it('closes folders that stayed open by settings that came with the folder, and keeps what else is in them', async () => {
    const partWith = (...writable: string[]): SettingsPart => {
      const [file = assert.fail()] = holdFiles('codex', { folder: '/home/me/p', writable });
      return { path: path.join(root(), file.path), file, kind: 'hold' };
    };
    await write(partWith('dist', 'out'));
    await machine.deleteRecord(partWith().path, 'hold');
    const text = (await read(partWith().path))?.toString() ?? '';
    const mine = '"/home/me/p/key" = "none"\n"/cache" = "write"';
    await writeFile(
      partWith().path,
      text.replace('"/home/me/p/dist" = "write"', (line) => `${line} # mine\n${mine}`),
    );
    assert.equal(await write(partWith('out')), 'written');
    const made = (await read(partWith().path))?.toString() ?? '';
    assert.equal(made, text.replace('"/home/me/p/dist" = "write"', mine));
    const inline = '[permissions.redline]\nfilesystem = { "/home/me/p" = "read", "/home/me/p/dist" = "write" }\n';
    await writeFile(partWith().path, inline);
    await machine.deleteRecord(partWith().path, 'hold');
    await assert.rejects(write(partWith()), /What Redline wrote there has been changed since\. Remove it by hand\./);
  });

  for (const [name, make] of [
    ['a read-only file', (file: string): Promise<void> => chmod(file, 0o444)],
    ['a file in a read-only folder', (file: string): Promise<void> => chmod(path.dirname(file), 0o555)],
    [
      'a link to a read-only file',
      async (file: string): Promise<void> => {
        await writeFile(path.join(root(), 'target'), '{}', { mode: 0o444 });
        await rm(file);
        await symlink(path.join(root(), 'target'), file);
      },
    ],
  ] as const)
    it(`refuses ${name} before anything is shown`, async function () {
      if (process.platform === 'win32') this.skip();
      const [file = assert.fail()] = settingsFilesOf('gemini', { ...connection, level: 'user', folder: undefined });
      const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'connect' };
      await mkdir(path.dirname(part.path));
      await writeFile(part.path, '{}');
      await make(part.path);
      try {
        const before = await read(part.path);
        await assert.rejects(async () => withPart(part, new Map(), machine).edit(before, part.path), {
          message: /^(?:It|Its folder) is read-only\. Make it writable first\.$/,
        });
      } finally {
        await chmod(path.dirname(part.path), 0o755);
      }
    });
});
