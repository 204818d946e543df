import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { ReviewItem } from '../../../../src/core/watch/reviewItem.ts';
import type { FolderWatch, OpenWatch, WriteAttribution } from '../../../../src/tools/ports/watchPort.ts';
import { UserWrites } from '../../../../src/vscode/watch/userWrites.ts';
import { findWatchedFile } from '../../../../src/vscode/watch/watchedFile.ts';
import type { WindowWatch } from '../../../../src/vscode/watch/windowWatch.ts';
import { laterCall, storedText } from '../historyCalls.ts';
import { folderOf, openAll, openFolders, type RootName } from './roots.ts';
import { createWindowWatch } from './windowWatch.ts';

/** A watch on a folder in which one file is to be reviewed, and is kept by `accept`, which may fail. */
const openWith =
  (
    accept: (folder: string) => void,
    scan: (folder: string, attribution: WriteAttribution) => void,
    path: string,
  ): OpenWatch =>
  async ({ folder }) => {
    const nothing = (): Promise<void> => Promise.resolve();
    const current = { mode: 'file', size: 1, id: 'a' } as const;
    const item: ReviewItem = { folder, path, baseline: undefined, current, steps: [] };
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
  path = 'a.txt',
): WindowWatch {
  return createWindowWatch(openWith(accept, scan, path), '/unused', entries);
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

  /** A reviewed call that moved a file or folder. */
  function moveCall(
    id: string,
    from: string,
    to: string,
    content: ReturnType<typeof storedText> | { readonly kind: 'directory' } = storedText('a'),
  ): JournalEntry {
    const [source, at] = [from, to].map((uri) => ({ uri, path: uri, real: uri }));
    assert.ok(source && at);
    const changes: JournalEntry['changes'] = [{ kind: 'move', from: source, at, before: content, after: content }];
    return { ...laterCall('', from), id, changes, later: undefined };
  }

  /**
   * The writes of the calls, as `folder/path`, with who made them; collected once the items are known.
   * @param toReview the path of the item in each folder
   */
  async function writesOf(
    entries: readonly JournalEntry[],
    names: readonly ('one' | 'two' | 'inner')[],
    toReview = 'a.txt',
  ) {
    const known = new Set<string>();
    const inFolder = 'abcdefg'.split('').map((name) => `${name}.txt`);
    const paths = ['', 'packages/inner/', 'd/', 'e/'].flatMap((folder) => inFolder.map((name) => folder + name));
    const watch = watchWith(
      () => undefined,
      (folder, attribution) => {
        // The items are known after the first scan.
        if (watch.items().length < names.length) return;
        const name = names.find((each) => uriOf(each) === folder);
        for (const path of paths)
          for (const { by } of attribution.writesOf(path, 0))
            known.add(`${name}/${path}${typeof by === 'string' ? '' : ` by ${by.entry}`}`);
      },
      entries,
      toReview,
    );
    await openFolders(...names);
    await watch.refresh();
    await watch.refresh();
    watch.dispose();
    return [...known].sort();
  }

  it('stays when a call takes it into another folder, as what that call did on both sides', async () => {
    const [one, two] = [uriOf('one'), uriOf('two')];
    const known = await writesOf(
      [
        moveCall('1', `${one}/a.txt`, `${two}/b.txt`),
        // Within its folder, the item follows; `c.txt` is none.
        moveCall('2', `${two}/a.txt`, `${two}/c.txt`),
        moveCall('3', `${one}/c.txt`, `${two}/d.txt`),
        moveCall('4', `${one}/a.txt`, 'file:///elsewhere/a.txt'),
        // The undo is the person's: nothing is known of it.
        { ...moveCall('5', `${one}/a.txt`, `${two}/e.txt`), reverts: '1' },
        // Is itself to be reviewed.
        { ...moveCall('6', `${one}/d.txt`, `${two}/f.txt`), later: true },
      ],
      ['one', 'two'],
    );
    assert.deepEqual(known, [
      'one/a.txt by 1',
      'one/a.txt by 4',
      'one/c.txt',
      'one/d.txt by 6',
      'two/a.txt',
      'two/b.txt by 1',
      'two/c.txt',
      'two/d.txt',
      'two/f.txt by 6',
    ]);
  });

  it('stays when a call takes it into the inner folder, which the outer one may not see', async () => {
    const [one, inner] = [uriOf('one'), uriOf('inner')];
    const known = await writesOf(
      [moveCall('1', `${one}/a.txt`, `${inner}/b.txt`), moveCall('2', `${inner}/a.txt`, `${one}/c.txt`)],
      ['one', 'inner'],
    );
    const [intoInner, outOfIt] = [
      ['one/a.txt', 'one/packages/inner/b.txt', 'inner/b.txt'],
      ['one/c.txt', 'one/packages/inner/a.txt', 'inner/a.txt'],
    ];
    assert.deepEqual(
      known,
      [...intoInner.map((name) => `${name} by 1`), ...outOfIt.map((name) => `${name} by 2`)].sort(),
    );
  });

  it('is alone listed when a call takes its folder into another one, and is not known of an undo', async () => {
    const [one, two] = [uriOf('one'), uriOf('two')];
    const moved = moveCall('1', `${one}/d`, `${two}/e`, { kind: 'directory' });
    const others = 'bcdefg'.split('').flatMap((name) => [`one/d/${name}.txt`, `two/e/${name}.txt`]);
    const known = (entry: JournalEntry) => writesOf([entry], ['one', 'two'], 'd/a.txt');
    assert.deepEqual(await known(moved), ['one/d/a.txt by 1', 'two/e/a.txt by 1', ...others].sort());
    assert.deepEqual(await known({ ...moved, reverts: '0' }), others.sort());
  });

  it('stays when what the outer folder lists in the inner one is taken into a third one', async () => {
    await openFolders('one', 'two', 'inner');
    const items = new Map([['packages/inner/a.txt', {} as ReviewItem]]);
    const watchOf = (folder: string) =>
      folder === uriOf('one') ? ({ items } as Partial<FolderWatch> as FolderWatch) : undefined;
    const writes = new UserWrites(
      (uri) => findWatchedFile(uri, watchOf),
      (cause) => assert.fail(String(cause)),
    );
    const uriIn = (name: RootName, file: string) => vscode.Uri.joinPath(folderOf(name).uri, file).toString();
    const left = (to: RootName): string[] => [...writes.leftItems(to, uriIn('inner', 'a.txt'), uriIn(to, 'b.txt'))];
    assert.deepEqual([left('two'), left('inner')], [[''], []]);
    // The scan of the outer folder may drop a new file that is gone before that of the third one finds it.
    items.clear();
    assert.deepEqual([left('two'), left('one')], [[''], []]);
    writes.dispose();
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
