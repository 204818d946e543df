import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('the mode of a file', () => {
  let ground: Ground;
  let window: Window;
  let watch: FolderWatch;
  beforeEach(async () => {
    ground = Ground.repository();
    ground.write({ a: '1\n', b: '1\n' });
    ground.commit();
    window = new Window();
    const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
    watch = await openWatch({ ...place, isSecret: () => false });
    await watch.scan(window);
  });
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  const modes = (): unknown[] =>
    [...watch.items.values()].map(({ path: name, baseline, current }) => [name, baseline?.mode, current?.mode]);

  it('is listed where somebody set it beside what the person saved', async () => {
    ground.write({ a: 'mine\n' });
    ground.sh('chmod +x a');
    await window.saved('a', '1\n', 'mine\n');
    await watch.scan(window);
    assert.deepEqual(modes(), [['a', 'file', 'executable']]);
    const { baseline } = watch.items.get('a') ?? {};
    assert.equal(baseline && Buffer.from(await watch.contentOf(baseline)).toString(), 'mine\n');
  });

  it('is not listed where a reviewed call set it, with the bytes or alone', async () => {
    ground.write({ a: 'mine\n' });
    ground.sh('chmod +x a b');
    await window.saved('a', '1\n', 'mine\n', { executable: true });
    await window.saved('b', '1\n', '1\n', { executable: true });
    await watch.scan(window);
    assert.deepEqual(modes(), []);
    ground.sh('chmod -x b');
    await watch.scan(window);
    assert.deepEqual(modes(), [['b', 'executable', 'file']]);
  });
});
