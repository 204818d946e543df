import assert from 'node:assert/strict';
import type { FolderWatch, WriteAttribution } from '../../../src/tools/ports/watchPort.ts';
import { FolderScans } from '../../../src/vscode/watch/folderScans.ts';

const nothing = (): Promise<void> => Promise.resolve();

function watchWith(others: Partial<FolderWatch>): FolderWatch {
  return {
    items: new Map(),
    steps: [],
    hasBaseline: true,
    refresh: nothing,
    scan: nothing,
    contentOf: () => Promise.reject(new Error('is not read')),
    accept: nothing,
    acceptPart: nothing,
    clearHistory: nothing,
    readNow: () => undefined,
    dispose: () => undefined,
    ...others,
  };
}

describe('looks at a folder that leaves the workspace', () => {
  it('end with what they were still opening', async () => {
    const done: string[] = [];
    const watch = watchWith({
      scan: async () => void done.push('look'),
      dispose: () => void done.push('dispose'),
    });
    const looks = new FolderScans({
      open: async () => {
        looks.dispose();
        return watch;
      },
      attribution: () => Promise.reject(new Error('is not asked')),
      onChange: () => done.push('changed'),
      onFailure: () => done.push('failed'),
    });
    await looks.scan();
    assert.deepEqual(done, ['dispose']);
    assert.equal(looks.watch, undefined);
  });
});

describe('a folder that leaves the workspace before the first look at it', () => {
  const looksAt = (open: () => Promise<FolderWatch>): FolderScans =>
    new FolderScans({
      open,
      attribution: () => Promise.reject(new Error('is not asked')),
      onChange: () => undefined,
      onFailure: () => undefined,
    });

  it('ends what the question about its changes has opened', async () => {
    let disposals = 0;
    const looks = looksAt(async () => watchWith({ dispose: () => void disposals++ }));
    assert.equal(await looks.listsChanges(), true);
    looks.dispose();
    assert.equal(disposals, 1);
  });

  it('ends what the question about its changes still opens', async () => {
    let disposals = 0;
    const looks = looksAt(async () => watchWith({ dispose: () => void disposals++ }));
    const answer = looks.listsChanges();
    looks.dispose();
    await answer;
    assert.equal(disposals, 1);
  });
});

describe('whether the looks at a folder list all its changes', () => {
  const attribution: WriteAttribution = {
    whenRecorded: nothing,
    originOf: () => ({ kind: 'outside' }),
    isInNestedFolder: () => false,
    writesOf: () => [],
    bytesOf: () => Promise.resolve(undefined),
  };
  const looksAt = (open: () => Promise<FolderWatch>): FolderScans =>
    new FolderScans({
      open,
      attribution: async () => attribution,
      onChange: () => undefined,
      onFailure: () => undefined,
    });

  it('is so where an earlier window looked at it', async () => {
    assert.equal(await looksAt(async () => watchWith({})).listsChanges(), true);
  });

  it('is not so before the first look, which it waits for', async () => {
    let hasBaseline = false;
    const watch = watchWith({ scan: async () => void (hasBaseline = true) });
    Object.defineProperty(watch, 'hasBaseline', { get: () => hasBaseline });
    const looks = looksAt(async () => watch);
    assert.equal(await looks.listsChanges(), false);
    assert.equal(hasBaseline, true);
    assert.equal(await looks.listsChanges(), true);
  });

  it('is not so while it cannot be opened or looked at', async () => {
    const unopened = looksAt(() => Promise.reject(new Error('git was not found')));
    assert.equal(await unopened.listsChanges(), false);
    assert.equal(await unopened.listsChanges(), false);
    const failing = looksAt(async () => watchWith({ scan: () => Promise.reject(new Error('The disk is full.')) }));
    await failing.scan();
    assert.equal(await failing.listsChanges(), false);
  });
});
