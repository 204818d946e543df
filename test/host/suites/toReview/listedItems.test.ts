import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import type { Watch } from '../../../../src/tools/ports/watchPort.ts';
import { CombinedWatch } from '../../../../src/vscode/toReview/combinedWatch.ts';
import { LaterCalls } from '../../../../src/vscode/toReview/laterCalls.ts';

const side = (id: string): StoredFile => ({ mode: 'file', size: 1, id });
const listed: ReviewItem = {
  folder: 'file:///f',
  path: 'a.txt',
  baseline: side('one'),
  current: side('two'),
  steps: [],
};
const workspaceState: vscode.Memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };

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
  const history = {
    entries: [],
    contentOf: () => Promise.reject(new Error('is not read')),
    refresh: () => Promise.resolve(),
    hold: () => () => undefined,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const started = Promise.resolve(disk);
  const watch = new CombinedWatch(
    new LaterCalls({ history, workspaceState }),
    { watch: { start: () => started, started }, workspaceState },
    0,
  );
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
