import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answered, eventually, set, shown, useGround } from '../ground.ts';
import { itNeeds } from '../place.ts';

const changing = ['create', 'update', 'delete', 'move'];
const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const original = `${lines.join('\n')}\n`;

/** Lines `two` and `eight` in place of 2 and 8. */
const hunks = [2, 8].map((line) => ({
  originalStartLineNumber: line,
  originalEndLineNumber: line,
  modifiedStartLineNumber: line,
  modifiedEndLineNumber: line,
}));

describe('what is to be reviewed of files that others change meanwhile', () => {
  const ground = useGround('meddled');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const at = (file: string): string => path.join(ground.folder, file);

  /** A file in which an agent changed two lines, as the gutter shows them. */
  async function changedTwice(file = 'a.txt'): Promise<void> {
    ground.put(file, original);
    await run('show');
    await run('keepAll');
    await change(file, '2', 'two');
    await change(file, '8', 'eight');
    await eventually('the editor', async () => (await shown(ground.uri(file))) === ground.text(file));
  }

  async function change(file: string, oldString: string, newString: string): Promise<void> {
    await ground.done('redline_edit_file', { filePath: ground.path(file), oldString, newString });
    await run('show');
  }

  /** Types at the start of a line of the open file, unsaved. */
  async function type(file: string, line: number, text: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(ground.uri(file));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(line - 1, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await vscode.window.showTextDocument(document);
    return document;
  }

  const at2and8 = (two: string, eight: string, typed = ''): string =>
    original.replace('2', two).replace('8', eight).replace('5', `${typed}5`);

  before(() => set('redline.rules', [{ operations: changing, paths: ['**'], action: 'later' }]));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await run('show');
    await run('keepAll');
  });

  it('keep what the person has typed beside a hunk that is reverted, unsaved, and by an undo, too', async () => {
    await changedTwice();
    const document = await type('a.txt', 5, 'mine ');
    const typed = [hunks[0], { ...hunks[0], ...lineOf(5) }, hunks[1]];
    await run('revertHunk', ground.uri('a.txt'), typed, 0);
    assert.equal(document.getText(), at2and8('2', 'eight', 'mine '));
    assert.equal(document.isDirty, true);
    assert.equal(ground.text('a.txt'), at2and8('two', 'eight'));
    await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.equal(document.getText(), at2and8('two', 'eight', 'mine '));
    assert.equal(ground.text('a.txt'), at2and8('two', 'eight'));
  });

  it('keep a hunk while the person has typed elsewhere: the rest stays to be reviewed', async () => {
    await changedTwice();
    const document = await type('a.txt', 5, 'mine ');
    const typed = [hunks[0], { ...hunks[0], ...lineOf(5) }, hunks[1]];
    await run('keepHunk', ground.uri('a.txt'), typed, 0);
    assert.equal(document.getText(), at2and8('two', 'eight', 'mine '));
    assert.ok(await document.save());
    await run('show');
    await run('revert', ground.uri('a.txt'));
    assert.equal(document.getText(), at2and8('two', '8', 'mine '));
  });

  it('show a revert in the editor by the time it is done', async () => {
    await changedTwice();
    const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
    await vscode.window.showTextDocument(document);
    await run('revert', ground.uri('a.txt'));
    assert.deepEqual([document.getText(), ground.text('a.txt')], [original, original]);
  });

  it('are left alone where the person has typed in the hunk itself, which is then another one', async () => {
    await changedTwice();
    const document = await type('a.txt', 2, 'mine ');
    await answered(run('revertHunk', ground.uri('a.txt'), [{ ...hunks[0], modifiedEndLineNumber: 3 }, hunks[1]], 0));
    assert.equal(document.getText(), at2and8('mine two', 'eight'));
    await answered(run('revert', ground.uri('a.txt')));
    assert.equal(document.getText(), at2and8('mine two', 'eight'));
  });

  for (const command of ['revertHunk', 'keepHunk', 'revert'])
    it(`are not written where they were deleted (${command})`, async () => {
      await changedTwice();
      ground.remove('a.txt');
      await answered(run(command, ground.uri('a.txt'), hunks, 0));
      assert.equal(ground.exists('a.txt'), false);
      ground.put('a.txt', at2and8('two', 'eight'));
      await run('show');
      await run('revert', ground.uri('a.txt'));
      assert.equal(ground.text('a.txt'), original);
    });

  itNeeds('links', 'are not written where a folder has their name', async () => {
    await changedTwice();
    renameSync(at('a.txt'), at('b.txt'));
    mkdirSync(at('a.txt'));
    ground.put('a.txt/mine.txt', 'mine\n');
    for (const command of ['revertHunk', 'keepHunk', 'revert'])
      await answered(run(command, ground.uri('a.txt'), hunks, 0));
    await answered(run('revertAll', { ask: false }));
    assert.equal(ground.text('a.txt/mine.txt'), 'mine\n');
    assert.equal(ground.text('b.txt'), at2and8('two', 'eight'));
  });

  it('do not come back over unsaved edits of a file that was deleted', async () => {
    ground.put('a.txt', original);
    await run('show');
    await run('keepAll');
    const document = await type('a.txt', 5, 'mine ');
    ground.remove('a.txt');
    await run('show');
    await answered(run('revert', ground.uri('a.txt')));
    await answered(run('revertAll', { ask: false }));
    assert.equal(document.getText(), original.replace('5', 'mine 5'));
    assert.equal(document.isDirty, true);
    assert.equal(ground.exists('a.txt'), false);
  });

  itNeeds('links', 'are not written through a link that has taken the place of their folder', async () => {
    ground.put('d/a.txt', original);
    await run('show');
    await run('keepAll');
    await change('d/a.txt', '2', 'two');
    renameSync(at('d'), at('mine'));
    symlinkSync('mine', at('d'));
    const kept = ground.text('mine/a.txt');
    await answered(run('revertAll', { ask: false }));
    assert.equal(ground.text('mine/a.txt'), kept);
    rmSync(at('d'));
  });

  it('are left alone by the hunks of a gutter that is older than the agent’s last change', async () => {
    await changedTwice();
    await ground.done('redline_edit_file', { filePath: ground.path('a.txt'), oldString: '1\n', newString: '0\n1\n' });
    await answered(run('revertHunk', ground.uri('a.txt'), hunks, 1));
    await answered(run('keepHunk', ground.uri('a.txt'), hunks, 0));
    assert.equal(ground.text('a.txt'), `0\n${at2and8('two', 'eight')}`);
    await run('show');
    await run('revert', ground.uri('a.txt'));
    assert.equal(ground.text('a.txt'), original);
  });

  it('are reverted by two presses at once as by one', async () => {
    await changedTwice();
    await Promise.all([
      answered(run('revertHunk', ground.uri('a.txt'), hunks, 0)),
      answered(run('revertHunk', ground.uri('a.txt'), hunks, 0)),
      answered(run('revert', ground.uri('a.txt'))),
    ]);
    await eventually('the revert', async () => {
      await run('show');
      await answered(run('revert', ground.uri('a.txt')));
      return ground.text('a.txt') === original;
    });
  });

  it('are all left alone if later work is in the way of one of them', async () => {
    await changedTwice('a.txt');
    await change('a.txt', '5', 'five');
    ground.put('b.txt', original);
    await run('show');
    await run('keep', ground.uri('b.txt'));
    await change('b.txt', '2', 'two');
    ground.put('b.txt', at2and8('mine', '8'));
    const before = ground.text('a.txt');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], [before, at2and8('mine', '8')]);
  });
});

/** A hunk of one changed line. */
function lineOf(line: number) {
  return {
    originalStartLineNumber: line,
    originalEndLineNumber: line,
    modifiedStartLineNumber: line,
    modifiedEndLineNumber: line,
  };
}
