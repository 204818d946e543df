import assert from 'node:assert/strict';
import { readdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('a store whose index a power failure has damaged', () => {
  let ground: Ground;
  let watch: FolderWatch;
  const window = new Window();
  const open = (): Promise<FolderWatch> =>
    openWatch({
      folder: pathToFileURL(ground.root).toString(),
      storage: pathToFileURL(ground.store).toString(),
      isSecret: () => false,
    });

  beforeEach(async () => {
    ground = Ground.repository();
    ground.write({ a: '1', b: '1' });
    ground.commit();
    watch = await open();
    await watch.scan(window);
    ground.write({ a: '2' });
    await watch.scan(window);
    watch.dispose();
  });
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  const table: readonly (readonly [string, string, (file: string) => void])[] = [
    ['is empty', '.index', (file) => truncateSync(file)],
    ['is cut short', '.index', (file) => truncateSync(file, 50)],
    ['is gone', '.index', (file) => rmSync(file)],
    ['lacks the rules beside it', '.rules', (file) => rmSync(file)],
  ];
  for (const [title, end, damage] of table)
    it(`tells so once, keeps what was listed, and sees what comes then, if it ${title}`, async () => {
      const trees = path.join(ground.store, 'trees');
      for (const name of readdirSync(trees)) if (name.endsWith(end)) damage(path.join(trees, name));
      watch = await open();
      ground.write({ b: '2' });
      await assert.rejects(watch.scan(window), /damaged.*since the last scan/);
      assert.deepEqual([...watch.items.keys()], ['a']);
      ground.write({ b: '3', c: '1' });
      await watch.scan(window);
      assert.deepEqual([...watch.items.keys()], ['a', 'b', 'c']);
      const { baseline } = watch.items.get('b') ?? {};
      assert.ok(baseline !== undefined);
      assert.equal(Buffer.from(await watch.contentOf(baseline)).toString(), '2');
    });
});
