import assert from 'node:assert/strict';
import { lstatSync, utimesSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';
import { FolderReview } from '../../../src/node/watch/folderReview.ts';
import type { Trees } from '../../../src/node/watch/tree/treeFiles.ts';
import { createStamp } from '../../../src/node/watch/tree/unindexedFiles.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('a secret file that was touched', () => {
  it('is not hashed at every look from then on', async () => {
    const ground = Ground.repository();
    try {
      ground.write({ '.env': 'K=1' });
      ground.commit();
      const watched = await ground.open();
      const known: Trees[] = [];
      const scan = watched.scan.bind(watched);
      watched.scan = (before) => {
        known.push(before);
        return scan(before);
      };
      const storageUri = pathToFileURL(ground.store).toString();
      const folder = pathToFileURL(ground.root).toString();
      const review = new FolderReview({ folder, watched, storage: nodeStorageFolder(storageUri), storageUri });
      await review.scan(new Window());
      utimesSync(ground.at('.env'), 1, 1);
      for (let look = 0; look < 2; look++) await review.scan(new Window());
      const stamp = createStamp(lstatSync(ground.at('.env'), { bigint: true }));
      assert.equal(known[2]?.get('')?.unindexed.get('.env')?.stamp, stamp);
      assert.equal(review.items.size, 0);
      review.dispose();
    } finally {
      ground.dispose();
    }
  });
});
