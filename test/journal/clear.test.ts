import assert from 'node:assert/strict';
import { Disk } from './disk.ts';
import { Machine, updateOf } from './window.ts';

async function withCall() {
  const disk = new Disk();
  const machine = new Machine(disk);
  const window = machine.open('own');
  disk.put('files/0', 'before');
  assert.equal(await window.apply({ 'files/0': 'after' }), true);
  const [entry] = window.journal.entries;
  assert.ok(entry);
  return { disk, machine, window, entry };
}

describe('clearing the history', () => {
  it('keeps a call that is made meanwhile', async () => {
    const { machine, entry, window } = await withCall();
    await window.journal.clear(async () => {
      assert.deepEqual(
        window.journal.entries.map(({ id }) => id),
        [entry.id],
      );
      assert.equal(await window.apply({ 'files/0': 'meanwhile' }), true);
    });
    for (const { journal } of [window, machine.open('other')]) {
      await journal.refresh();
      const [kept, ...others] = journal.entries;
      assert.deepEqual([others, kept?.id === entry.id], [[], false]);
      const [change] = await journal.contents.changesOf(kept ?? assert.fail('nothing was kept'));
      assert.ok(change?.kind === 'update' && change.after.kind === 'text');
      assert.equal(change.after.text, 'meanwhile');
    }
  });

  it('keeps an entry that becomes held meanwhile', async () => {
    const { entry, window } = await withCall();
    await window.journal.clear(async () => void window.journal.pin([entry]));
    assert.equal((await window.journal.contents.changesOf(entry)).length, 1);
  });

  it('keeps a call whose undo another window is writing', async () => {
    const { machine, entry, window } = await withCall();
    const { journal } = machine.open('other');
    await journal.refresh();
    const undo = await journal.begin(await journal.contents.changesOf(entry), {
      title: 'Undo',
      tool: 'redline_test',
      reverts: entry.id,
    });
    await window.journal.clear();
    await journal.finish(undo);
    assert.equal((await window.journal.contents.changesOf(entry)).length, 1);
    await window.journal.clear();
    assert.deepEqual(window.journal.entries, []);
  });

  it('deletes an undo that was cut off in a folder that is gone, together with its call', async () => {
    const { entry, window } = await withCall();
    const { journal } = window;
    const attributes = { title: 'Undo', tool: 'redline_test', reverts: entry.id };
    const undo = await journal.begin(await journal.contents.changesOf(entry), attributes);
    await journal.abandon(undo);
    await journal.clear();
    assert.equal(journal.entries.length, 2);
    journal.outsideIds.add(undo.id);
    await journal.clear();
    assert.deepEqual(journal.entries, []);
  });

  it('keeps an entry that is held, as the limits do', async () => {
    const { machine, entry, window } = await withCall();
    machine.limits = { ...machine.limits, entries: 1 };
    const { journal } = window;
    const releases = [journal.pin([entry]), journal.pin([entry])];
    releases[0]?.();
    await window.apply({ 'files/0': 'second' });
    await journal.clear();
    assert.deepEqual(
      journal.entries.map(({ id }) => id),
      [entry.id],
    );
    assert.equal((await journal.contents.changesOf(entry)).length, 1);
    releases[1]?.();
    await window.apply({ 'files/0': 'third' });
    assert.equal(journal.entries.includes(entry), false);
  });

  it('keeps an entry that is being saved as applied, which would come back without its bytes', async () => {
    const disk = new Disk();
    const machine = new Machine(disk);
    machine.limits = { ...machine.limits, entries: 1 };
    const [saving, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let delayed = '';
    const { journal } = machine.open('own', async (what) => {
      if (delayed === '' || what !== `begin journal/${delayed}.json`) return;
      saving.resolve();
      await saved.promise;
    });
    const begin = (file: string) =>
      journal.begin([updateOf(file, 'before', 'after')], { title: 'A call', tool: 'redline_test' });
    const [first, second] = [await begin('files/0'), await begin('files/1')];
    delayed = first.id;
    const finished = journal.finish(first);
    await saving.promise;
    await journal.finish(second);
    await journal.clear();
    saved.resolve();
    await finished;
    disk.requireBytes();
  });
});
