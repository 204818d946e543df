import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsFilesOf } from '../../src/core/connect/agentSettings.ts';
import { holdFiles } from '../../src/core/connect/holdSettings.ts';
import { readRecord } from '../../src/node/connect/fileRecords.ts';
import type { SettingsPart } from '../../src/vscode/connect/settings/settingsFiles.ts';
import { connection, read, takeOut, useSettingsHome, write } from './settingsHome.ts';

describe('settings that a person changes while, or after, they are connected', () => {
  const root = useSettingsHome();

  const amendments: readonly (readonly [name: string, text: string | undefined, left: unknown])[] = [
    ['a new file', undefined, { mine: 1 }],
    ['a file with settings', '{ "other": 2, "hooks": {} }', { mine: 1, other: 2, hooks: {} }],
  ];
  for (const [name, text, left] of amendments)
    it(`keeps what a person adds in the review: ${name}`, async () => {
      const part = geminiPart();
      await mkdir(path.dirname(part.path), { recursive: true });
      if (text !== undefined) await writeFile(part.path, text);
      await write(part, (planned) => planned.replace('{', '{ "mine": 1,'));
      await takeOut(part);
      assert.deepEqual(await settingsIn(part), left);
    });

  it('keeps what a person adds in the review of Hold, and what they denied before', async () => {
    const [file = assert.fail()] = holdFiles('claude', { folder: '/home/me/p', writable: [] });
    const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'hold' };
    await mkdir(path.dirname(part.path), { recursive: true });
    await writeFile(part.path, '{ "permissions": { "deny": ["Edit"] } }');
    await write(part, (planned) => planned.replace('{', '{ "mine": 1,'));
    await takeOut(part);
    assert.deepEqual(await settingsIn(part), {
      mine: 1,
      permissions: { deny: ['Edit'] },
    });
  });

  for (const [agent, amend] of [
    ['claude', (planned: string): string => planned.replace('"enabled": true', '"enabled": false')],
    ['codex', (planned: string): string => planned.replace('"never"', '"on-request"')],
  ] as const)
    it(`lets Hold of ${agent} be released where a person amended one of its values, and changed the file since`, async () => {
      const [file = assert.fail()] = holdFiles(agent, { folder: '/home/me/p', writable: [] });
      const part: SettingsPart = { path: path.join(root(), file.path), file, kind: 'hold' };
      await write(part, amend);
      const made = (await read(part.path))?.toString() ?? '';
      await writeFile(part.path, agent === 'claude' ? made.replace('{', '{ "mine": 1,') : `${made}\n[mine]\nx = 1\n`);
      await takeOut(part);
      const left = (await read(part.path))?.toString() ?? '';
      assert.match(left, agent === 'claude' ? /"enabled": false/ : /approval_policy = "on-request"/);
      assert.doesNotMatch(left, /Redline|denyWrite|default_permissions|\[permissions/);
    });

  it('are written without a record where a person makes them invalid in the review', async () => {
    const part = geminiPart();
    assert.equal(await write(part, (planned) => planned.slice(0, -3)), 'written');
    assert.equal(await readRecord(part.path, 'connect'), undefined);
  });

  it('are missed if they vanish after they were connected again over what a person changed in them', async () => {
    const part = geminiPart();
    await write(part);
    const made = (await read(part.path))?.toString() ?? '';
    await writeFile(part.path, made.replace('{', '{ "mine": 1,').replace('write_file', 'write_file|mine'));
    assert.equal(await write(part), 'written');
    assert.ok((await readRecord(part.path, 'connect')) !== undefined, 'the record by which the doctor misses them');
    await takeOut(part);
    assert.deepEqual(await settingsIn(part), { mine: 1 });
  });

  function geminiPart(): SettingsPart {
    const [file = assert.fail()] = settingsFilesOf('gemini', { ...connection, level: 'user', folder: undefined });
    return { path: path.join(root(), file.path), file, kind: 'connect' };
  }

  async function settingsIn(part: SettingsPart): Promise<unknown> {
    return JSON.parse((await read(part.path))?.toString() ?? '');
  }
});
