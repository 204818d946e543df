import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FolderUnderReview } from './folderUnderReview.ts';

describe('clearing the history of a folder', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it('removes kept changes with their contents, and no others', async () => {
    review.ground.write({ a: 'kept', b: 'waits' });
    await review.watch.scan(review.window);
    const contents = [...review.watch.items.values()].map(({ current }) => current);
    review.ground.write({ a: 'later', b: 'still waits' });
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()].filter(({ path: name }) => name === 'a'));
    const [kept, waits] = contents;
    assert.ok(kept && waits);
    const { steps } = review.watch;
    assert.equal(steps.length, 4);
    await review.watch.clearHistory();
    assert.deepEqual(
      review.watch.steps,
      steps.filter((step) => step.path === 'b'),
    );
    assert.deepEqual([...review.watch.items.keys()], ['b']);
    await assert.rejects(review.watch.contentOf(kept), { code: 'IO_ERROR' });
    assert.equal(Buffer.from(await review.watch.contentOf(waits)).toString(), 'waits');
    const other = await review.open();
    await other.refresh();
    assert.deepEqual(other.steps, review.watch.steps);
    other.dispose();
    review.ground.write({ a: 'once more' });
    await review.watch.scan(review.window);
    assert.deepEqual([...review.watch.items.keys()], ['a', 'b']);
  });

  it('does so without a scan, as while Watch is off', async () => {
    review.ground.write({ a: 'kept', b: 'waits' });
    await review.watch.scan(review.window);
    const [kept, waits] = [...review.watch.items.values()];
    assert.ok(kept?.baseline && waits?.baseline);
    await review.watch.accept([kept]);
    const other = await review.open();
    await other.clearHistory();
    assert.deepEqual([...other.items.keys()], ['b']);
    assert.deepEqual(other.steps, waits.steps);
    await assert.rejects(other.contentOf(kept.baseline), { code: 'IO_ERROR' });
    assert.equal(Buffer.from(await other.contentOf(waits.baseline)).toString(), 'b\n');
    other.dispose();
  });

  it('removes what a killed git left of the contents that it was storing', async () => {
    const objects = path.join(review.ground.store, 'git', 'objects');
    for (const folder of ['tmp_objdir-bulk-fsync-a1B2c3', 'pack']) {
      mkdirSync(path.join(objects, folder, '00'), { recursive: true });
      writeFileSync(path.join(objects, folder, '00', 'tmp_obj_a1B2c3'), 'half');
    }
    await review.watch.clearHistory();
    assert.deepEqual(
      readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('tmp')),
      [],
    );
    review.ground.write({ a: 'changed' });
    await review.watch.scan(review.window);
    assert.deepEqual([...review.watch.items.keys()], ['a']);
  });
});
