import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settingsFilesOf } from '../../../src/core/connect/agentSettings.ts';
import { editSettingsText, type SettingsEdit } from '../../../src/core/connect/connectText.ts';
import { editSettings, findReadOnlyPart } from '../../../src/node/connect/editSettings.ts';

const machine = { launcher: '/home/me/.redline/bin/redline', windows: false, plugin: '// x' };
const [file = assert.fail()] = settingsFilesOf('gemini', { ...machine, level: 'user', folder: undefined });

function connectEdit(length: number): SettingsEdit {
  return { kind: 'connect', text: `{ "a": "${'x'.repeat(length)}" } // mine`, file };
}

/** Whether the event loop went on while a text was edited. */
async function goesOn(edit: SettingsEdit): Promise<boolean> {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  await editSettings(edit);
  return hasTurned;
}

describe('editing settings', () => {
  it('leaves the event loop free where the file is large, and starts no thread for a small one', async () => {
    assert.ok(await goesOn(connectEdit(100_000)));
    assert.ok(!(await goesOn(connectEdit(100))));
    assert.ok(await goesOn({ ...connectEdit(100), kind: 'disconnect', before: ' '.repeat(100_000) }));
  });

  it('comes to the same in the thread', async () => {
    const edit = connectEdit(100_000);
    const connected = await editSettings(edit);
    assert.deepEqual(connected, editSettingsText(edit));
    assert.ok('text' in connected);
    const disconnected = await editSettings({ kind: 'disconnect', text: connected.text, file, before: edit.text });
    assert.deepEqual(disconnected, { text: edit.text, otherHooks: [] });
  });

  it('says from the thread why a file stays as it is', async () => {
    const edit = { ...connectEdit(100_000), text: `{ "a": 1,${'\n'.repeat(100_000)} ?` };
    assert.deepEqual(await editSettings(edit), editSettingsText(edit));
    assert.ok('refusal' in editSettingsText(edit));
  });
});

describe('the read-only part of a settings file', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'redline-read-only-'));
    file = path.join(folder, 'settings.json');
    await writeFile(file, '{}');
  });
  afterEach(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });

  it('is none of a writable file, nor of one that has still to be created', async () => {
    assert.equal(await findReadOnlyPart(file), undefined);
    assert.equal(await findReadOnlyPart(path.join(folder, 'new/settings.json')), undefined);
  });

  it('is the file before its folder', async () => {
    await chmod(file, 0o444);
    await chmod(folder, 0o555);
    assert.equal(await findReadOnlyPart(file), 'file');
  });

  it('is a folder without write bits, but on Windows, where customized folders look so, only one that refuses', async function () {
    // For anybody else, the folder does refuse, and Windows ignores the mode.
    if (process.getuid?.() !== 0) return this.skip();
    await chmod(folder, 0o555);
    assert.equal(await findReadOnlyPart(file, false), 'folder');
    assert.equal(await findReadOnlyPart(file, true), undefined);
  });
});
