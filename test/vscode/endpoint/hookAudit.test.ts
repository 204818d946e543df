import assert from 'node:assert/strict';
import { files, HookWindow, pause } from './hookWindow.ts';

describe('the audit log of what an agent does by its own tools', () => {
  it('has what was written, not what was approved', async () => {
    const window = new HookWindow(files);
    const written = await window.memory.encode('something else');
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.answer;
    window.memory.put('a.txt', 'something else');
    await edit.end();
    assert.deepEqual(window.different, ['a.txt']);
    while (window.memory.records.length === 0) await pause(10);
    const [record] = window.memory.records;
    assert.deepEqual([record?.applied, record?.changes[0]?.sha256After], [true, written.sha256]);
  });

  it('has what was written after the call was given up', async () => {
    const window = new HookWindow(files, { releaseMs: 20, assumeEndedMs: 20, pollMs: 10, latePollMs: 10 });
    const edit = window.edit('a.txt', 'two', 'zwei');
    await edit.answer;
    while (window.memory.records.length === 0) await pause(10);
    assert.deepEqual(
      window.memory.records.map(({ outcome, applied }) => [outcome, applied]),
      [['STALE', false]],
    );
    await edit.write();
    await edit.end();
    while (window.memory.records.length === 1) await pause(10);
    const last = window.memory.records.at(-1);
    assert.deepEqual([last?.outcome, last?.applied, last?.changes.map(({ path }) => path)], ['ok', true, ['a.txt']]);
  });

  it('has the failure of edits at the same time of which none can be made', async () => {
    const window = new HookWindow(files);
    const edits = [window.edit('a.txt', 'nowhere', 'x'), window.edit('b.txt', 'nowhere', 'x')];
    for (const { answer } of edits) assert.match((await answer).reason, /NO_MATCH/);
    while (window.memory.records.length === 0) await pause(10);
    assert.deepEqual(
      window.memory.records.map(({ outcome, changes }) => [outcome, changes]),
      [['NO_MATCH', []]],
    );
  });

  it('has the failure of an edit whose hook ended while it waited for the one before', async () => {
    const window = new HookWindow(files);
    await window.edit('a.txt', 'two', 'zwei').answer;
    const edit = window.edit('b.txt', 'two', 'zwei');
    await pause(20);
    edit.kill();
    while (window.memory.records.length < 2) await pause(10);
    assert.deepEqual(window.memory.records.map(({ outcome }) => outcome).toSorted(), ['REJECTED', 'STALE']);
    assert.equal(window.asked.length, 1);
  });

  it('has the secrets that it asked to read, and no other reads', async () => {
    const window = new HookWindow({ 'a.txt': 'one', '.env': 'KEY=1' });
    window.memory.asking.add('.env');
    for (const path of ['/ws/a.txt', '/ws/.env']) await window.call('claude', 'Read', { file_path: path }).answer;
    assert.deepEqual(
      window.memory.records.map(({ outcome, reads, caller }) => [outcome, reads, caller.via]),
      [['ok', [{ path: '.env', verdict: 'ask' }], 'hook']],
    );
  });
});
