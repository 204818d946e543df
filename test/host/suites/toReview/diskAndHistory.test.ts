import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import type { FolderStatus, Watch } from '../../../../src/tools/ports/watchPort.ts';
import { combineWatch, laterCall, laterCallsOf, rootUri } from '../historyCalls.ts';

const folder = rootUri.toString().replace(/\/$/, '');
const side = (id: string): StoredFile => ({ mode: 'file', size: 1, id });

/** The item that Watch makes of the call from `a` to `b`. */
const listed: ReviewItem = {
  folder,
  path: 'a.txt',
  baseline: side('disk a'),
  current: side('disk b'),
  steps: [
    {
      id: 'step',
      folder,
      path: 'a.txt',
      before: side('disk a'),
      after: side('disk b'),
      origin: { kind: 'later', entry: 'ab' },
      time: 0,
    },
  ],
};

/** A list in which Watch and the history have the same file. */
async function listBoth(entries: readonly JournalEntry[], state: 'on' | 'off') {
  const status: FolderStatus = state === 'on' ? { folder, state } : { folder, state, reason: 'A scan failed.' };
  let diskItems: readonly ReviewItem[] = [listed];
  const disk: Watch = {
    items: () => diskItems,
    steps: () => listed.steps,
    status: () => [status],
    onDidChange: () => ({ dispose: () => undefined }),
    contentOf: async (_folder, { id }) => new TextEncoder().encode(id),
    accept: async () => void (diskItems = []),
    acceptPart: async (item, { length: size }) => {
      diskItems = [{ ...item, baseline: { ...side('part'), size } }];
    },
    refresh: () => Promise.resolve(),
    clearHistory: () => Promise.resolve(),
  };
  const later = laterCallsOf(entries);
  await later.refresh();
  const started = Promise.resolve(disk);
  const watch = combineWatch(later, started);
  await started;
  return { watch, later };
}

describe('the list of Watch and the history', () => {
  it('does not listen to a Watch that starts after the list was disposed of', async () => {
    let listeners = 0;
    const disk: Watch = {
      items: () => [],
      steps: () => [],
      status: () => [],
      onDidChange: () => {
        listeners++;
        return { dispose: () => listeners-- };
      },
      contentOf: () => Promise.reject(new Error('is not read')),
      accept: () => Promise.resolve(),
      acceptPart: () => Promise.resolve(),
      refresh: () => Promise.resolve(),
      clearHistory: () => Promise.resolve(),
    };
    const started = Promise.resolve(disk);
    combineWatch(laterCallsOf([]), started).dispose();
    await started;
    assert.equal(listeners, 0);
  });
});

describe('a file that both Watch and the history list', () => {
  it('stays one row with both sides after a failed scan', async () => {
    const { watch } = await listBoth([laterCall('a', 'b')], 'off');
    assert.deepEqual(watch.items(), [listed]);
    assert.equal(Buffer.from(await watch.contentOf(folder, side('disk b'))).toString(), 'disk b');
  });

  it('is kept in the history, too, but not with a call that was not shown', async () => {
    const entries = [laterCall('a', 'b')];
    const shown = await listBoth(entries, 'on');
    await shown.watch.accept([listed]);
    assert.deepEqual(shown.later.items(), []);
    const { watch, later } = await listBoth([...entries, laterCall('b', 'c')], 'on');
    await watch.accept([listed]);
    assert.deepEqual(
      later.items().map(({ current }) => current?.id[0]),
      ['c'],
    );
  });

  it('is kept in part even where the history cannot have that part', async () => {
    const { watch } = await listBoth([laterCall('a', 'b')], 'on');
    const tooLarge = new Uint8Array(1024 * 1024 + 1);
    await watch.acceptPart(listed, tooLarge);
    assert.deepEqual(
      watch.items().map(({ baseline }) => baseline?.size),
      [tooLarge.length],
    );
  });
});
