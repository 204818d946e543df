import assert from 'node:assert/strict';
import { storageFolders } from '../../src/vscode/journal/storageFolders.ts';
import { Disk, sha256Of } from './disk.ts';
import { Machine, updateOf } from './window.ts';

const hour = 3_600_000;

async function withCall(files: number) {
  const disk = new Disk();
  const machine = new Machine(disk);
  const steps: string[] = [];
  const window = machine.open('own', async (what) => void steps.push(what));
  const names = Array.from({ length: files }, (_, at) => `files/${at}`);
  for (const [at, name] of names.entries()) disk.put(name, `before ${at}`);
  assert.equal(await window.apply(Object.fromEntries(names.map((name, at) => [name, `after ${at}`]))), true);
  const [entry] = window.journal.entries;
  assert.ok(entry);
  steps.length = 0;
  return { disk, machine, window, entry, steps };
}

/** Converts the pack of an entry to the format of earlier versions: one file per content, named after its hash. */
function asBefore(disk: Disk, id: string, texts: readonly string[], age: number): void {
  disk.files.delete(`blobs/${id}`);
  for (const text of texts) disk.put(`blobs/${sha256Of(text)}`, text, Date.now() - age);
}

describe('the bytes that the history keeps', () => {
  it('are read in few large reads for a diff of many files', async () => {
    const { window, entry, steps } = await withCall(300);
    const texts = await Promise.all(
      entry.changes.flatMap((change) =>
        (['before', 'after'] as const).map(async (side) => {
          const stored = side in change ? Reflect.get(change, side) : undefined;
          const content = await window.journal.contents.contentOf(entry.id, stored);
          return content.kind === 'text' ? content.text : '';
        }),
      ),
    );
    assert.deepEqual(
      texts,
      entry.changes.flatMap((_, at) => [`before ${at}`, `after ${at}`]),
    );
    assert.ok(steps.length < 10, `${steps.length} reads`);
  });

  it('are read in turns, so that the event loop is not blocked', async () => {
    const { window, entry } = await withCall(20_000);
    let [pauses, isDone] = [0, false];
    const other = (): unknown => (pauses++, isDone ? undefined : setImmediate(other));
    setImmediate(other);
    const changes = await window.journal.contents.changesOf(entry);
    isDone = true;
    assert.equal(changes.length, 20_000);
    // Without turns there is one, before the first read.
    assert.ok(pauses > 2, `${pauses} pauses`);
  });

  it('fail with IO_ERROR if they are damaged or gone, without harm to later calls', async () => {
    const { disk, window, entry } = await withCall(1);
    const pack = disk.files.get(`blobs/${entry.id}`)?.bytes ?? assert.fail('no bytes');
    for (const damage of [
      () => disk.put(`blobs/${entry.id}`, Buffer.from(pack).fill(0x78, pack.length - 3)),
      () => disk.put(`blobs/${entry.id}`, pack.subarray(0, -3)),
      () => disk.put(`blobs/${entry.id}`, 'x'),
      () => disk.put(`blobs/${entry.id}`, ''),
      () => disk.files.delete(`blobs/${entry.id}`),
    ]) {
      damage();
      await assert.rejects(new Machine(disk).open('other').journal.contents.changesOf(entry), { code: 'IO_ERROR' });
      // Damaged in place: the size stays.
      disk.put('files/0', 'before 0');
      await window.apply({ 'files/0': 'after 0' });
      const again = window.journal.entries.at(-1) ?? assert.fail('no entry');
      assert.equal((await window.journal.contents.changesOf(again)).length, 1);
    }
  });

  it('of earlier versions are read, and removed once they are old and no entry needs them', async () => {
    const { disk, machine, entry, window } = await withCall(2);
    await window.apply({ 'files/1': 'after all' });
    asBefore(disk, entry.id, ['before 0', 'after 0', 'before 1', 'after 1'], 2 * hour);
    const stray = sha256Of('stray');
    disk.put(`blobs/${stray}`, 'stray', Date.now() - 2 * hour);
    const young = sha256Of('young');
    disk.put(`blobs/${young}`, 'young');
    // Of an entry that has a pack of its own, and of an entry that is about to be written.
    const repeated = sha256Of('after all');
    disk.put(`blobs/${repeated}`, 'after all', Date.now() - 2 * hour);
    disk.put('journal/00000009-0000aaaa.json.1.draft', '{');
    const other = machine.open('other');
    await other.journal.refresh();
    assert.equal((await other.journal.contents.changesOf(entry)).length, 2);
    await other.journal.removeLeftovers();
    assert.equal((await other.journal.contents.changesOf(entry)).length, 2);
    assert.deepEqual(
      [stray, repeated, young].map((hash) => disk.files.has(`blobs/${hash}`)),
      [false, false, true],
    );
    await other.journal.clear();
    assert.deepEqual(disk.list('blobs'), [young]);
  });

  it('of earlier versions stay if an unreadable entry may need them', async () => {
    const { disk, machine, entry } = await withCall(1);
    asBefore(disk, entry.id, ['before 0', 'after 0'], 2 * hour);
    disk.put(`journal/${entry.id}.json`, '{"version":3}');
    const other = machine.open('other');
    await other.journal.refresh();
    await other.journal.removeLeftovers();
    assert.equal(disk.list('blobs').length, 2);
  });

  it('are read wherever they lie in their pack', async () => {
    const disk = new Disk();
    const window = new Machine(disk).open('own');
    const texts = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`files/${name}`, name.repeat(700_000)]));
    for (const name of Object.keys(texts)) disk.put(name, 'before');
    assert.equal(await window.apply(texts), true);
    const changes = await window.journal.contents.changesOf(window.journal.entries[0] ?? assert.fail('no entry'));
    const after = changes.map((change) => 'after' in change && change.after.kind === 'text' && change.after.text);
    assert.deepEqual(after, Object.values(texts));
  });

  it('are written again if another window removed them before their entry was there', async () => {
    const { disk, machine } = await withCall(1);
    let isFirst = true;
    const window = machine.open('slow', async (step) => {
      if (!isFirst || !step.startsWith('name journal')) return;
      isFirst = false;
      for (const name of disk.list('blobs')) disk.files.delete(`blobs/${name}`);
    });
    const { journal } = window;
    disk.put('files/0', 'once more');
    assert.equal(await window.apply({ 'files/0': 'and again' }), true);
    const last = journal.entries.at(-1) ?? assert.fail('no entry');
    assert.equal((await machine.open('other').journal.contents.changesOf(last)).length, 1);
  });

  it('are removed if a window died while it wrote them, wherever that was, once they are old', async () => {
    const { disk, entry, window } = await withCall(1);
    for (const folder of storageFolders) {
      disk.put(`${folder}/${entry.id}.left.draft`, 'x', Date.now() - 2 * hour);
      disk.put(`${folder}/young.draft`, 'x');
    }
    await window.journal.removeLeftovers();
    for (const folder of storageFolders)
      assert.deepEqual(
        disk.list(folder).filter((name) => name.endsWith('.draft')),
        ['young.draft'],
      );
  });

  it('are removed with old claims, but for those of unfinished entries', async () => {
    const { disk, machine, entry, window } = await withCall(1);
    disk.put(
      `journal/00000002-open.json`,
      JSON.stringify({ ...disk.entries[0], id: '00000002-open', state: 'applying' }),
    );
    for (const id of [entry.id, '00000002-open', '00000003-gone'])
      disk.put(`claims/${id}.somebody`, 'x', Date.now() - 2 * hour);
    disk.put(`claims/00000004-gone.somebody`, 'x');
    await window.journal.clear();
    const other = machine.open('other');
    await other.journal.refresh();
    await other.journal.removeLeftovers();
    assert.deepEqual(disk.list('claims').sort(), ['00000002-open.somebody', '00000004-gone.somebody']);
  });

  it('are removed with the old claims of applied entries', async () => {
    const { disk, entry, window } = await withCall(1);
    disk.put(`claims/${entry.id}.somebody`, 'x', Date.now() - 2 * hour);
    await window.journal.removeLeftovers();
    assert.deepEqual([disk.list('claims'), window.journal.entries.length], [[], 1]);
  });

  it('are removed with old leases, but for those of unfinished entries', async () => {
    const { disk, machine } = await withCall(1);
    const open = { ...disk.entries[0], id: '00000002-open', state: 'applying', owner: 'open' };
    disk.put('journal/00000002-open.json', JSON.stringify(open));
    // Marked as applied in place, on a full disk, an entry keeps its lease's name.
    const marked = { ...open, id: '00000003-marked', state: 'applied', owner: 'marked' };
    disk.put('journal/00000003-marked.json', JSON.stringify(marked));
    for (const id of ['open', 'dead', 'marked']) disk.put(`owners/${id}`, 'x', Date.now() - 2 * hour);
    disk.put('owners/young', 'x');
    const other = machine.open('other');
    await other.journal.refresh();
    await other.journal.removeLeftovers();
    assert.deepEqual(disk.list('owners').sort(), ['open', 'young']);
  });

  it('of a damaged entry stay until the history is cleared', async () => {
    const { disk, machine, entry } = await withCall(1);
    disk.put(`journal/${entry.id}.json`, '{');
    disk.put(`blobs/${entry.id}`, disk.files.get(`blobs/${entry.id}`)?.bytes ?? '', 0);
    const other = machine.open('other');
    assert.deepEqual(await other.journal.refresh(), [entry.id]);
    await other.journal.removeLeftovers();
    assert.deepEqual(disk.list('blobs'), [entry.id]);
    await other.journal.clear();
    assert.deepEqual([disk.list('blobs'), disk.list('journal')], [[], []]);
  });
});

it('an entry whose files were written otherwise than planned has the size and the lines of what was written', async () => {
  const machine = new Machine(new Disk());
  const journal = machine.journal('own', () => Promise.resolve());
  const entry = await journal.begin([updateOf('a', 'one\n', 'two\n')], { title: 'A call', tool: 'redline_test' });
  assert.deepEqual(entry.lines, { added: 1, removed: 1 });
  await journal.finish(entry, [updateOf('a', 'one\n', 'two\nthree\nfour\n')]);
  const stored = machine.disk.entries.map(({ lines, bytes }) => ({ lines, bytes }));
  assert.deepEqual(stored, [{ lines: { added: 3, removed: 1 }, bytes: 'one\ntwo\nthree\nfour\n'.length }]);
});
