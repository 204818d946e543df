import assert from 'node:assert/strict';
import { FolderUnderReview } from './folderUnderReview.ts';

describe('what is to be reviewed in a file that is renamed', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it('stays under the new name where the person renames a file', async () => {
    const [first, second] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n'];
    review.ground.write({ a: second, n: 'new' });
    await review.watch.scan(review.window);
    review.ground.sh('mkdir d; mv a c; mv n d/n; mv b e');
    await review.window.renamed('a', 'between', second);
    await review.window.renamed('between', 'c', second);
    await review.window.renamed('n', 'd/n', 'new');
    await review.window.renamed('b', 'e', 'b\n');
    await review.watch.scan(review.window);
    const expected = [
      ['c', first, second],
      ['d/n', undefined, 'new'],
    ];
    assert.deepEqual(await review.listed(), expected);
    assert.deepEqual(review.watch.steps.map((step) => step.path).sort(), ['c', 'd/n']);
    review.watch.dispose();
    review.watch = await review.open();
    assert.deepEqual(await review.listed(), expected);
  });

  it('stays as a deletion and a creation where the person moves a file into another workspace folder', async () => {
    const [first, second] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n'];
    const other = await FolderUnderReview.start();
    try {
      review.ground.write({ a: second });
      await review.watch.scan(review.window);
      review.ground.sh('rm a b');
      other.ground.write({ c: second, d: 'b\n' });
      // As `UserWrites` records both: `b` has no changes to review.
      await review.window.saved('a', second, undefined, { by: 'editor' });
      await review.window.saved('b', 'b\n', undefined);
      await other.window.saved('c', undefined, second, { by: 'editor' });
      await other.window.saved('d', undefined, 'b\n');
      await Promise.all([review.watch.scan(review.window), other.watch.scan(other.window)]);
      assert.deepEqual(await review.listed(), [['a', first, undefined]]);
      assert.deepEqual(await other.listed(), [['c', undefined, second]]);
    } finally {
      other.dispose();
    }
  });

  it('has what an agent changed right before the person renames the file or its folder, or a call moves it', async () => {
    const [first, second] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n'];
    review.ground.write({ 'd/x': first, 'd/e/y': first, z: first });
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()]);
    review.ground.write({ a: second, 'd/x': second, 'd/e/y': second, z: second, b: 'agent\n' });
    review.ground.sh('mv a c; mv d f; mv z w; mv b between; mv between n');
    await review.window.renamed('a', 'c', second);
    await review.window.renamedFolder('d', 'f', { x: second, 'e/y': second });
    await review.window.renamed('z', 'w', second, true);
    await review.window.renamed('b', 'between', 'agent\n');
    await review.window.renamed('between', 'n', 'agent\n');
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['c', first, second],
      ['f/e/y', first, second],
      ['f/x', first, second],
      ['n', 'b\n', 'agent\n'],
      ['w', first, second],
    ]);
    assert.ok([...review.watch.items.values()].every(({ mixed }) => mixed === undefined));
    const expectedPaths = ['c', 'f/e/y', 'f/x', 'n', 'z'];
    const paths = review.watch.steps.slice(-expectedPaths.length).map((step) => step.path);
    assert.deepEqual(paths.sort(), expectedPaths);
  });

  it('has what an agent changed right before a call moves the folder, and not what the person saves after it', async () => {
    const [first, second, third] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n', 'me\n1\n2\nagent\n4\n5\n'];
    review.ground.write({ 'd/x': first, 'd/e/y': first, 'd/same': first });
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()]);
    review.ground.write({ 'd/x': second, 'd/e/y': second });
    review.ground.sh('mv d between; mv between f');
    review.window.movedFolder('d', 'between');
    review.window.movedFolder('between', 'f');
    review.ground.write({ 'f/e/y': third });
    await review.window.saved('f/e/y', second, third);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['f/e/y', `me\n${first}`, third],
      ['f/x', first, second],
    ]);
    const lastSteps = review.watch.steps.slice(-2).map((step) => step.path);
    assert.deepEqual(lastSteps.sort(), ['d/e/y', 'd/x']);
  });

  it('has links and secrets that an agent changed right before a call moves the folder, and no large file that stayed', async () => {
    review.ground.write({ 'd/.env': 'K=2', 'd/f': 'f\n' });
    review.ground.sh('ln -s A d/l; truncate -s 1073741825 d/big');
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()]);
    review.ground.write({ 'd/.env': 'K=3' });
    // File by file, as onto another disk, so that the ctime of each changes.
    review.ground.sh('ln -sf B d/l; printf "%s" B > d/f; mkdir e; mv d/* d/.env e; rmdir d');
    review.window.movedFolder('d', 'e');
    await review.watch.scan(review.window);
    const items = [...review.watch.items.values()].map(({ path, baseline, current, mixed }) => [
      path,
      baseline?.mode,
      baseline?.size,
      current?.mode,
      current?.size,
      mixed,
    ]);
    assert.deepEqual(items, [
      ['e/.env', 'file', 3, 'file', 3, undefined],
      ['e/f', 'file', 2, 'file', 1, undefined],
      ['e/l', 'link', 1, 'link', 1, undefined],
    ]);
  });

  it('has what an agent changed right before a rename of which a look sees only that the old name is gone', async () => {
    const [first, second] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n'];
    review.ground.sh('rm a');
    await review.window.renamed('a', 'c', second);
    await review.watch.scan(review.window);
    review.ground.write({ c: second });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['c', first, second]]);
  });

  it('is not taken up again where the person has taken it back, and renames the file later', async () => {
    const [second, third] = ['1\n2\nagent\n4\n5\n', '1\n2\n3\n4\n5\nme\n'];
    review.ground.write({ a: second });
    await review.watch.scan(review.window);
    review.ground.write({ a: third });
    await review.window.saved('a', second, third);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), []);
    review.ground.sh('mv a c');
    await review.window.renamed('a', 'c', third);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), []);
  });

  it('stays under the new name where a reviewed call moves a file, with its steps where they were made', async () => {
    review.ground.write({ n: 'new' });
    await review.watch.scan(review.window);
    review.ground.sh('mv n m; mv m o');
    await review.window.renamed('n', 'm', 'new', true);
    await review.window.renamed('m', 'o', 'new');
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['o', undefined, 'new']]);
    assert.deepEqual(
      review.watch.steps.map((step) => step.path),
      ['n'],
    );
  });

  it('is under the new name of a file that the editor tells of only after a look has read it', async () => {
    review.ground.write({ n: 'new' });
    await review.watch.scan(review.window);
    review.ground.sh('mv n m');
    review.window.note = () => review.window.renamed('n', 'm', 'new');
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['m', undefined, 'new']]);
  });

  it('stays under the new name of a file that is renamed while a look sees only one of the names', async () => {
    review.ground.write({ n: 'new', o: 'other' });
    await review.watch.scan(review.window);
    // The look is before the deletion of one, and before the creation of the other.
    review.ground.sh('cp n m; rm o');
    await review.window.renamed('n', 'm', 'new');
    await review.window.renamed('o', 'p', 'other');
    await review.watch.scan(review.window);
    review.ground.sh('rm n');
    review.ground.write({ p: 'other' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['m', undefined, 'new'],
      ['p', undefined, 'other'],
    ]);
  });

  it('stays with its file where that takes the path of another one, which a call moved away', async () => {
    review.ground.write({ c: 'c\n' });
    await review.watch.scan(review.window);
    await review.watch.accept([...review.watch.items.values()]);
    review.ground.write({ c: 'agent\n' });
    await review.watch.scan(review.window);
    review.ground.sh('mv b n; mv c b');
    await review.window.renamed('b', 'n', 'b\n', true);
    await review.window.renamed('c', 'b', 'agent\n', true);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['b', 'c\n', 'agent\n']]);
  });

  it('stays with its file where calls swap two files that both have changes', async () => {
    review.ground.write({ a: 'agent 1\n', b: 'agent 2\n' });
    await review.watch.scan(review.window);
    review.ground.sh('mv a between; mv b a; mv between b');
    await review.window.renamed('a', 'between', 'agent 1\n', true);
    await review.window.renamed('b', 'a', 'agent 2\n', true);
    await review.window.renamed('between', 'b', 'agent 1\n', true);
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['a', 'b\n', 'agent 2\n'],
      ['b', '1\n2\n3\n4\n5\n', 'agent 1\n'],
    ]);
  });

  it('is not that of the file which a command makes at the old path of one that a call moved', async () => {
    review.ground.sh('mv b n');
    await review.window.renamed('b', 'n', 'b\n', true);
    review.ground.write({ b: 'other\n' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['b', undefined, 'other\n']]);
  });

  it('stays where a window that opens soon after such a move sees another change of the file', async () => {
    review.ground.write({ a: 'agent 1\n' });
    await review.watch.scan(review.window);
    review.ground.sh('rm b; mv a b');
    await review.window.saved('b', 'b\n', undefined);
    await review.window.renamed('a', 'b', 'agent 1\n', true);
    await review.watch.scan(review.window);
    review.watch.dispose();
    review.watch = await review.open();
    review.ground.write({ b: 'agent 2\n' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['b', '1\n2\n3\n4\n5\n', 'agent 2\n']]);
  });
});
