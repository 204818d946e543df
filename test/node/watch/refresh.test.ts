import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';
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
});
