import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoredFile } from '../../../src/core/watch/reviewItem.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

describe('what is to be reviewed in a folder', () => {
  let ground: Ground;
  let window: Window;
  let watch: FolderWatch;
  const open = (): Promise<FolderWatch> =>
    openWatch({
      folder: pathToFileURL(ground.root).toString(),
      storage: pathToFileURL(ground.store).toString(),
      isSecret: (name) => name.endsWith('.env'),
    });
  const text = async (file: StoredFile | undefined): Promise<string | undefined> =>
    file && Buffer.from(await watch.contentOf(file)).toString();
  const listed = async (): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const { path: name, baseline, current } of watch.items.values()) {
      all.push([name, await text(baseline), await text(current)]);
    }
    return all;
  };

  beforeEach(async () => {
    ground = Ground.repository();
    ground.write({ a: '1\n2\n3\n4\n5\n', b: 'b\n', '.env': 'K=1' });
    ground.commit();
    window = new Window();
    watch = await open();
    await watch.scan(window);
  });
  afterEach(() => {
    watch.dispose();
    ground.dispose();
  });

  it('is each change with both sides and who made it, also after a reload', async () => {
    ground.write({ a: '1\n2\nX\n4\n5\n', n: 'new' });
    await watch.scan(window);
    rmSync(ground.at('b'));
    window.origin = { kind: 'outside' };
    await watch.scan(window);
    watch.dispose();
    watch = await open();
    assert.deepEqual(await listed(), [
      ['a', '1\n2\n3\n4\n5\n', '1\n2\nX\n4\n5\n'],
      ['b', 'b\n', undefined],
      ['n', undefined, 'new'],
    ]);
    assert.deepEqual(
      [...watch.items.values()].map(({ steps }) => steps.map(({ origin }) => origin.kind)),
      [['command'], ['outside'], ['command']],
    );
  });

  it('tells a file that is too large to be read at once from one that is not there', () => {
    ground.write({ large: '' });
    truncateSync(ground.at('large'), 2 ** 24);
    assert.deepEqual(
      ['b', 'large', 'none', 'b/none'].map((name) => watch.readNow(name)),
      [Buffer.from('b\n'), 'unread', undefined, undefined],
    );
  });

  it('is nothing once a file is as it was', async () => {
    ground.write({ a: 'X' });
    await watch.scan(window);
    ground.write({ a: '1\n2\n3\n4\n5\n' });
    await watch.scan(window);
    assert.deepEqual(await listed(), []);
    assert.equal(watch.steps.length, 2);
  });

  it("is without the person's own changes", async () => {
    const [first, second, third] = ['1\n2\n3\n4\nagent\n', 'me\n2\n3\n4\nagent\n', 'me\n2\nX\n4\nagent\n'];
    ground.write({ a: second, b: 'mine\n' });
    await window.saved('a', first, second);
    await window.saved('b', 'b\n', 'mine\n');
    await watch.scan(window);
    assert.deepEqual(await listed(), [['a', 'me\n2\n3\n4\n5\n', second]]);
    window.forget();
    await window.saved('a', second, third);
    ground.write({ a: third });
    await watch.scan(window);
    assert.deepEqual(await listed(), [['a', 'me\n2\nX\n4\n5\n', third]]);
  });

  it('stays under the new name where the person renames a file', async () => {
    const [first, second] = ['1\n2\n3\n4\n5\n', '1\n2\nagent\n4\n5\n'];
    ground.write({ a: second, n: 'new' });
    await watch.scan(window);
    ground.sh('mkdir d; mv a c; mv n d/n; mv b e');
    await window.renamed('a', 'between', second);
    await window.renamed('between', 'c', second);
    await window.renamed('n', 'd/n', 'new');
    await window.renamed('b', 'e', 'b\n');
    await watch.scan(window);
    const expected = [
      ['c', first, second],
      ['d/n', undefined, 'new'],
    ];
    assert.deepEqual(await listed(), expected);
    assert.deepEqual(watch.steps.map((step) => step.path).sort(), ['c', 'd/n']);
    watch.dispose();
    watch = await open();
    assert.deepEqual(await listed(), expected);
  });

  it('stays under the new name where a reviewed call moves a file, with its steps where they were made', async () => {
    ground.write({ n: 'new' });
    await watch.scan(window);
    ground.sh('mv n m; mv m o');
    await window.renamed('n', 'm', 'new', true);
    await window.renamed('m', 'o', 'new');
    await watch.scan(window);
    assert.deepEqual(await listed(), [['o', undefined, 'new']]);
    assert.deepEqual(
      watch.steps.map((step) => step.path),
      ['n'],
    );
  });

  it('is under the new name of a file that the editor tells of only after a look has read it', async () => {
    ground.write({ n: 'new' });
    await watch.scan(window);
    ground.sh('mv n m');
    window.note = () => window.renamed('n', 'm', 'new');
    await watch.scan(window);
    assert.deepEqual(await listed(), [['m', undefined, 'new']]);
  });

  it('stays under the new name of a file that is renamed while a look sees only one of the names', async () => {
    ground.write({ n: 'new', o: 'other' });
    await watch.scan(window);
    // The look is before the deletion of one, and before the creation of the other.
    ground.sh('cp n m; rm o');
    await window.renamed('n', 'm', 'new');
    await window.renamed('o', 'p', 'other');
    await watch.scan(window);
    ground.sh('rm n');
    ground.write({ p: 'other' });
    await watch.scan(window);
    assert.deepEqual(await listed(), [
      ['m', undefined, 'new'],
      ['p', undefined, 'other'],
    ]);
  });

  it('shrinks as it is kept, whole or in part, and what came later stays', async () => {
    ground.write({ a: 'A\n2\n3\n4\nE\n', n: 'new' });
    await watch.scan(window);
    const [item, created] = [...watch.items.values()];
    assert.ok(item !== undefined && created !== undefined);
    await watch.acceptPart(item, Buffer.from('A\n2\n3\n4\n5\n'));
    assert.deepEqual((await listed())[0], ['a', 'A\n2\n3\n4\n5\n', 'A\n2\n3\n4\nE\n']);
    ground.write({ n: 'newer' });
    await watch.scan(window);
    await watch.accept([item, created]);
    assert.deepEqual(await listed(), [['n', 'new', 'newer']]);
  });

  it("is not kept in part where the person's own change has come meanwhile, which the part lacks", async () => {
    ground.write({ a: '1\n2\n3\n4\nE\n' });
    await watch.scan(window);
    const [item] = [...watch.items.values()];
    assert.ok(item !== undefined);
    await window.saved('a', '1\n2\n3\n4\nE\n', 'me\n1\n2\n3\n4\nE\n');
    ground.write({ a: 'me\n1\n2\n3\n4\nE\n' });
    await watch.scan(window);
    await assert.rejects(watch.acceptPart(item, Buffer.from('1\n2\n3\n4\n5\n6\n')), /a has changed meanwhile/);
    assert.deepEqual(await listed(), [['a', 'me\n1\n2\n3\n4\n5\n', 'me\n1\n2\n3\n4\nE\n']]);
  });

  it('tells of a secret, and never stores it', async () => {
    ground.write({ '.env': 'K=geheim' });
    await watch.scan(window);
    const item = watch.items.get('.env');
    assert.equal(item?.current?.withheld, 'secret');
    assert.ok(item.current.sha256 !== undefined && item.baseline !== undefined);
    await assert.rejects(watch.contentOf(item.current), /not stored/);
    await assert.rejects(watch.acceptPart(item, Buffer.from('K=g')), /not stored/);
    await watch.accept([item]);
    assert.deepEqual(await listed(), []);
  });

  it('is the same in two windows that look at the same time', async () => {
    const other = await open();
    for (let round = 0; round < 5; round++) {
      ground.write({ [`n${round}`]: String(round), a: `${round}` });
      await Promise.all([watch.scan(window), other.scan(window)]);
    }
    await Promise.all([watch.refresh(), other.refresh()]);
    assert.deepEqual([...watch.items], [...other.items]);
    assert.deepEqual([...watch.items.keys()], ['a', 'n0', 'n1', 'n2', 'n3', 'n4']);
    assert.equal(watch.items.get('a')?.steps.length, 5);
    other.dispose();
  });

  it('is kept in files that only their user may read', async () => {
    ground.write({ a: 'X' });
    await watch.scan(window);
    for (const entry of readdirSync(ground.store, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(path.join(entry.parentPath, entry.name));
      assert.equal(mode & 0o077, 0, entry.name);
    }
  });

  it('forgets kept changes with their contents when the history is cleared, and no others', async () => {
    ground.write({ a: 'kept', b: 'waits' });
    await watch.scan(window);
    const contents = [...watch.items.values()].map(({ current }) => current);
    ground.write({ a: 'later', b: 'still waits' });
    await watch.scan(window);
    await watch.accept([...watch.items.values()].filter(({ path: name }) => name === 'a'));
    const [kept, waits] = contents;
    assert.ok(kept && waits);
    const { steps } = watch;
    assert.equal(steps.length, 4);
    await watch.clearHistory();
    assert.deepEqual(
      watch.steps,
      steps.filter((step) => step.path === 'b'),
    );
    assert.deepEqual([...watch.items.keys()], ['b']);
    await assert.rejects(watch.contentOf(kept), { code: 'IO_ERROR' });
    assert.equal(Buffer.from(await watch.contentOf(waits)).toString(), 'waits');
    const other = await open();
    await other.refresh();
    assert.deepEqual(other.steps, watch.steps);
    other.dispose();
    ground.write({ a: 'once more' });
    await watch.scan(window);
    assert.deepEqual([...watch.items.keys()], ['a', 'b']);
  });
});
