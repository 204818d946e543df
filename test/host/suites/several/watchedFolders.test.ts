import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReviewItem } from '../../../../src/core/watch/reviewItem.ts';
import type { FolderWatch, OpenWatch } from '../../../../src/tools/ports/watchPort.ts';
import { WindowWatch } from '../../../../src/vscode/watch/windowWatch.ts';
import { folderOf, openAll, openFolders } from './roots.ts';

/** A watch on a folder in which one file is to be reviewed. */
const open: OpenWatch = async ({ folder }) => {
  const nothing = (): Promise<void> => Promise.resolve();
  const current = { mode: 'file', size: 1, id: 'a' } as const;
  const item: ReviewItem = { folder, path: 'a.txt', baseline: undefined, current, steps: [] };
  const watch: FolderWatch = {
    items: new Map([[item.path, item]]),
    steps: [],
    refresh: nothing,
    scan: nothing,
    contentOf: () => Promise.reject(new Error('is not read')),
    accept: nothing,
    acceptPart: nothing,
    clearHistory: nothing,
    readNow: () => undefined,
    dispose: () => undefined,
  };
  return watch;
};

describe('several folders: what is to be reviewed', () => {
  afterEach(openAll);

  it('is that of the folders that are open', async () => {
    const watch = new WindowWatch({
      open,
      storage: vscode.Uri.file('/unused'),
      journal: {
        entries: () => [],
        refresh: () => Promise.resolve(),
        bytesOf: () => Promise.resolve(undefined),
        canonicalUriOf: async (uri) => uri.toString(),
      },
      createSecretTest: async () => () => false,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const uriOf = (name: 'one' | 'two'): string => folderOf(name).uri.toString();
    const listed = async (): Promise<readonly string[]> => {
      await watch.refresh();
      return watch.items().map(({ folder }) => folder);
    };
    await openFolders('one', 'two');
    assert.deepEqual(await listed(), [uriOf('one'), uriOf('two')]);
    await openFolders('one');
    assert.deepEqual(await listed(), [uriOf('one')]);
    await openFolders('one', 'two');
    assert.deepEqual(await listed(), [uriOf('one'), uriOf('two')]);
    watch.dispose();
  });
});
