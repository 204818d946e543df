import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api } from '../ground.ts';
import { answering, apiCall, ending, proposals, undoLast } from '../guard/data/calls.ts';
import { placeAt } from '../place.ts';
import { onScreen } from '../screen.ts';
import { addFolders, folderOf, openAll, openFolders, root, wholePath } from './roots.ts';

/** One call of each tool, with nothing wrong in it. */
const calls: Readonly<Record<string, object>> = {
  read_file: { filePath: 'a.txt' },
  list_directory: {},
  find_files: { pattern: '**' },
  search_text: { query: 'x' },
  path_info: { path: 'a.txt' },
  changes_since: {},
  write_file: { filePath: 'a.txt', content: 'x' },
  edit_file: { filePath: 'a.txt', oldString: 'x', newString: 'y' },
  multi_edit: { edits: [{ filePath: 'a.txt', oldString: 'x', newString: 'y' }] },
  apply_patch: { patchText: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n' },
  replace_lines: { filePath: 'a.txt', startLine: 1, endLine: 1, newContent: 'y', expectedText: 'x' },
  delete_lines: { filePath: 'a.txt', startLine: 1, endLine: 1, expectedText: 'x' },
  create_directory: { dirPath: 'd' },
  delete: { path: 'a.txt' },
  move: { from: 'a.txt', to: 'b.txt' },
  copy: { from: 'a.txt', to: 'b.txt' },
  rename_symbol: { filePath: 'a.txt', symbol: 'x', newName: 'y', line: 1 },
  edit_notebook: { filePath: 'a.ipynb', action: 'insert', source: 'x' },
};

const edit = (filePath: string): object => ({ filePath, oldString: 'one', newString: 'ONE' });

describe('folders that come and go', function () {
  beforeEach(() => {
    for (const name of ['one', 'two', 'Handbook', 'memory'] as const) root(name).put('a.txt', 'one\n');
  });
  afterEach(async () => {
    await openAll();
    for (const name of ['one', 'two', 'Handbook', 'memory'] as const) root(name).remove('a.txt');
  });

  it('without a folder every tool says that none is open, and what to do', async () => {
    await openFolders();
    for (const [tool, input] of Object.entries(calls)) {
      assert.match(
        ending(await apiCall(tool, input)),
        /^OUTSIDE_WORKSPACE: .*[Nn]o folder is open.*open a folder/,
        tool,
      );
    }
    assert.equal((await api()).tools.length, Object.keys(calls).length);
  });

  it('nothing is written into a folder that was removed while the call waited', async () => {
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('edit_file', edit('Handbook/a.txt')),
      () => openFolders('one', 'two', 'inner', 'memory'),
    );
    assert.deepEqual([outcome.success, reviews], [false, 1], ending(outcome));
    assert.match(ending(outcome), /VALIDATION_ERROR|OUTSIDE_WORKSPACE/);
    assert.equal(root('Handbook').bytes('a.txt').toString(), 'one\n');
    assert.deepEqual(proposals(), []);
  });

  it('a folder that comes while a call waits does not lead it astray', async () => {
    await openFolders('Handbook');
    const { outcome } = await answering(
      'approve',
      () => apiCall('edit_file', edit('a.txt')),
      () => openFolders('Handbook', 'two'),
    );
    const written = [root('Handbook'), root('two')].map((place) => place.bytes('a.txt').toString());
    assert.deepEqual(written, [outcome.success ? 'ONE\n' : 'one\n', 'one\n'], ending(outcome));
    if (!outcome.success) assert.match(ending(outcome), /Start the path with the name of one/);
  });

  it('a folder that takes the place of another is asked about anew', async () => {
    await openFolders('Handbook');
    const { outcome, reviews } = await answering(
      ['approve', 'reject'],
      () => apiCall('edit_file', edit('a.txt')),
      (review) => (review === 0 ? openFolders('two') : undefined),
    );
    assert.deepEqual([outcome.success, reviews], [false, 2], ending(outcome));
    assert.deepEqual(
      [root('Handbook'), root('two')].map((place) => place.bytes('a.txt').toString()),
      ['one\n', 'one\n'],
    );
  });

  it('what was changed in a folder that has gone is undone only when the folder is there again', async () => {
    const call = apiCall('edit_file', edit(wholePath('two', 'a.txt')));
    const { outcome } = await answering('approve', () => call);
    assert.equal(outcome.success, true, ending(outcome));
    await openFolders('one', 'Handbook');
    const refused = undoLast();
    await vscode.commands.executeCommand('notifications.showList');
    await onScreen({ notification: 'Open the folder that contains it' });
    await vscode.commands.executeCommand('notifications.clearAll');
    await refused;
    assert.equal(root('two').bytes('a.txt').toString(), 'ONE\n');
    await openAll();
    await undoLast();
    assert.equal(root('two').bytes('a.txt').toString(), 'one\n');
  });

  it('two files of one path, in two file systems, are two files in one review', async () => {
    const { uri } = folderOf('Handbook');
    const twin = placeAt(uri.with({ scheme: 'memfs' }));
    twin.put('a.txt', 'twin one\n');
    await addFolders({ uri: twin.root, name: 'Twin' });
    const edits = [edit('Handbook/a.txt'), edit('Twin/a.txt')];
    const { outcome, reviews } = await answering('approve', () => apiCall('multi_edit', { edits }));
    assert.deepEqual([outcome.success, reviews], [true, 1], ending(outcome));
    assert.deepEqual(
      [root('Handbook'), twin].map((place) => place.bytes('a.txt').toString()),
      ['ONE\n', 'twin ONE\n'],
    );
    twin.remove('a.txt');
  });

  it('a virtual file system is copied from its root, and listed from a folder named as a secret', async () => {
    const { uri } = folderOf('memory');
    const secret = placeAt(uri.with({ path: '/credentials' }));
    secret.put('a.txt', 'one\n');
    await addFolders({ uri: uri.with({ path: '/' }), name: 'Whole' }, { uri: secret.root, name: 'Credentials' });
    assert.match(ending(await apiCall('list_directory', { path: 'Credentials' })), /a\.txt/);
    secret.remove('');
    const { outcome } = await answering('approve', () => apiCall('copy', { from: 'Whole', to: 'Handbook/copied' }));
    assert.ok(outcome.success, ending(outcome));
    assert.ok(root('Handbook').exists('copied/proj/a.txt'));
    root('Handbook').remove('copied');
  });

  it('a folder that has just come is worked in at once', async () => {
    await openFolders('one');
    await openFolders('one', 'memory');
    const { outcome } = await answering('approve', () => apiCall('edit_file', edit('memory/a.txt')));
    assert.equal(outcome.success, true, ending(outcome));
    assert.equal(root('memory').bytes('a.txt').toString(), 'ONE\n');
  });
});
