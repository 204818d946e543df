import assert from 'node:assert/strict';
import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { reviewScheme } from '../../../../src/vscode/files/reviewUri.ts';
import { answered, applied, eventually, set, shown, useGround } from '../ground.ts';
import { itNeeds } from '../place.ts';

const changing = ['create', 'update', 'delete', 'move'];

/** A hunk as the gutter's peek hands it over: lines from 1, an end of 0 where that side is empty. */
function hunk(originalStartLineNumber: number, originalEndLineNumber: number, modified: readonly [number, number]) {
  const [modifiedStartLineNumber, modifiedEndLineNumber] = modified;
  return { originalStartLineNumber, originalEndLineNumber, modifiedStartLineNumber, modifiedEndLineNumber };
}

describe('calls that are reviewed later', () => {
  const ground = useGround('later');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  /** Writes a file and keeps it, so that what is listed afterwards is what calls did. */
  const start = async (file: string, content: string | Buffer, mode?: number): Promise<void> => {
    ground.put(file, content, mode);
    await run('show');
    await run('keepAll');
  };
  /** Calls a tool, and waits until the list has what it did. */
  const call = async (tool: string, input: object): Promise<void> => {
    await ground.done(tool, input);
    await run('show');
  };
  const edit = (file: string, oldString: string, newString: string): Promise<void> =>
    call('redline_edit_file', { filePath: ground.path(file), oldString, newString });

  /** Waits until the editor holds what is on disk. */
  const reloaded = (file: string): Promise<void> =>
    eventually('the editor', async () => (await shown(ground.uri(file))) === ground.text(file));

  before(() => set('redline.rules', [{ operations: changing, paths: ['**'], action: 'later' }]));
  afterEach(() => run('keepAll'));

  it('are made at once, and reverted by one press', async () => {
    await start('a.txt', 'one\r\ntwo');
    await edit('a.txt', 'two', 'TWO');
    assert.equal(ground.text('a.txt'), 'one\r\nTWO');
    await run('revert', ground.uri('a.txt'));
    assert.equal(ground.text('a.txt'), 'one\r\ntwo');
  });

  it('are made at once by the setting, too, but for protected files', async () => {
    await set('redline.rules', undefined);
    await set('redline.review.when', 'after');
    try {
      await ground.done('redline_write_file', { filePath: ground.path('n.txt'), content: 'new\n' });
      await ground.approved('redline_write_file', { filePath: ground.path('AGENTS.md'), content: 'new\n' });
      await run('show');
      await run('revertAll', { ask: false });
      assert.equal(ground.exists('n.txt'), false);
      assert.equal(ground.text('AGENTS.md'), 'new\n');
    } finally {
      await set('redline.review.when', undefined);
      await set('redline.rules', [{ operations: changing, paths: ['**'], action: 'later' }]);
    }
  });

  it('are no longer listed once they are kept', async () => {
    await start('a.txt', 'one\n');
    await edit('a.txt', 'one', 'ONE');
    await run('keep', ground.uri('a.txt'));
    await run('revert', ground.uri('a.txt'));
    await run('revertAll', { ask: false });
    assert.equal(ground.text('a.txt'), 'ONE\n');
    await edit('a.txt', 'ONE', 'TWO');
    await run('revertAll', { ask: false });
    assert.equal(ground.text('a.txt'), 'ONE\n');
  });

  it('are listed until they are reviewed, however little the history keeps', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt'];
    for (const file of files) await start(file, 'one\n');
    await set('redline.history.maxEntries', 1);
    try {
      for (const file of files) await edit(file, 'one', 'ONE');
      await run('revertAll', { ask: false });
    } finally {
      await set('redline.history.maxEntries', undefined);
    }
    assert.deepEqual(
      files.map((file) => ground.text(file)),
      ['one\n', 'one\n', 'one\n'],
    );
  });

  it('are reverted beside later work, and never over it', async () => {
    await start('a.txt', 'one\ntwo\nthree\n');
    await start('b.txt', 'b\n');
    await edit('a.txt', 'one', 'ONE');
    await edit('b.txt', 'b', 'B');
    ground.put('a.txt', 'ONE\ntwo\nTHREE\n');
    await run('revert', ground.uri('a.txt'));
    assert.equal(ground.text('a.txt'), 'one\ntwo\nTHREE\n');
    await edit('a.txt', 'two', 'TWO');
    ground.put('a.txt', 'one\nTWICE\nTHREE\n');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], ['one\nTWICE\nTHREE\n', 'B\n']);
    ground.put('a.txt', 'one\nTWO\nTHREE\n');
  });

  it('are reverted as one step that can be undone', async () => {
    await start('a.txt', 'one\n');
    await edit('a.txt', 'one', 'ONE');
    await call('redline_write_file', { filePath: ground.path('x/new.txt'), content: 'new\n' });
    await run('revertAll', { ask: false });
    assert.deepEqual([ground.text('a.txt'), ground.exists('x')], ['one\n', false]);
    await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.deepEqual([ground.text('a.txt'), ground.text('x/new.txt')], ['ONE\n', 'new\n']);
  });

  it('are kept and reverted by the hunk', async () => {
    const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    await start('a.txt', `${lines.join('\r\n')}\r\n`);
    await edit('a.txt', '2', 'two');
    await edit('a.txt', '5', 'five');
    await edit('a.txt', '8\r\n', '');
    await reloaded('a.txt');
    const hunks = [hunk(2, 2, [2, 2]), hunk(5, 5, [5, 5]), hunk(8, 8, [7, 0])];
    await run('revertHunk', ground.uri('a.txt'), hunks, 1);
    assert.equal(ground.text('a.txt'), '1\r\ntwo\r\n3\r\n4\r\n5\r\n6\r\n7\r\n9\r\n');
    await reloaded('a.txt');
    await run('keepHunk', ground.uri('a.txt'), [hunk(2, 2, [2, 2]), hunk(8, 8, [7, 0])], 0);
    await run('revertAll', { ask: false });
    assert.equal(ground.text('a.txt'), '1\r\ntwo\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n');
  });

  it('are kept and reverted by the hunk at the cursor, which may be on the left side', async () => {
    await start('a.txt', '1\n2\n3\n4\n5\n6\n7\n');
    await edit('a.txt', '1\n2\n3\n', '');
    await edit('a.txt', '6', 'six');
    await reloaded('a.txt');
    const goTo = async (line: number): Promise<void> => {
      await run('open', ground.uri('a.txt'));
      await eventually('the left side', async () => {
        await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
        return vscode.window.activeTextEditor?.document.uri.scheme === reviewScheme;
      });
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      editor.selection = new vscode.Selection(line, 0, line, 0);
    };
    // The sixth line of the left side is the third of the right one, and the third belongs to the other hunk.
    await goTo(5);
    await run('revertHunk');
    assert.equal(ground.text('a.txt'), '4\n5\n6\n7\n');
    await reloaded('a.txt');
    await goTo(2);
    await run('keepHunk');
    await run('revertAll', { ask: false });
    assert.equal(ground.text('a.txt'), '4\n5\n6\n7\n');
  });

  it('are left alone by a hunk that no longer stands there', async () => {
    await start('a.txt', '1\n2\n3\n');
    await edit('a.txt', '2', 'two');
    ground.put('a.txt', 'mine\n1\ntwo\n3\n');
    await answered(run('revertHunk', ground.uri('a.txt'), [hunk(2, 2, [2, 2])], 0));
    assert.equal(ground.text('a.txt'), 'mine\n1\ntwo\n3\n');
    await run('revertAll', { ask: false });
    assert.equal(ground.text('a.txt'), 'mine\n1\n2\n3\n');
  });

  it('are reverted in a document with unsaved edits, which stays unsaved', async () => {
    // A name of its own: a document that was open before may still be reloaded, over what is typed.
    await start('typed.txt', '1\n2\n3\n4\n');
    await edit('typed.txt', '2', 'two');
    const document = await vscode.workspace.openTextDocument(ground.uri('typed.txt'));
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(3, 0), 'mine ');
    await applied(typed);
    await run('revert', ground.uri('typed.txt'));
    assert.equal(document.getText(), '1\n2\n3\nmine 4\n');
    assert.equal(document.isDirty, true);
    assert.equal(ground.text('typed.txt'), '1\ntwo\n3\n4\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  itNeeds('links', 'bring deleted files back to the byte, with modes and links, in their folders', async () => {
    await start('f/bytes.bin', Buffer.of(0, 255, 13, 10), 0o600);
    await start('f/g/run.sh', 'echo\r\n', 0o755);
    await start('f/latin.txt', Buffer.from('caf\xe9', 'latin1'));
    symlinkSync('g/run.sh', path.join(ground.folder, 'f/link'));
    await run('show');
    await run('keepAll');
    await call('redline_delete', { path: ground.path('f'), recursive: true });
    assert.equal(ground.exists('f'), false);
    await run('revertAll', { ask: false });
    assert.deepEqual(ground.bytes('f/bytes.bin'), Buffer.of(0, 255, 13, 10));
    assert.deepEqual([ground.mode('f/bytes.bin'), ground.mode('f/g/run.sh')], [0o600, 0o755]);
    assert.deepEqual(ground.bytes('f/latin.txt'), Buffer.from('caf\xe9', 'latin1'));
    assert.equal(readlinkSync(path.join(ground.folder, 'f/link')), 'g/run.sh');
  });

  itNeeds('links', 'are never reverted over what has taken the place of a file', async () => {
    await start('a.txt', 'one\n');
    await start('b.txt', 'mine\n');
    await edit('a.txt', 'one', 'ONE');
    unlinkSync(path.join(ground.folder, 'a.txt'));
    symlinkSync('b.txt', path.join(ground.folder, 'a.txt'));
    await answered(run('revert', ground.uri('a.txt')));
    assert.equal(ground.text('b.txt'), 'mine\n');
    assert.equal(readlinkSync(path.join(ground.folder, 'a.txt')), 'b.txt');
  });

  it('show a moved file as one, and move it back with what was typed since', async () => {
    await start('a.txt', 'one\ntwo\nthree\n');
    await call('redline_move', { from: ground.path('a.txt'), to: ground.path('x/b.txt') });
    await run('revert', ground.uri('x/b.txt'));
    assert.deepEqual([ground.text('a.txt'), ground.exists('x')], ['one\ntwo\nthree\n', false]);
  });

  for (const command of ['keepHunk', 'revertHunk'])
    it(`leave a moved file to be reviewed as a whole, where it is told as one hunk (${command})`, async () => {
      await start('a.txt', 'one\ntwo\nthree\n');
      await call('redline_move', { from: ground.path('a.txt'), to: ground.path('x/b.txt') });
      await run('open', ground.uri('x/b.txt'));
      await answered(run(command));
      await answered(run(command, ground.uri('x/b.txt'), [hunk(0, 0, [1, 3])], 0));
      assert.deepEqual([ground.exists('a.txt'), ground.text('x/b.txt')], [false, 'one\ntwo\nthree\n']);
      await run('revert', ground.uri('x/b.txt'));
      assert.deepEqual([ground.text('a.txt'), ground.exists('x')], ['one\ntwo\nthree\n', false]);
    });

  it('stay where the cursor is in another document than the diff in front', async () => {
    await start('a.txt', '1\n2\n3\n');
    await start('b.txt', '1\n2\n3\n');
    await edit('a.txt', '1', 'one');
    await reloaded('a.txt');
    const beside = { viewColumn: vscode.ViewColumn.Beside, selection: new vscode.Range(0, 0, 0, 0) };
    await run('open', ground.uri('a.txt'));
    await vscode.window.showTextDocument(ground.uri('b.txt'), beside);
    await answered(run('revertHunk', ground.uri('a.txt')));
    assert.equal(ground.text('a.txt'), 'one\n2\n3\n');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
