import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { FolderUnderReview } from './folderUnderReview.ts';

describe('the changes of a workspace folder inside another one', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it("are in the list of that one while it is open, not in the outer one's", async () => {
    review.window.nestedFolder = 'inner';
    review.ground.write({ 'inner/a': 'new', inner2: 'new' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['inner2', undefined, 'new']]);
    assert.equal(review.watch.steps.length, 1);
    review.window.nestedFolder = undefined;
    review.ground.write({ 'inner/a': 'newer' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['inner/a', 'new', 'newer'],
      ['inner2', undefined, 'new'],
    ]);
  });

  it("stay in the outer one's list where they were before that one was opened, until they are reviewed", async () => {
    review.ground.write({ 'inner/a': 'new' });
    await review.watch.scan(review.window);
    review.window.nestedFolder = 'inner';
    await review.window.saved('inner/a', 'new', 'newer');
    review.ground.write({ 'inner/a': 'newer', 'inner/b': 'new' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['inner/a', undefined, 'newer']]);
    rmSync(review.ground.at('inner/a'));
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), []);
  });

  it("stay in the outer one's list where a file that waits there was moved within that one", async () => {
    review.ground.write({ 'inner/a': 'by an agent' });
    await review.watch.scan(review.window);
    review.window.nestedFolder = 'inner';
    rmSync(review.ground.at('inner/a'));
    review.ground.write({ 'inner/c': 'by an agent', 'inner/b': 'new' });
    await review.window.renamed('inner/a', 'inner/c', 'by an agent', true);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['inner/c', undefined, 'by an agent']]);
  });

  it("stay in the outer one's list, as deleted by the call, where a file was moved into that one, which git ignores", async () => {
    review.ground.write({ a: 'by an agent', '.gitignore': '/inner/\n' });
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()].filter(({ path }) => path !== 'a'));
    review.window.nestedFolder = 'inner';
    rmSync(review.ground.at('a'));
    review.ground.write({ 'inner/a': 'by an agent' });
    const by = { kind: 'later', entry: '1' } as const;
    await review.window.saved('a', 'by an agent', undefined, { by });
    await review.window.saved('inner/a', undefined, 'by an agent', { by });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['a', '1\n2\n3\n4\n5\n', undefined]]);
    assert.deepEqual(review.watch.items.get('a')?.steps.at(-1)?.origin, by);
  });

  it('come back with all that waited, and with later changes, when that one is added again', async () => {
    review.ground.write({ a: 'by an agent', b: 'new' });
    await review.watch.scan(review.window);
    review.watch.dispose();
    review.ground.write({ b: 'changed while it was not open' });
    review.watch = await review.open();
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['a', '1\n2\n3\n4\n5\n', 'by an agent'],
      ['b', 'b\n', 'changed while it was not open'],
    ]);
  });
});
