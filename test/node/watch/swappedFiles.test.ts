import assert from 'node:assert/strict';
import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readWatchedFileSync } from '../../../src/node/watch/tree/diskPaths.ts';
import { hashWithheldFile, storeUnindexedFile } from '../../../src/node/watch/tree/unindexedFiles.ts';
import { Ground } from './ground.ts';

describe('what takes the place of a file between the look and the read', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = new Ground();
    ground.write({ file: 'K=1' });
  });
  afterEach(() => ground.dispose());

  for (const [title, script] of [
    ['a pipe', 'mkfifo p'],
    ['a link', 'ln -s file p'],
    ['a folder', 'mkdir p'],
  ] as const)
    it(`is neither waited for nor followed: ${title}`, async () => {
      ground.sh(script);
      const stats = lstatSync(ground.at('file'), { bigint: true });
      const read = Promise.all([
        hashWithheldFile(ground.root, 'p', stats, 'secret', 'sha1'),
        storeUnindexedFile(ground.root, 'p', stats, () => assert.fail('It was stored.')),
      ]);
      const answer = await Promise.race([read, pause(2000, 'waits')]);
      // Ends a read that waits, without which the process of the tests could not end.
      if (answer === 'waits') closeSync(openSync(ground.at('p'), constants.O_RDWR | constants.O_NONBLOCK));
      assert.deepEqual(answer, [undefined, undefined]);
      assert.equal(readWatchedFileSync(ground.root, 'p'), 'unread');
    });

  it('leaves a file that can be read at once as it is', () => {
    assert.equal(String(readWatchedFileSync(ground.root, 'file')), 'K=1');
    assert.equal(readWatchedFileSync(ground.root, 'absent'), undefined);
  });
});
