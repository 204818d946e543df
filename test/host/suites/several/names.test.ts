import assert from 'node:assert/strict';
import { apiCall, ending, resultOf, undoLast } from '../guard/data/calls.ts';
import { set } from '../ground.ts';
import { root, wholePath, type RootName } from './roots.ts';

const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];
const all: readonly RootName[] = ['one', 'two', 'inner', 'Handbook', 'memory'];

/** What a path means: the folder and the file in it, or how it is refused. */
const paths: readonly (readonly [path: string, meant: readonly [RootName, string] | RegExp])[] = [
  ['Handbook/a.txt', ['Handbook', 'a.txt']],
  ['memory/a.txt', ['memory', 'a.txt']],
  ['memfs:/proj/a.txt', ['memory', 'a.txt']],
  ['inner/a.txt', ['inner', 'a.txt']],
  ['./inner/../Handbook/a.txt', /NOT_FOUND/],
  ['app/a.txt', /VALIDATION_ERROR: .*several workspace folders have this name/],
  ['a.txt', /VALIDATION_ERROR: .*Start the path with the name of one: .*Handbook/],
  ['docs/a.txt', /VALIDATION_ERROR: .*Start the path with the name of one/],
  ['Handbook/../../a.txt', /OUTSIDE_WORKSPACE|VALIDATION_ERROR/],
];

describe('several folders: names', function () {
  before(async () => {
    await set('redline.rules', allowAll);
    for (const name of all) root(name).put('a.txt', `in ${name}\n`);
  });
  after(async () => {
    await set('redline.rules', undefined);
    for (const name of all) root(name).remove('a.txt');
  });
  afterEach(() => {
    root('memory').remove('copy.txt');
    root('inner').remove('moved.txt');
  });

  for (const [path, meant] of paths) {
    it(`${path} ${meant instanceof RegExp ? 'is refused' : `is ${meant.join('/')}`}`, async () => {
      const outcome = await apiCall('read_file', { filePath: path });
      if (meant instanceof RegExp) assert.match(ending(outcome), meant);
      else assert.match(ending(outcome), new RegExp(`in ${meant[0]}`));
    });
  }

  for (const name of all) {
    it(`the whole path of a file in ${name} is that file, and its name in answers is it again`, async () => {
      const read = await apiCall('read_file', { filePath: wholePath(name, 'a.txt') });
      assert.match(ending(read), new RegExp(`in ${name}\\b`));
      const found = await apiCall('find_files', { pattern: 'a.txt', path: wholePath(name, '.') });
      const [shown] = resultOf(found)['files'] as string[];
      assert.match(ending(await apiCall('read_file', { filePath: shown })), new RegExp(`in ${name}\\b`));
    });
  }

  it('a search over all folders tells each file once, by a name that leads to it', async () => {
    const found = await apiCall('search_text', { query: 'in (one|two|inner|Handbook|memory)', isRegex: true });
    const matches = resultOf(found)['matches'] as { filePath: string; snippet: string }[];
    const told = matches.filter(({ filePath }) => filePath.endsWith('a.txt'));
    assert.equal(told.length, all.length, JSON.stringify(told));
    for (const { filePath, snippet } of told) {
      assert.ok(ending(await apiCall('read_file', { filePath })).includes(snippet.trim()), filePath);
    }
  });

  it('a listing and a glob over all folders tell each file once', async () => {
    const found = await apiCall('find_files', { pattern: '**/a.txt' });
    const files = resultOf(found)['files'] as string[];
    assert.deepEqual([files.length, new Set(files).size], [all.length, all.length], files.join());
  });

  it('one call changes files in all folders, the memory included, and one undo takes it back', async () => {
    const edits = all.map((name) => ({ filePath: wholePath(name, 'a.txt'), oldString: 'in ', newString: 'IN ' }));
    assert.equal((await apiCall('multi_edit', { edits })).success, true);
    assert.deepEqual(
      all.map((name) => root(name).bytes('a.txt').toString()),
      all.map((name) => `IN ${name}\n`),
    );
    await undoLast();
    assert.deepEqual(
      all.map((name) => root(name).bytes('a.txt').toString()),
      all.map((name) => `in ${name}\n`),
    );
  });

  it('moves and copies from one folder to another, also between file systems', async () => {
    const copied = await apiCall('copy', { from: 'Handbook/a.txt', to: 'memory/copy.txt' });
    assert.equal(copied.success, true, ending(copied));
    assert.equal(root('memory').bytes('copy.txt').toString(), 'in Handbook\n');
    const moved = await apiCall('move', { from: 'memory/copy.txt', to: 'inner/moved.txt' });
    assert.equal(moved.success, true, ending(moved));
    assert.deepEqual(
      [root('inner').bytes('moved.txt').toString(), root('memory').exists('copy.txt')],
      ['in Handbook\n', false],
    );
    await undoLast();
    await undoLast();
    assert.deepEqual([root('inner').exists('moved.txt'), root('memory').exists('copy.txt')], [false, false]);
  });
});
