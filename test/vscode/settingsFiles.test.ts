import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectableAgents, settingsFilesOf } from '../../src/core/connect/agentSettings.ts';
import { holdableAgents, holdFiles } from '../../src/core/connect/holdSettings.ts';
import { sha256 } from '../../src/core/text/hash.ts';
import type { FileContent } from '../../src/core/change/change.ts';
import { editSettings } from '../../src/node/connect/editSettings.ts';
import { deleteRecord, readRecord, saveRecord } from '../../src/node/connect/fileRecords.ts';
import { findReadOnlyPart } from '../../src/node/connect/readOnly.ts';
import type { AgentMachine } from '../../src/tools/ports/agentPorts.ts';
import {
  recordWritten,
  withoutParts,
  withPart,
  type SettingsPart,
  type WrittenParts,
} from '../../src/vscode/connect/settingsFiles.ts';

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

const unused = (): never => assert.fail('No settings file needs this.');
const machine: AgentMachine = {
  homeFile: unused,
  systemSettingsFiles: unused,
  windows: false,
  launcher: '/home/me/.redline/bin/redline',
  plugin: "// Redline's plugin for OpenCode\n",
  findAgents: unused,
  readRecord,
  saveRecord,
  deleteRecord,
  editSettings,
  isConnected: unused,
  holdPlace: unused,
  readOnly: findReadOnlyPart,
  fingerprint: unused,
  doctor: unused,
};

async function contentOf(bytes: Uint8Array): Promise<FileContent> {
  return { kind: 'binary', bytes, sha256: await sha256(bytes) };
}

describe('settings files, to the byte', function () {
  this.timeout(60_000);
  let root = '';
  const homeBefore = process.env['REDLINE_HOME'];
  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-settings-')));
    process.env['REDLINE_HOME'] = path.join(root, '.redline');
  });
  afterEach(async () => {
    if (homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = homeBefore;
    await rm(root, { recursive: true, force: true });
  });

  const read = async (file: string): Promise<Buffer | undefined> => readFile(file).catch(() => undefined);

  /** Writes a file as the approved call does, and records it. */
  async function write(part: SettingsPart): Promise<'written' | 'unchanged'> {
    const written: WrittenParts = new Map();
    const before = await read(part.path);
    const { bytes } = await withPart(part, written, machine).next(before, part.path);
    assert.ok(bytes);
    if (before !== undefined && Buffer.compare(before, bytes) === 0) return 'unchanged';
    await mkdir(path.dirname(part.path), { recursive: true });
    await writeFile(part.path, bytes);
    const at = { uri: part.path, path: part.path, real: part.path };
    const after = await contentOf(bytes);
    const change =
      before === undefined
        ? { kind: 'create' as const, at, after }
        : { kind: 'update' as const, at, before: await contentOf(before), after };
    await recordWritten([change], written, machine);
    return 'written';
  }

  async function takeOut(...parts: readonly SettingsPart[]): Promise<void> {
    const [{ path: file } = assert.fail()] = parts;
    const { bytes } = await withoutParts(file, parts, machine).next(await read(file), file);
    await (bytes === undefined ? rm(file, { force: true }) : writeFile(file, bytes));
    for (const { kind } of parts) await machine.deleteRecord(file, kind);
  }

  const connection = { launcher: machine.launcher, windows: false, plugin: machine.plugin };
  for (const agent of connectableAgents) {
    for (const level of ['user', 'workspace'] as const) {
      const files = settingsFilesOf(agent, { ...connection, level, folder: '/home/me/p' });
      for (const file of files)
        describe(`${agent}, ${level}: ${file.path}`, () =>
          roundTrips(() => ({ path: path.join(root, file.path), file, kind: 'connect' })));
    }
  }
  for (const agent of holdableAgents) {
    for (const file of holdFiles(agent, { folder: '/home/me/p', writable: ['out'] }))
      describe(`Hold, ${agent}: ${file.path}`, () =>
        roundTrips(() => ({ path: path.join(root, file.path), file, kind: 'hold' })));
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
        const file = path.join(root, held.path);
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

  it('keeps what a person denies Claude Code themselves when Hold is released after they changed the file', async () => {
    const [file = assert.fail()] = holdFiles('claude', { folder: '/home/me/p', writable: [] });
    const part: SettingsPart = { path: path.join(root, file.path), file, kind: 'hold' };
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

  it('keeps what was empty before it was connected, after a person changed the file', async () => {
    const [file = assert.fail()] = settingsFilesOf('gemini', { ...connection, level: 'user', folder: undefined });
    const part: SettingsPart = { path: path.join(root, file.path), file, kind: 'connect' };
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
      return { path: path.join(root, file.path), file, kind: 'hold' };
    };
    const text = 'model = "x"\n[a]\nb = 1';
    await mkdir(path.join(root, '.codex'));
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

  for (const [name, make] of [
    ['a read-only file', (file: string): Promise<void> => chmod(file, 0o444)],
    ['a file in a read-only folder', (file: string): Promise<void> => chmod(path.dirname(file), 0o555)],
    [
      'a link to a read-only file',
      async (file: string): Promise<void> => {
        await writeFile(path.join(root, 'target'), '{}', { mode: 0o444 });
        await rm(file);
        await symlink(path.join(root, 'target'), file);
      },
    ],
  ] as const)
    it(`refuses ${name} before anything is shown`, async function () {
      if (process.platform === 'win32') this.skip();
      const [file = assert.fail()] = settingsFilesOf('gemini', { ...connection, level: 'user', folder: undefined });
      const part: SettingsPart = { path: path.join(root, file.path), file, kind: 'connect' };
      await mkdir(path.dirname(part.path));
      await writeFile(part.path, '{}');
      await make(part.path);
      try {
        const before = await read(part.path);
        await assert.rejects(async () => withPart(part, new Map(), machine).next(before, part.path), {
          message: /^(?:It|Its folder) is read-only\. Make it writable first\.$/,
        });
      } finally {
        await chmod(path.dirname(part.path), 0o755);
      }
    });
});
