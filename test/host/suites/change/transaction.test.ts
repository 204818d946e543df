import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import * as vscode from 'vscode';
import { eventually, press, shown, tabs, useGround, withSettings } from '../ground.ts';
import { itNeeds } from '../place.ts';

const edit = (filePath: string, oldString: string, newString: string): object => ({ filePath, oldString, newString });

describe('transactions', () => {
  const ground = useGround('transactions');

  itNeeds('modes', 'takes everything back where one file is read-only, and says which', async () => {
    ground.put('a.txt', 'two\n');
    ground.put('b.txt', 'two\n', 0o444);
    const edits = ['a.txt', 'b.txt'].map((file) => edit(ground.path(file), 'two', 'TWO'));
    const why = await ground.refused('redline_multi_edit', { edits });
    assert.match(why, /PERMISSION_DENIED: .*b\.txt/);
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], ['two\n', 'two\n']);
  });

  itNeeds('modes', 'treats a read-only file as read-only, whatever is to be done to it', async () => {
    ground.put('a.txt', 'a\n');
    ground.put('f/locked.txt', 'locked\n', 0o444);
    const [locked, free, folder] = ['f/locked.txt', 'a.txt', 'f'].map((file) => ground.path(file));
    const calls: readonly (readonly [tool: string, input: object])[] = [
      ['redline_edit_file', edit(ground.path('f/locked.txt'), 'locked', 'open')],
      ['redline_write_file', { filePath: locked, content: 'x\n' }],
      ['redline_delete', { path: locked }],
      ['redline_delete', { path: folder, recursive: true }],
      ['redline_move', { from: locked, to: ground.path('b.txt') }],
      ['redline_move', { from: free, to: locked, overwrite: true }],
      ['redline_copy', { from: free, to: locked, overwrite: true }],
      ['redline_apply_patch', { patchText: `*** Begin Patch\n*** Delete File: ${locked}\n*** End Patch\n` }],
    ];
    for (const [tool, input] of calls) {
      assert.match(
        await ground.refused(tool, input),
        /PERMISSION_DENIED: .*locked\.txt/,
        JSON.stringify([tool, input]),
      );
    }
    assert.deepEqual([ground.text('a.txt'), ground.text('f/locked.txt')], ['a\n', 'locked\n']);
    await ground.done('redline_copy', { from: locked, to: ground.path('b.txt') });
    assert.equal(ground.mode('b.txt'), 0o444);
  });

  it('refuses what files.readonlyInclude names, although the editor would say yes', async () => {
    await withSettings({ 'files.readonlyInclude': { '**/locked.txt': true } }, async () => {
      for (const file of ['a.txt', 'locked.txt']) ground.put(file, 'two\n');
      const edits = ['a.txt', 'locked.txt'].map((file) => edit(ground.path(file), 'two', 'TWO'));
      assert.match(await ground.refused('redline_multi_edit', { edits }), /PERMISSION_DENIED: .*locked\.txt/);
      assert.deepEqual([ground.text('a.txt'), ground.text('locked.txt')], ['two\n', 'two\n']);
    });
  });

  itNeeds('modes', 'writes nothing into a read-only folder', async () => {
    ground.put('f/a.txt', 'a\n');
    ground.put('b.txt', 'b\n');
    chmodSync(ground.uri('f').fsPath, 0o555);
    try {
      const patch = (name: string): string => `*** Add File: ${ground.path(name)}\n+new\n`;
      const patchText = `*** Begin Patch\n${patch('n.txt')}${patch('f/n.txt')}*** Delete File: ${ground.path('b.txt')}\n*** End Patch\n`;
      assert.match(await ground.refused('redline_apply_patch', { patchText }), /PERMISSION_DENIED/);
      assert.deepEqual([ground.exists('n.txt'), ground.exists('f/n.txt'), ground.text('b.txt')], [false, false, 'b\n']);
    } finally {
      chmodSync(ground.uri('f').fsPath, 0o755);
    }
  });

  it('lands six parallel edits of one file', async () => {
    ground.put('a.txt', 'l1\nl2\nl3\nl4\nl5\nl6\n');
    const calls = [1, 2, 3, 4, 5, 6].map((n) =>
      ground.done('redline_edit_file', edit(ground.path('a.txt'), `l${n}\n`, `L${n}\n`)),
    );
    await Promise.all(calls);
    assert.equal(ground.text('a.txt'), 'L1\nL2\nL3\nL4\nL5\nL6\n');
  });

  it('edits unsaved typing without saving it, also beside other files', async () => {
    ground.put('a.txt', 'one\ntwo\n');
    ground.put('b.txt', 'one\ntwo\n');
    const editor = await vscode.window.showTextDocument(ground.uri('a.txt'));
    await editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'typed\n'));
    const edits = ['a.txt', 'b.txt'].map((file) => edit(ground.path(file), 'two', 'TWO'));
    await ground.done('redline_multi_edit', { edits });
    assert.equal(editor.document.getText(), 'typed\none\nTWO\n');
    assert.equal(editor.document.isDirty, true);
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], ['one\ntwo\n', 'one\nTWO\n']);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'typed\none\ntwo\n');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('does not delete or move a file with unsaved typing', async () => {
    ground.put('a.txt', 'one\n');
    const editor = await vscode.window.showTextDocument(ground.uri('a.txt'));
    await editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'typed\n'));
    const patchText = `*** Begin Patch\n*** Delete File: ${ground.path('a.txt')}\n*** End Patch\n`;
    await ground.refused('redline_apply_patch', { patchText });
    await ground.refused('redline_move', { from: ground.path('a.txt'), to: ground.path('b.txt') });
    assert.equal(ground.text('a.txt'), 'one\n');
    assert.equal(editor.document.getText(), 'typed\none\n');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('makes one undo step of each call, and redoes it', async () => {
    ground.put('a.txt', 'one two\n');
    const uri = ground.uri('a.txt');
    await ground.done('redline_edit_file', edit(ground.path('a.txt'), 'one', 'ONE'));
    await eventually('the editor to follow', async () => (await shown(uri)) === 'ONE two\n');
    await ground.done('redline_edit_file', edit(ground.path('a.txt'), 'two', 'TWO'));
    await eventually('the editor to follow', async () => (await shown(uri)) === 'ONE TWO\n');
    for (const [command, text] of [
      ['undo', 'ONE two\n'],
      ['undo', 'one two\n'],
      ['redo', 'ONE two\n'],
      ['redo', 'ONE TWO\n'],
    ] as const) {
      await press(command, uri);
      assert.equal(await shown(uri), text);
    }
  });

  it('makes one undo step of a call over several files', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt'];
    for (const name of names) ground.put(name, 'two\n');
    const edits = names.map((file) => edit(ground.path(file), 'two', 'TWO'));
    await ground.done('redline_multi_edit', { edits });
    assert.deepEqual(tabs(), []);
    const texts = (): Promise<string[]> => Promise.all(names.map((name) => shown(ground.uri(name))));
    await press('undo', ground.uri('b.txt'));
    assert.deepEqual(await texts(), ['two\n', 'two\n', 'two\n']);
    await press('redo', ground.uri('b.txt'));
    assert.deepEqual(await texts(), ['TWO\n', 'TWO\n', 'TWO\n']);
    for (const name of names) {
      await vscode.window.showTextDocument(ground.uri(name));
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
  });

  it('edits files whose documents the editor closes meanwhile, to make room for others', async function () {
    this.timeout(120_000);
    const files = Array.from({ length: 10 }, (_, at) => `a${at}.txt`);
    for (const file of files) ground.put(file, 'two\n');
    // Of documents that no tab shows the editor keeps 59 loaded, and closes the ten oldest at the next one.
    const load = async (name: string, text: string): Promise<void> => {
      ground.put(name, text);
      await vscode.workspace.openTextDocument(ground.uri(name));
    };
    let others = 0;
    const closed: vscode.TextDocument[] = [];
    const listener = vscode.workspace.onDidCloseTextDocument((document) => void closed.push(document));
    while (closed.length === 0) await load(`b${others++}.txt`, 'other\n');
    listener.dispose();
    // After 52 more it is among the ten oldest, and the other files of the call make the editor close it.
    await load('a0.txt', 'two\n');
    for (let more = 0; more < 52; more++) await load(`b${others++}.txt`, 'other\n');
    const edits = files.map((file) => edit(ground.path(file), 'two', 'TWO'));
    await ground.done('redline_multi_edit', { edits });
    assert.deepEqual(new Set(files.map((file) => ground.text(file))), new Set(['TWO\n']));
    assert.deepEqual(
      vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
      [],
    );
  });

  it('lets tabs follow: changed stays, moved is shown at its new place, deleted is closed', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      ground.put(name, 'two\n');
      await vscode.window.showTextDocument(ground.uri(name), { preview: false });
    }
    await ground.done('redline_edit_file', edit(ground.path('a.txt'), 'two', 'TWO'));
    await ground.done('redline_delete', { path: ground.path('b.txt') });
    await ground.done('redline_move', { from: ground.path('c.txt'), to: ground.path('d.txt') });
    await eventually('the tabs to follow', () => tabs().join() === 'a.txt,d.txt');
    await eventually('the text to follow', async () => (await shown(ground.uri('a.txt'))) === 'TWO\n');
  });

  it('answers fifty parallel calls over files of their own', async function () {
    const names = Array.from({ length: 50 }, (_, at) => `p${at}.txt`);
    for (const name of names) ground.put(name, 'two\n');
    await Promise.all(names.map((name) => ground.done('redline_edit_file', edit(ground.path(name), 'two', 'TWO'))));
    assert.deepEqual(new Set(names.map((name) => ground.text(name))), new Set(['TWO\n']));
  });
});
