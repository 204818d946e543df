import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../../../src/core/text/bytes.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import { computeGitId } from '../../../src/node/watch/tree/unindexedFiles.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('a secret between two looks', () => {
  let ground: Ground;
  let window: Window;
  let watch: FolderWatch;
  let secret: string;
  beforeEach(async () => {
    secret = '.env';
    ground = Ground.repository();
    ground.write({ '.env': 'K=1' });
    ground.commit();
    window = new Window();
    watch = await openWatch({
      folder: pathToFileURL(ground.root).toString(),
      storage: pathToFileURL(ground.store).toString(),
      isSecret: (name) => name === secret,
    });
    await watch.scan(window);
  });
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  for (const before of ['K=1', undefined])
    it(`is not stored where the person saved it ${before === undefined ? 'first' : 'again'}, then somebody else wrote it`, async () => {
      if (before === undefined) rmSync(ground.at('.env'));
      await watch.scan(window);
      await watch.accept([...watch.items.values()]);
      await window.saved('.env', before, 'K=between');
      await window.saved('.env', 'K=between', 'K=2');
      ground.write({ '.env': 'K=3' });
      await watch.scan(window);
      const [step] = watch.items.get('.env')?.steps ?? [];
      assert.deepEqual([step?.before?.withheld, step?.after?.withheld], ['secret', 'secret']);
      assert.equal(step?.before?.sha256, await sha256(Buffer.from('K=2')));
      const { repository } = await ground.open();
      for (const text of ['K=between', 'K=2', 'K=3']) {
        const id = computeGitId(Buffer.from(text), repository.algorithm);
        await assert.rejects(repository.content(id), text);
      }
      // The same bytes have the same id, whoever has hashed them.
      ground.write({ '.env': 'K=2' });
      await watch.scan(window);
      assert.equal(watch.items.get('.env'), undefined);
      repository.dispose();
    });

  it('is what the rules of each look say', async () => {
    ground.write({ key: 'a' });
    await watch.scan(window);
    secret = 'key';
    ground.write({ key: 'b', '.env': 'K=2' });
    await watch.scan(window);
    assert.equal(watch.items.get('key')?.current?.withheld, 'secret');
    assert.equal(watch.items.get('.env')?.current?.withheld, undefined);
  });
});
