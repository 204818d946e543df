import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

/** Damages a bit of the id of the first file: git reads such an index without complaint. */
function flipBit(file: string): void {
  const bytes = readFileSync(file);
  bytes[12 + 40] = (bytes[12 + 40] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

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
  });
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  const table: readonly (readonly [string, string, (file: string) => void])[] = [
    ['is empty', '.index', (file) => truncateSync(file)],
    ['is cut short', '.index', (file) => truncateSync(file, 50)],
    ['has a damaged bit', '.index', flipBit],
    ['is gone', '.index', (file) => rmSync(file)],
    ['lacks the rules beside it', '.rules', (file) => rmSync(file)],
  ];
  const cases = table.flatMap((row) => [true, false].map((isReloaded) => ({ row, isReloaded })));
  for (const { row, isReloaded } of cases) {
    const [title, end, damage] = row;
    const when = isReloaded ? 'before the window opens' : 'while it is open';
    it(`tells so once, keeps what was listed, and sees what comes then, if it ${title} ${when}`, async () => {
      const trees = path.join(ground.store, 'trees');
      if (isReloaded) watch.dispose();
      for (const name of readdirSync(trees)) if (name.endsWith(end)) damage(path.join(trees, name));
      if (isReloaded) watch = await open();
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
  }

  it('tells so once, and sees what comes then, if the list of changes itself is damaged', async () => {
    const file = path.join(ground.store, 'state');
    watch.dispose();
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    watch = await open();
    await assert.rejects(watch.scan(window), /damaged.*waited for review/);
    assert.deepEqual([...watch.items.keys()], []);
    ground.write({ b: '3' });
    await watch.scan(window);
    assert.deepEqual([...watch.items.keys()], ['b']);
  });
});
