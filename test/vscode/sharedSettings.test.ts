import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsFilesOf } from '../../src/core/connect/agentSettings.ts';
import { readRecord, saveRecord } from '../../src/node/connect/fileRecords.ts';
import type { SettingsPart } from '../../src/vscode/connect/settings/settingsFiles.ts';
import { connection, read, takeOut, takeOutAmended, useSettingsHome, write } from './settingsHome.ts';

describe('a settings file with the entries of several folders', () => {
  const root = useSettingsHome();
  const original = '{\r\n\t"numStartups": 3, "projects": { }\r\n}';

  /** Claude Code's server in the user's settings, for everywhere or one folder. */
  function serverIn(folder: string | undefined): SettingsPart {
    const level = folder === undefined ? 'user' : 'workspace';
    const file = settingsFilesOf('claude', { ...connection, level, folder }).find((each) =>
      each.path.endsWith('.claude.json'),
    );
    return { path: path.join(root(), '.claude.json'), file: file ?? assert.fail(), kind: 'connect' };
  }

  async function connectedFolders(): Promise<string[]> {
    return Object.keys(JSON.parse((await read(serverIn('/a').path))?.toString() ?? '').projects ?? {});
  }

  for (const [left, disconnected] of [
    ['/a', '/b'],
    ['/b', '/a'],
  ] as const)
    it(`keeps the entry of ${left}, and its record, when ${disconnected} is disconnected`, async () => {
      await writeFile(serverIn('/a').path, original);
      await write(serverIn('/a'));
      await write(serverIn('/b'));
      await takeOut(serverIn(undefined), serverIn(disconnected));
      assert.deepEqual(await connectedFolders(), [left]);
      await takeOut(serverIn(undefined), serverIn(left));
      assert.equal((await read(serverIn(left).path))?.toString(), original);
    });

  it('keeps the entry of a folder, and its record, when another one is disconnected that was not connected', async () => {
    await write(serverIn('/a'));
    const made = await read(serverIn('/a').path);
    await takeOut(serverIn(undefined), serverIn('/b'));
    assert.deepEqual(await read(serverIn('/a').path), made);
    assert.notEqual(await readRecord(serverIn('/a').path, 'connect'), undefined);
  });

  for (const parts of [
    [undefined, '/a'],
    ['/a', undefined],
  ])
    it(`is as it was when all is taken out at once, written in this order: ${parts.map((folder) => folder ?? 'everywhere').join(', ')}`, async () => {
      await writeFile(serverIn('/a').path, original);
      for (const folder of parts) await write(serverIn(folder));
      await takeOut(serverIn(undefined), serverIn('/a'));
      assert.equal((await read(serverIn('/a').path))?.toString(), original);
      assert.equal(await readRecord(serverIn('/a').path, 'connect'), undefined);
    });

  it('does not bring back the entry of a folder that was connected before a person changed the file', async () => {
    await write(serverIn('/a'));
    await writeFile(serverIn('/a').path, `${(await read(serverIn('/a').path))?.toString()}\n`);
    await write(serverIn('/b'));
    await takeOut(serverIn('/a'));
    assert.deepEqual(await connectedFolders(), ['/b']);
    await takeOut(serverIn('/b'));
    assert.deepEqual(await connectedFolders(), []);
  });

  it('takes out all entries at once, also where a person changed the file between two of them', async () => {
    await write(serverIn(undefined));
    await writeFile(serverIn('/a').path, `${(await read(serverIn('/a').path))?.toString()}\n`);
    await write(serverIn('/b'));
    await takeOut(serverIn(undefined), serverIn('/b'));
    assert.deepEqual(JSON.parse((await read(serverIn('/b').path))?.toString() ?? ''), {});
    assert.equal(await readRecord(serverIn('/b').path, 'connect'), undefined);
  });

  it('takes out all entries at once where an older version has recorded one of them as the original', async () => {
    await write(serverIn('/a'));
    await writeFile(serverIn('/a').path, `${(await read(serverIn('/a').path))?.toString()}\n`);
    await write(serverIn('/b'));
    const { before, after } = (await readRecord(serverIn('/a').path, 'connect')) ?? assert.fail();
    await saveRecord(serverIn('/a').path, 'connect', { before, after });
    await takeOut(serverIn('/a'), serverIn('/b'));
    assert.deepEqual(await connectedFolders(), []);
    assert.equal(await readRecord(serverIn('/b').path, 'connect'), undefined);
  });

  it('keeps what a person adds while one folder is disconnected', async () => {
    await writeFile(serverIn('/a').path, original);
    for (const folder of ['/a', '/b']) await write(serverIn(folder));
    await takeOutAmended((text) => text.replace('{', '{ "mine": 1,'), serverIn('/a'));
    assert.deepEqual(await connectedFolders(), ['/b']);
    await takeOut(serverIn('/b'));
    assert.deepEqual(JSON.parse((await read(serverIn('/b').path))?.toString() ?? ''), {
      mine: 1,
      numStartups: 3,
      projects: {},
    });
  });

  it('keeps the entry of a folder where an older version recorded none of them', async () => {
    await writeFile(serverIn('/a').path, original);
    for (const folder of ['/a', '/b']) await write(serverIn(folder));
    const { before, after } = (await readRecord(serverIn('/a').path, 'connect')) ?? assert.fail();
    await saveRecord(serverIn('/a').path, 'connect', { before, after });
    await takeOut(serverIn('/b'));
    assert.deepEqual(await connectedFolders(), ['/a']);
    await takeOut(serverIn('/a'));
    assert.equal((await read(serverIn('/a').path))?.toString(), original);
    assert.equal(await readRecord(serverIn('/a').path, 'connect'), undefined);
  });
});
