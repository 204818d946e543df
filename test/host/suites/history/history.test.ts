import assert from 'node:assert/strict';
import { chmodSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { reviewUri, unifiedReviewUri } from '../../../../src/vscode/files/reviewUri.ts';
import { answered, eventually, set, shown, useGround, withSettings } from '../ground.ts';
import { itNeeds } from '../place.ts';

const stored = { mode: 'file', size: 0, id: '' } as const;

describe('history', () => {
  const ground = useGround('history');

  const undoLast = (): Thenable<unknown> => vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
  const edit = (file: string, oldString: string, newString: string): Promise<unknown> =>
    ground.done('redline_edit_file', { filePath: ground.path(file), oldString, newString });

  const patch = (file: string, header: readonly string[], hunks: string): Promise<unknown> => {
    const name = ground.path(file);
    const lines = [`diff --git a/${name} b/${name}`, ...header, `--- a/${name}`, `+++ b/${name}`, hunks];
    return ground.done('redline_apply_patch', { patchText: lines.join('\n') });
  };

  it('takes an edit back', async () => {
    ground.put('a.txt', 'one\r\ntwo');
    await edit('a.txt', 'two', 'TWO');
    await undoLast();
    assert.equal(ground.text('a.txt'), 'one\r\ntwo');
  });

  itNeeds('links', 'brings a deleted folder back to the byte, with modes and links', async () => {
    ground.put('f/bytes.bin', Buffer.of(0, 255, 13, 10), 0o600);
    ground.put('f/g/run.sh', 'echo\r\n', 0o755);
    ground.put('f/latin.txt', Buffer.from('caf\xe9', 'latin1'));
    symlinkSync('g/run.sh', path.join(ground.folder, 'f/link'));
    await ground.done('redline_delete', { path: ground.path('f'), recursive: true });
    assert.equal(ground.exists('f'), false);
    await undoLast();
    assert.deepEqual(ground.bytes('f/bytes.bin'), Buffer.of(0, 255, 13, 10));
    assert.deepEqual([ground.mode('f/bytes.bin'), ground.mode('f/g/run.sh')], [0o600, 0o755]);
    assert.deepEqual(ground.bytes('f/latin.txt'), Buffer.from('caf\xe9', 'latin1'));
    assert.equal(readlinkSync(path.join(ground.folder, 'f/link')), 'g/run.sh');
  });

  for (const [where, settings] of [
    ['in the settings', { 'files.encoding': 'windows1252' }],
    ['in the settings of its language', { '[plaintext]': { 'files.encoding': 'windows1252' } }],
  ] as const)
    it(`shows the letters of a file whose encoding is another one ${where}`, () =>
      withSettings(settings, async () => {
        ground.put('a.txt', Buffer.from('größer\none\n', 'latin1'));
        await edit('a.txt', 'one', 'two');
        await vscode.commands.executeCommand('redline.showFileHistory', ground.uri('a.txt'));
        assert.deepEqual(await sidesOfPicked(), ['größer\none\n', 'größer\ntwo\n']);
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      }));

  for (const [what, side] of [
    ['a side', (file: vscode.Uri, folder: string) => reviewUri(file, folder, undefined)],
    ['the diff as text', (file: vscode.Uri, folder: string) => unifiedReviewUri(file, folder, stored, undefined)],
  ] as const)
    it(`is that of the file where ${what} of To Review is shown`, async () => {
      ground.put('a.txt', `${what}\none\n`);
      await edit('a.txt', 'one', 'two');
      const file = ground.uri('a.txt');
      const folder = vscode.workspace.getWorkspaceFolder(file)?.uri.toString() ?? '';
      await vscode.commands.executeCommand('redline.showFileHistory', side(file, folder));
      assert.deepEqual(await sidesOfPicked(), [`${what}\none\n`, `${what}\ntwo\n`]);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });

  it('shows no hidden characters of a name in the title of a diff', async () => {
    const name = 'click\u202etxt.exe';
    ground.put(name, 'one\n');
    // A name that may mislead asks, whatever the rules allow.
    await ground.approved('redline_edit_file', { path: ground.path(name), oldString: 'one', newString: 'two' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('redline.showFileHistory', ground.uri(name));
    assert.deepEqual(await sidesOfPicked(), ['one\n', 'two\n']);
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    assert.match(label, /click⟨U\+202E⟩txt\.exe/);
    assert.doesNotMatch(label, /\u202e/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is left alone if the question cannot be asked', async () => {
    ground.put('a.txt', 'one\n');
    await edit('a.txt', 'one', 'two');
    // The host of tests refuses to show dialogs.
    await answered(vscode.commands.executeCommand('redline.undoLastChange'));
    assert.equal(ground.text('a.txt'), 'two\n');
  });

  for (const [name, tool, input] of [
    ['deleted', 'redline_delete', { path: 'a.txt' }],
    ['moved', 'redline_move', { from: 'a.txt', to: 'b.txt' }],
  ] as const)
    it(`brings no file back over unsaved edits of the one that was ${name}`, async () => {
      ground.put('a.txt', 'one\n');
      const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
      await vscode.window.showTextDocument(document, { preview: false });
      const paths = Object.entries(input).map(([key, file]) => [key, ground.path(file)] as const);
      await ground.done(tool, Object.fromEntries(paths));
      await vscode.window.showTextDocument(document, { preview: false });
      const typed = new vscode.WorkspaceEdit();
      typed.insert(document.uri, new vscode.Position(0, 0), 'mine ');
      assert.ok(await vscode.workspace.applyEdit(typed));
      assert.equal(document.isDirty, true);
      await answered(undoLast());
      assert.deepEqual([document.getText(), document.isDirty], ['mine one\n', true]);
      assert.equal(ground.exists('a.txt'), false);
    });

  it('takes a new file away only if it is unchanged', async () => {
    await ground.done('redline_write_file', { filePath: ground.path('n.txt'), content: 'new\n' });
    ground.put('n.txt', 'new, and mine\n');
    await answered(undoLast());
    assert.equal(ground.text('n.txt'), 'new, and mine\n');
    ground.put('n.txt', 'new\n');
    await undoLast();
    assert.equal(ground.exists('n.txt'), false);
  });

  it('moves back, with what was typed since', async () => {
    ground.put('a.txt', 'one\n');
    await ground.done('redline_move', { from: ground.path('a.txt'), to: ground.path('x/b.txt') });
    ground.put('x/b.txt', 'one\nmine\n');
    await undoLast();
    assert.equal(ground.text('a.txt'), 'one\nmine\n');
    assert.equal(ground.exists('x'), false);
  });

  itNeeds('modes', 'gives a file that was edited since its mode and its byte order mark back', async () => {
    ground.put('a.sh', '\uFEFFone\ntwo\n', 0o744);
    const [before, without] = ['\uFEFFone', 'one'];
    await patch('a.sh', ['old mode 100755', 'new mode 100644'], `@@ -1,2 +1,2 @@\n-${before}\n+${without}\n two\n`);
    assert.deepEqual([ground.text('a.sh'), ground.mode('a.sh')], ['one\ntwo\n', 0o644]);
    ground.put('a.sh', 'one\nTWO\n');
    await undoLast();
    assert.deepEqual([ground.text('a.sh'), ground.mode('a.sh')], ['\uFEFFone\nTWO\n', 0o744]);
  });

  it('leaves a file alone whose encoding would change under unsaved edits', async () => {
    ground.put('a.txt', '\uFEFFone\ntwo\n');
    await patch('a.txt', [], '@@ -1,2 +1,2 @@\n-\uFEFFone\n+one\n two\n');
    const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
    await vscode.window.showTextDocument(document, { preview: false });
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(0, 0), 'mine ');
    assert.ok(await vscode.workspace.applyEdit(typed));
    await answered(undoLast());
    assert.deepEqual([document.getText(), document.isDirty], ['mine one\ntwo\n', true]);
    assert.equal(ground.text('a.txt'), 'one\ntwo\n');
  });

  itNeeds('modes', 'takes back the mode of a file whose text is back already', async () => {
    ground.put('a.sh', 'one\n', 0o640);
    await patch('a.sh', ['old mode 100644', 'new mode 100755'], '@@ -1 +1 @@\n-one\n+two\n');
    assert.deepEqual([ground.text('a.sh'), ground.mode('a.sh')], ['two\n', 0o750]);
    ground.put('a.sh', 'one\n');
    await undoLast();
    assert.equal(ground.mode('a.sh'), 0o640);
  });

  for (const [mode, header, hunk] of [
    [0o640, 'new mode 100755', '@@ -1 +1 @@\n-one\n+two\n'],
    [0o750, 'new mode 100755', '@@ -1 +1 @@\n-one\n+two\n'],
    [0o640, 'new file mode 100755', '@@ -0,0 +1 @@\n+one\n'],
  ] as const)
    itNeeds('modes', `takes back the "${header}" of a file of mode ${mode.toString(8)}`, async () => {
      ground.put('a.sh', 'one\n', mode);
      await patch('a.sh', [header], hunk);
      assert.equal(ground.mode('a.sh'), 0o750);
      await undoLast();
      assert.deepEqual([ground.text('a.sh'), ground.mode('a.sh')], ['one\n', mode]);
    });

  itNeeds('modes', 'takes a private folder back to where it was, private all the time', async () => {
    ground.put('secrets/key', 'key\n');
    chmodSync(path.join(ground.folder, 'secrets'), 0o700);
    await ground.done('redline_move', { from: ground.path('secrets'), to: ground.path('keys') });
    assert.equal(ground.mode('keys'), 0o700);
    await undoLast();
    assert.equal(ground.mode('secrets'), 0o700);
  });

  it('merges with later work, and refuses where it meets the same lines', async () => {
    ground.put('a.txt', 'one\ntwo\nthree\nfour\n');
    await edit('a.txt', 'one', 'ONE');
    ground.put('a.txt', 'ONE\ntwo\nthree\nFOUR\n');
    await undoLast();
    assert.equal(ground.text('a.txt'), 'one\ntwo\nthree\nFOUR\n');
    await edit('a.txt', 'two', 'TWO');
    ground.put('a.txt', 'one\nTWICE\nthree\nFOUR\n');
    await answered(undoLast());
    assert.equal(ground.text('a.txt'), 'one\nTWICE\nthree\nFOUR\n');
  });

  it('takes several calls back, the newest first, and one that deletes what an earlier one made', async () => {
    await ground.done('redline_write_file', { filePath: ground.path('a.txt'), content: 'new\n' });
    await edit('a.txt', 'new', 'newer');
    await ground.done('redline_delete', { path: ground.path('a.txt') });
    for (const expected of ['newer\n', 'new\n']) {
      await undoLast();
      assert.equal(ground.text('a.txt'), expected);
    }
    await undoLast();
    assert.equal(ground.exists('a.txt'), false);
  });

  it('forgets the oldest beyond its limit, never the newest', async () => {
    await set('redline.history.maxEntries', 1);
    try {
      ground.put('a.txt', 'one two\n');
      await edit('a.txt', 'one', 'ONE');
      await edit('a.txt', 'two', 'TWO');
      await undoLast();
      assert.equal(ground.text('a.txt'), 'ONE two\n');
      // The call before it is forgotten, so that there is nothing to undo.
      await answered(undoLast());
      assert.equal(ground.text('a.txt'), 'ONE two\n');
    } finally {
      await set('redline.history.maxEntries', undefined);
    }
  });
});

/** Picks the newest change of a list of the history, and resolves with the two sides of its diff. */
async function sidesOfPicked(): Promise<readonly string[]> {
  let diff: vscode.TabInputTextDiff | undefined;
  await eventually('the diff', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff) diff = input;
    return diff !== undefined;
  });
  assert.ok(diff);
  return [await shown(diff.original), await shown(diff.modified)];
}
