import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync } from 'node:fs';
import { answering, apiCall, ending, readAgain, undoLast } from '../guard/data/calls.ts';
import { allowAll, setUser, unsetUser } from '../guard/data/settings.ts';
import { eventually } from '../ground.ts';
import { openAll, openFolders, root, wholePath, type RootName } from './roots.ts';

const three: readonly RootName[] = ['one', 'Handbook', 'memory'];
const paths = (): string[] => three.map((name) => wholePath(name, 'a.txt'));
const edits = (): object => ({
  edits: paths().map((filePath) => ({ filePath, oldString: 'one', newString: 'ONE' })),
});
const texts = (): string[] => three.map((name) => root(name).bytes('a.txt').toString());

/** A call over the disk and a file system in memory, in three folders of one window. */
describe('several folders: all or nothing', () => {
  beforeEach(async () => {
    for (const name of three) root(name).put('a.txt', 'one\n');
    await readAgain(paths());
  });
  afterEach(async () => {
    await unsetUser({ 'redline.rules': undefined });
    await openAll();
    for (const name of three) root(name).remove('a.txt');
  });

  it('lands in all of them, and is taken back in all of them by one step', async () => {
    await setUser({ 'redline.rules': allowAll });
    assert.equal((await apiCall('multi_edit', edits())).success, true);
    assert.deepEqual(texts(), ['ONE\n', 'ONE\n', 'ONE\n']);
    await undoLast();
    await eventually('the undo', () => texts().every((text) => text === 'one\n'));
  });

  it('lands in none where one of the folders has gone while the person looked', async () => {
    const { outcome } = await answering(
      'approve',
      () => apiCall('multi_edit', edits()),
      (review) => (review === 0 ? openFolders('one', 'two', 'inner', 'memory') : undefined),
    );
    assert.equal(outcome.success, false, ending(outcome));
    assert.deepEqual(texts(), ['one\n', 'one\n', 'one\n']);
  });

  it('lands in none where somebody wrote in one of them while the person looked, and asks anew', async () => {
    const { outcome, reviews } = await answering(
      ['approve', 'reject'],
      () => apiCall('multi_edit', edits()),
      (review) => {
        if (review === 0) root('memory').put('a.txt', 'one\nand theirs\n');
      },
    );
    assert.deepEqual([outcome.success, reviews], [false, 2], ending(outcome));
    assert.deepEqual(texts(), ['one\n', 'one\n', 'one\nand theirs\n']);
  });

  it('lands in none where what is to be made in one of them is there by then', async () => {
    await setUser({ 'redline.rules': allowAll });
    const target = wholePath('Handbook', 'made');
    const folder = root('Handbook').root.fsPath;
    mkdirSync(`${folder}/made`);
    try {
      const patchText = [
        '*** Begin Patch',
        `*** Update File: ${wholePath('one', 'a.txt')}`,
        '@@',
        '-one',
        '+ONE',
        `*** Add File: ${target}`,
        '+mine',
        '*** End Patch',
        '',
      ].join('\n');
      const outcome = await apiCall('apply_patch', { patchText });
      assert.equal(outcome.success, false, ending(outcome));
      assert.deepEqual(texts(), ['one\n', 'one\n', 'one\n']);
    } finally {
      rmdirSync(`${folder}/made`);
    }
  });
});
