import assert from 'node:assert/strict';
import { createEntry, type JournalEntry } from '../../src/core/journal/journalEntry.ts';
import { EntryFiles } from '../../src/vscode/journal/entryFiles.ts';
import { Disk, storageOn } from './disk.ts';

const id = '00000001-0000aaaa';
const entry = createEntry({ id, owner: 'mine', title: 'Übung „äöü“', tool: 'redline_test' }, []);
const file = `journal/${id}.json`;

/** The files of one entry. Steps that match `fails` fail. */
async function withEntry(written: JournalEntry = entry) {
  const disk = new Disk();
  const steps: string[] = [];
  const failing = { pattern: /^$/ };
  const storage = storageOn(disk, async (what) => {
    steps.push(what);
    if (failing.pattern.test(what)) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  });
  const files = new EntryFiles(storage, { info: () => undefined, warn: () => undefined, error: () => undefined });
  await files.write(written);
  return { disk, files, steps, failing };
}

describe('marking an entry as applied in place', () => {
  it('changes nothing but its state, and nothing the second time', async () => {
    const { disk, files, steps } = await withEntry();
    await files.markApplied(id, 'mine');
    await files.markApplied(id, 'mine');
    assert.deepEqual(disk.entries, [{ ...entry, state: 'applied' }]);
    assert.equal(steps.filter((step) => step.startsWith('mark')).length, 1);
  });

  it('does nothing to an entry that is gone or under another lease', async () => {
    const { disk, files } = await withEntry();
    await files.markApplied('00000002-0000aaaa', 'mine');
    await files.markApplied(id, 'theirs');
    assert.deepEqual(disk.entries, [entry]);
  });
});

describe('an entry that cannot be read', () => {
  for (const { title, text } of [
    { title: 'is no entry', text: '{' },
    { title: 'has the name of another one', text: JSON.stringify({ ...entry, id: '00000002-0000aaaa' }) },
  ]) {
    it(`is set aside if its file ${title}`, async () => {
      const { disk, files } = await withEntry();
      disk.put(file, text);
      const { ids, entries, damagedIds } = await files.readNew(new Set());
      assert.deepEqual([[...ids], entries, damagedIds], [[id], [], [id]]);
      assert.deepEqual(disk.list('journal'), [`${id}.damaged`]);
    });
  }

  it('is read only once if it is of a later version', async () => {
    const { disk, files, steps } = await withEntry();
    disk.put(file, JSON.stringify({ ...entry, version: 99 }));
    for (let round = 0; round < 2; round++) {
      const { ids, entries, damagedIds } = await files.readNew(new Set());
      assert.deepEqual([[...ids], entries, damagedIds], [[id], [], []]);
    }
    assert.equal(steps.filter((step) => step.startsWith('read ')).length, 1);
  });

  it('stays where it is if only reading it failed', async () => {
    const { files, failing } = await withEntry();
    failing.pattern = /^read/;
    const { entries, damagedIds } = await files.readNew(new Set());
    assert.deepEqual([entries, damagedIds], [[], []]);
    failing.pattern = /^$/;
    assert.deepEqual((await files.readNew(new Set())).entries, [entry]);
  });

  it('is not reported as set aside if it could not be renamed', async () => {
    const { disk, files, failing } = await withEntry();
    disk.put(file, '{');
    failing.pattern = /^rename/;
    assert.deepEqual((await files.readNew(new Set())).damagedIds, []);
  });
});
