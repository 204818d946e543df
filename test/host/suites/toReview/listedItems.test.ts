import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import type { Watch } from '../../../../src/tools/ports/watchPort.ts';
import { combineWatch, file, laterCall, laterCallsOf, storedText } from '../historyCalls.ts';

const side = (id: string): StoredFile => ({ mode: 'file', size: 1, id });
const listed: ReviewItem = {
  folder: 'file:///f',
  path: 'a.txt',
  baseline: side('one'),
  current: side('two'),
  steps: [],
};
/** A list whose disk has made another item of the file meanwhile, and what reaches that disk. */
async function listOver(now: ReviewItem) {
  const reached: unknown[] = [];
  const disk: Watch = {
    items: () => [now],
    steps: () => [],
    status: () => [{ folder: now.folder, state: 'on' }],
    onDidChange: () => ({ dispose: () => undefined }),
    contentOf: () => Promise.reject(new Error('is not read')),
    accept: async (items) => void reached.push(items),
    acceptPart: async (item, baseline) => void reached.push(item, baseline),
    refresh: () => Promise.resolve(),
    clearHistory: () => Promise.resolve(),
  };
  const started = Promise.resolve(disk);
  const watch = combineWatch(laterCallsOf([]), started);
  await started;
  return { watch, reached };
}

describe('items that a look has made anew since they were listed', () => {
  it('are kept as they were listed', async () => {
    const { watch, reached } = await listOver({ ...listed, current: side('three') });
    await watch.accept([listed]);
    assert.deepEqual(reached, [[listed]]);
  });

  it('are kept in part while they are the same', async () => {
    const now = { ...listed };
    const { watch, reached } = await listOver(now);
    await watch.acceptPart(listed, Uint8Array.of(1));
    assert.deepEqual(reached, [now, Uint8Array.of(1)]);
  });

  for (const [what, now] of [
    ['their file has changed', { ...listed, current: side('three') }],
    ['their baseline has changed', { ...listed, baseline: side('zero') }],
    ['they are gone', { ...listed, path: 'b.txt' }],
  ] as const)
    it(`are not kept in part, and this is said, if ${what}`, async () => {
      const { watch, reached } = await listOver(now);
      await assert.rejects(watch.acceptPart(listed, Uint8Array.of(1)), /a\.txt has changed meanwhile/);
      assert.deepEqual(reached, []);
    });
});

describe('calls to review that only the history has', () => {
  it('list a file that was too large to be read when it was deleted', async () => {
    const deletion: JournalEntry = {
      ...laterCall('a', 'b'),
      changes: [{ kind: 'delete', at: file, before: { kind: 'unread', size: 7 }, mode: undefined }],
    };
    const later = laterCallsOf([deletion]);
    await later.refresh();
    assert.deepEqual(
      later.items().map(({ path, baseline, current }) => [path, baseline?.size, baseline?.withheld, current]),
      [['a.txt', 7, 'large', undefined]],
    );
  });

  it('leave an executable file executable, unless they say otherwise', async () => {
    const entries: JournalEntry[] = [
      { ...laterCall('', 'a'), changes: [{ kind: 'create', at: file, after: storedText('a'), mode: { after: true } }] },
      laterCall('a', 'b'),
    ];
    const later = laterCallsOf(entries);
    const changes = () =>
      later
        .items()
        .map(({ baseline, current, steps }) => [baseline?.mode, current?.mode, steps.map(({ after }) => after?.mode)]);
    await later.refresh();
    assert.deepEqual(changes(), [[undefined, 'executable', ['executable', 'executable']]]);
    entries.push({
      ...laterCall('b', 'c'),
      changes: [{ kind: 'update', at: file, before: storedText('b'), after: storedText('c'), mode: { after: false } }],
    });
    await later.refresh();
    assert.deepEqual(changes(), [[undefined, 'file', ['executable', 'executable', 'file']]]);
  });

  it('leave the mode to review where only a part of the text is kept', async () => {
    const mode = { before: false, after: true };
    const edit: JournalEntry = {
      ...laterCall('a', 'b'),
      changes: [{ kind: 'update', at: file, before: storedText('a'), after: storedText('b'), mode }],
    };
    const later = laterCallsOf([edit]);
    await later.refresh();
    const [item] = later.items();
    assert.ok(item);
    await later.acceptPart(item, Uint8Array.of(1));
    assert.deepEqual(
      later.items().map(({ baseline, current }) => [baseline?.mode, baseline?.size, current?.mode]),
      [['file', 1, 'executable']],
    );
  });

  it('are kept as they were listed, without a call that came since', async () => {
    const entries = [laterCall('a', 'b')];
    const later = laterCallsOf(entries);
    const watch = combineWatch(later);
    await later.refresh();
    const seen = watch.items();
    assert.equal(seen.length, 1);
    entries.push(laterCall('b', 'c'));
    await later.refresh();
    await watch.accept(seen);
    const left = watch.items().map(({ baseline, current }) => [baseline?.id[0], current?.id[0]]);
    assert.deepEqual(left, [['b', 'c']]);
  });
});
