import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { FolderUnderReview } from './folderUnderReview.ts';

describe('what is to be reviewed in a folder', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it('is each change with both sides and who made it, also after a reload', async () => {
    review.ground.write({ a: '1\n2\nX\n4\n5\n', n: 'new' });
    await review.watch.scan(review.window);
    rmSync(review.ground.at('b'));
    review.window.origin = { kind: 'outside' };
    await review.watch.scan(review.window);
    review.watch.dispose();
    review.watch = await review.open();
    assert.deepEqual(await review.listed(), [
      ['a', '1\n2\n3\n4\n5\n', '1\n2\nX\n4\n5\n'],
      ['b', 'b\n', undefined],
      ['n', undefined, 'new'],
    ]);
    assert.deepEqual(
      [...review.watch.items.values()].map(({ steps }) => steps.map(({ origin }) => origin.kind)),
      [['command'], ['outside'], ['command']],
    );
  });

  it('tells a file that is too large to be read at once from one that is not there', () => {
    review.ground.write({ large: '' });
    truncateSync(review.ground.at('large'), 2 ** 24);
    assert.deepEqual(
      ['b', 'large', 'none', 'b/none'].map((name) => review.watch.readNow(name)),
      [Buffer.from('b\n'), 'unread', undefined, undefined],
    );
  });

  it('is nothing once a file is as it was', async () => {
    review.ground.write({ a: 'X' });
    await review.watch.scan(review.window);
    review.ground.write({ a: '1\n2\n3\n4\n5\n' });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), []);
    assert.equal(review.watch.steps.length, 2);
  });

  it("is without the person's own changes", async () => {
    const [first, second, third] = ['1\n2\n3\n4\nagent\n', 'me\n2\n3\n4\nagent\n', 'me\n2\nX\n4\nagent\n'];
    review.ground.write({ a: second, b: 'mine\n' });
    await review.window.saved('a', first, second);
    await review.window.saved('b', 'b\n', 'mine\n');
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['a', 'me\n2\n3\n4\n5\n', second]]);
    review.window.forget();
    await review.window.saved('a', second, third);
    review.ground.write({ a: third });
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [['a', 'me\n2\nX\n4\n5\n', third]]);
  });

  it("is marked where the person's own change cannot be told apart, until it is kept or gone", async () => {
    const [first, second, third] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n', '1\n2\nmine\n4\n5\n'];
    const listMixed = (): string[] =>
      [...review.watch.items.values()].flatMap(({ path: name, mixed }) => (mixed === true ? [name] : []));
    review.ground.write({ a: second, n: 'new\n' });
    rmSync(review.ground.at('b'));
    await review.watch.scan(review.window);
    assert.deepEqual(listMixed(), []);
    review.ground.write({ a: third, b: 'mine\n', n: 'new\nmine\n' });
    await review.window.saved('a', second, third);
    await review.window.saved('b', undefined, 'mine\n');
    await review.window.saved('n', 'new\n', 'new\nmine\n');
    await review.watch.scan(review.window);
    assert.deepEqual(listMixed(), ['a', 'b', 'n']);
    review.window.forget();
    // Stays marked after what an agent changes later, and after a reload.
    review.ground.write({ n: 'newer\nmine\n' });
    await review.watch.scan(review.window);
    review.watch.dispose();
    review.watch = await review.open();
    await review.watch.refresh();
    assert.deepEqual(listMixed(), ['a', 'b', 'n']);
    await review.watch.accept([...review.watch.items.values()].filter(({ path: name }) => name !== 'a'));
    review.ground.write({ n: 'agent\nmine\n', a: first });
    await review.watch.scan(review.window);
    assert.deepEqual([...review.watch.items.keys()], ['n']);
    assert.deepEqual(listMixed(), []);
  });

  it('is not marked where the person reverts a part of it', async () => {
    const [second, third] = ['A\n2\n3\n4\nE\n', 'A\n2\n3\n4\n5\n'];
    review.ground.write({ a: second });
    await review.watch.scan(review.window);
    review.ground.write({ a: third });
    await review.window.saved('a', second, third);
    await review.watch.scan(review.window);
    assert.deepEqual(
      [...review.watch.items.values()].map(({ mixed }) => mixed),
      [undefined],
    );
  });

  it('shrinks as it is kept, whole or in part, and what came later stays', async () => {
    review.ground.write({ a: 'A\n2\n3\n4\nE\n', n: 'new' });
    await review.watch.scan(review.window);
    const [item, created] = [...review.watch.items.values()];
    assert.ok(item !== undefined && created !== undefined);
    await review.watch.acceptPart(item, Buffer.from('A\n2\n3\n4\n5\n'));
    assert.deepEqual((await review.listed())[0], ['a', 'A\n2\n3\n4\n5\n', 'A\n2\n3\n4\nE\n']);
    review.ground.write({ n: 'newer' });
    await review.watch.scan(review.window);
    await review.watch.accept([item, created]);
    assert.deepEqual(await review.listed(), [['n', 'new', 'newer']]);
  });

  it("is nothing where it is kept as listed before the person's own save", async () => {
    review.ground.write({ a: '1\n2\n3\n4\nE\n', n: 'new\n' });
    await review.watch.scan(review.window);
    const items = [...review.watch.items.values()];
    await review.window.saved('a', '1\n2\n3\n4\nE\n', 'me\n1\n2\n3\n4\nE\n');
    await review.window.saved('n', 'new\n', 'mine\n');
    review.ground.write({ a: 'me\n1\n2\n3\n4\nE\n', n: 'mine\n' });
    await review.watch.scan(review.window);
    await review.watch.accept(items);
    assert.deepEqual(await review.listed(), []);
  });

  it("is what came after it was listed, without the person's own save, or stays where the two cannot be told apart", async () => {
    review.ground.write({ a: '1\n2\n3\n4\nE\n', n: 'new\n' });
    await review.watch.scan(review.window);
    const items = [...review.watch.items.values()];
    await review.window.saved('a', '1\n2\n3\n4\nE\n', 'me\n1\n2\n3\n4\nE\n');
    review.ground.write({ a: 'me\n1\n2\nX\n4\nE\n' });
    await review.watch.scan(review.window);
    await review.watch.accept(items);
    const rest = ['a', 'me\n1\n2\n3\n4\nE\n', 'me\n1\n2\nX\n4\nE\n'];
    assert.deepEqual(await review.listed(), [rest]);
    // What was kept in part meanwhile, on the same lines as the agent's change.
    const item = review.watch.items.get('a');
    assert.ok(item !== undefined);
    await review.watch.acceptPart(item, Buffer.from('mine'));
    review.ground.write({ a: 'me\n1\n2\nY\n4\nE\n' });
    await review.watch.scan(review.window);
    await assert.rejects(review.watch.accept([item]), /a has changed meanwhile/);
    assert.deepEqual(await review.listed(), [['a', 'mine', 'me\n1\n2\nY\n4\nE\n']]);
  });

  it("is not kept in part where the person's own change has come meanwhile, which the part lacks", async () => {
    review.ground.write({ a: '1\n2\n3\n4\nE\n' });
    await review.watch.scan(review.window);
    const [item] = [...review.watch.items.values()];
    assert.ok(item !== undefined);
    await review.window.saved('a', '1\n2\n3\n4\nE\n', 'me\n1\n2\n3\n4\nE\n');
    review.ground.write({ a: 'me\n1\n2\n3\n4\nE\n' });
    await review.watch.scan(review.window);
    await assert.rejects(review.watch.acceptPart(item, Buffer.from('1\n2\n3\n4\n5\n6\n')), /a has changed meanwhile/);
    assert.deepEqual(await review.listed(), [['a', 'me\n1\n2\n3\n4\n5\n', 'me\n1\n2\n3\n4\nE\n']]);
  });

  it('tells of a secret, and never stores it', async () => {
    review.ground.write({ '.env': 'K=geheim' });
    await review.watch.scan(review.window);
    const item = review.watch.items.get('.env');
    assert.equal(item?.current?.withheld, 'secret');
    assert.ok(item.current.sha256 !== undefined && item.baseline !== undefined);
    await assert.rejects(review.watch.contentOf(item.current), /not stored/);
    await assert.rejects(review.watch.acceptPart(item, Buffer.from('K=g')), /not stored/);
    await review.watch.accept([item]);
    assert.deepEqual(await review.listed(), []);
  });

  it('is the same in two windows that look at the same time', async () => {
    const other = await review.open();
    for (let round = 0; round < 5; round++) {
      review.ground.write({ [`n${round}`]: String(round), a: `${round}` });
      await Promise.all([review.watch.scan(review.window), other.scan(review.window)]);
    }
    await Promise.all([review.watch.refresh(), other.refresh()]);
    assert.deepEqual([...review.watch.items], [...other.items]);
    assert.deepEqual([...review.watch.items.keys()], ['a', 'n0', 'n1', 'n2', 'n3', 'n4']);
    assert.equal(review.watch.items.get('a')?.steps.length, 5);
    other.dispose();
  });

  it('is kept in files that only their user may read', async () => {
    review.ground.write({ a: 'X' });
    await review.watch.scan(review.window);
    for (const entry of readdirSync(review.ground.store, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(path.join(entry.parentPath, entry.name));
      assert.equal(mode & 0o077, 0, entry.name);
    }
  });

  it('is listed, but not as the work of an agent in a terminal, where the editor has written it', async () => {
    review.ground.write({ b: 'b\nagent\nme\n', made: 'mine' });
    await review.window.saved('b', 'b\nagent\n', 'b\nagent\nme\n', { by: 'editor' });
    await review.window.saved('made', undefined, '', { by: 'editor' });
    await review.window.saved('made', '', 'mine');
    await review.watch.scan(review.window);
    assert.deepEqual(await review.listed(), [
      ['b', 'b\n', 'b\nagent\nme\n'],
      ['made', undefined, 'mine'],
    ]);
    assert.deepEqual(review.watch.steps.map(({ path: name, origin }) => `${name}: ${origin.kind}`).sort(), [
      'b: command',
      'b: outside',
      'made: outside',
    ]);
  });
});
