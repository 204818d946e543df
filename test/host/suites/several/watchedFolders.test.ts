import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem } from '../../../../src/core/watch/reviewItem.ts';
import type { FolderWatch, OpenWatch, WriteAttribution } from '../../../../src/tools/ports/watchPort.ts';
import { WindowWatch } from '../../../../src/vscode/watch/windowWatch.ts';
import { laterCall, storedText } from '../historyCalls.ts';
import { folderOf, openAll, openFolders } from './roots.ts';

/** A watch on a folder in which one file is to be reviewed, and is kept by `accept`, which may fail. */
const openWith =
  (accept: (folder: string) => void, scan: (folder: string, attribution: WriteAttribution) => void): OpenWatch =>
  async ({ folder }) => {
    const nothing = (): Promise<void> => Promise.resolve();
    const current = { mode: 'file', size: 1, id: 'a' } as const;
    const item: ReviewItem = { folder, path: 'a.txt', baseline: undefined, current, steps: [] };
    const items = new Map([[item.path, item]]);
    const watch: FolderWatch = {
      items,
      steps: [],
      hasBaseline: true,
      refresh: nothing,
      scan: async (attribution) => scan(folder, attribution),
      contentOf: () => Promise.reject(new Error('is not read')),
      accept: async () => {
        accept(folder);
        items.clear();
      },
      acceptPart: nothing,
      clearHistory: nothing,
      readNow: () => undefined,
      dispose: () => undefined,
    };
    return watch;
  };

const uriOf = (name: 'one' | 'two' | 'inner'): string => folderOf(name).uri.toString();

function watchWith(
  accept: (folder: string) => void,
  scan: (folder: string, attribution: WriteAttribution) => void = () => undefined,
  entries: readonly JournalEntry[] = [],
): WindowWatch {
  return new WindowWatch({
    open: openWith(accept, scan),
    storage: vscode.Uri.file('/unused'),
    journal: {
      entries: () => entries,
      refresh: () => Promise.resolve(),
      bytesOf: () => Promise.resolve(undefined),
      canonicalUriOf: async (uri) => uri.toString(),
    },
    createSecretTest: async () => () => false,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
}

describe('several folders: what is to be reviewed', () => {
  afterEach(openAll);

  it('is that of the folders that are open', async () => {
    const watch = watchWith(() => undefined);
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

  it('is listed once if one folder lies in another', async () => {
    const outer: boolean[] = [];
    const watch = watchWith(
      () => undefined,
      (folder, attribution) => {
        if (folder !== uriOf('one')) return;
        outer.push(...['packages/inner/a.txt', 'a.txt'].map((path) => attribution.isInNestedFolder(path)));
      },
    );
    await openFolders('one', 'inner');
    await watch.refresh();
    await openFolders('one');
    await watch.refresh();
    assert.deepEqual(outer, [true, false, false, false]);
    watch.dispose();
  });

  /** A call that moved a file or folder. */
  function moveCall(from: string, to: string, isLater: boolean): JournalEntry {
    const [source, at] = [from, to].map((uri) => ({ uri, path: uri, real: uri }));
    assert.ok(source && at);
    const content = storedText('a');
    const changes: JournalEntry['changes'] = [{ kind: 'move', from: source, at, before: content, after: content }];
    const call = { ...laterCall('', from), changes };
    return isLater ? call : { ...call, later: undefined };
  }

  it('stays when a call takes it into another folder: its writes there are not known', async () => {
    const known = new Set<string>();
    const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'g.txt'];
    const [one, two] = [uriOf('one'), uriOf('two')];
    const watch = watchWith(
      () => undefined,
      (folder, attribution) => {
        // The items are known after the first scan.
        if (watch.items().length < 2) return;
        for (const path of paths)
          for (const { by } of attribution.writesOf(path, 0))
            known.add(`${folder === one ? 'one' : 'two'}/${path}${by === 'reviewed' ? '' : ' later'}`);
      },
      [
        moveCall(`${one}/a.txt`, `${two}/b.txt`, false),
        // Within its folder, the item follows; `c.txt` is none.
        moveCall(`${two}/a.txt`, `${two}/c.txt`, false),
        moveCall(`${one}/c.txt`, `${two}/d.txt`, false),
        // Is itself to be reviewed.
        moveCall(`${one}/a.txt`, `${two}/e.txt`, true),
        moveCall(`${one}/a.txt`, 'file:///elsewhere/a.txt', false),
      ],
    );
    await openFolders('one', 'two');
    await watch.refresh();
    await watch.refresh();
    assert.deepEqual([...known].sort(), [
      'one/a.txt later',
      'one/c.txt',
      'two/a.txt',
      'two/c.txt',
      'two/d.txt',
      'two/e.txt later',
    ]);
    watch.dispose();
  });

  it('stays with the outer folder when a call takes it into the inner one', async () => {
    const known = new Set<string>();
    const moved = 'packages/inner/b.txt';
    const [one, inner] = [uriOf('one'), uriOf('inner')];
    const watch = watchWith(
      () => undefined,
      (folder, attribution) => {
        // The items are known after the first scan.
        if (folder !== one || watch.items().length < 2) return;
        for (const path of ['a.txt', moved, 'packages/inner/a.txt', 'b.txt'])
          for (const { by } of attribution.writesOf(path, 0)) known.add(`${path}${by === 'reviewed' ? '' : ' later'}`);
      },
      [moveCall(`${one}/a.txt`, `${one}/${moved}`, false), moveCall(`${inner}/a.txt`, `${one}/b.txt`, false)],
    );
    await openFolders('one', 'inner');
    await watch.refresh();
    await watch.refresh();
    assert.deepEqual([...known], ['a.txt', moved]);
    watch.dispose();
  });

  it('is no longer what was kept before a folder failed', async () => {
    const watch = watchWith((folder) => {
      if (folder === uriOf('two')) throw new Error('The disk is full.');
    });
    await openFolders('one', 'two');
    await watch.refresh();
    await assert.rejects(watch.accept(watch.items()), /The disk is full/);
    assert.deepEqual(
      watch.items().map(({ folder }) => folder),
      [uriOf('two')],
    );
    watch.dispose();
  });
});
