import assert from 'node:assert/strict';
import { settingsFilesOf } from '../../../src/core/connect/agentSettings.ts';
import { editSettingsText, type SettingsEdit } from '../../../src/core/connect/connectText.ts';
import { editSettings } from '../../../src/node/connect/editSettings.ts';

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
