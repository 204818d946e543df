import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import { FolderReview } from '../../../src/node/watch/folderReview.ts';
import type { StorageFolder } from '../../../src/tools/ports/diskPorts.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('the state of a folder', () => {
  it('is read from the store only if another window has written it', async () => {
    const ground = new Ground();
    try {
      const uri = pathToFileURL(ground.store).toString();
      let reads = 0;
      const files = nodeStorageFolder(uri);
      const storage: StorageFolder = {
        ...files,
        read: (name) => {
          reads += 1;
          return files.read(name);
        },
      };
      const folder = pathToFileURL(ground.root).toString();
      const parts = { folder, watched: await ground.open(), storage, storageUri: uri };
      const [one, other] = [new FolderReview(parts), new FolderReview(parts)];
      const window = new Window();
      ground.write({ 'a.txt': 'a' });
      await one.scan(window);
      ground.write({ 'a.txt': 'b' });
      await one.scan(window);
      ground.write({ 'a.txt': 'c' });
      await one.scan(window);
      // The next interval begins where the last look began.
      assert.equal(window.intervals.at(-1)?.from, window.intervals.at(-2)?.secondScanFrom);
      const before = reads;
      for (let look = 0; look < 5; look++) await one.scan(window);
      assert.equal(reads, before);
      await other.scan(window);
      await other.accept([...other.items.values()]);
      await one.scan(window);
      assert.equal(one.items.size, 0);
      assert.equal(reads, before + 2);
    } finally {
      ground.dispose();
    }
  });

  it('goes on where a crash of the machine has lost contents, which it does not merge', async () => {
    const ground = Ground.repository();
    ground.write({ a: '1\n2\n3\n', b: '4\n5\n6\n' });
    ground.commit();
    const [folder, storage] = [ground.root, ground.store].map((each) => pathToFileURL(each).toString());
    const watch = await openWatch({ folder: folder ?? '', storage: storage ?? '', isSecret: () => false });
    try {
      const window = new Window();
      await watch.scan(window);
      ground.write({ b: '4\n5\nB\n' });
      await watch.scan(window);
      ground.sh('rm -rf ../store/git/objects/??/* ../store/git/objects/pack/*');
      for (const [name, before, after] of [
        ['a', '1\n2\n3\n', 'me\n1\n2\n3\n'],
        ['b', '4\n5\nB\n', 'me\n4\n5\nB\n'],
      ] as const) {
        await window.saved(name, before, after);
        ground.write({ [name]: after });
      }
      await watch.scan(window);
      assert.deepEqual([...watch.items.keys()], ['b']);
      const [baseline, current] = [watch.items.get('b')?.baseline, watch.items.get('b')?.current];
      assert.ok(baseline !== undefined && current !== undefined);
      await assert.rejects(watch.contentOf(baseline));
      assert.equal(Buffer.from(await watch.contentOf(current)).toString(), 'me\n4\n5\nB\n');
    } finally {
      watch.dispose();
      ground.dispose();
    }
  });
});
