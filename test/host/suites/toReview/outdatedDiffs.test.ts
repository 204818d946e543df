import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answered, eventually, shown, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('modes', 'a diff of a file to review that shows another text than its baseline', () => {
  const ground = useGround('outdated');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const activeDiff = (): vscode.TabInputTextDiff | undefined => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  };
  /** The text of the left side of the active diff. */
  const left = async (): Promise<string | undefined> => {
    const diff = activeDiff();
    return diff && shown(diff.original);
  };

  /** What a shell writes; undefined deletes the file. */
  async function write(text: string | undefined, file = 'a.txt'): Promise<void> {
    if (text === undefined) ground.remove(file);
    else ground.put(file, text);
    await run('show');
  }

  async function kept(text: string | undefined, file = 'a.txt'): Promise<void> {
    await write(text, file);
    await run('keepAll');
  }

  /** Opens the diff, and waits until the editor shows the file's own text in it. */
  async function open(file = 'a.txt'): Promise<void> {
    await run('open', ground.uri(file));
    await eventually('the diff', () => activeDiff()?.modified.path.endsWith(file) === true);
  }

  const textNow = (): string | undefined => (ground.exists('a.txt') ? ground.text('a.txt') : undefined);

  /** Presses until it has opened the diff with this left side; nothing may be written by that. */
  async function opens(expected: string, command: string, ...given: unknown[]): Promise<void> {
    const text = textNow();
    const outdated = activeDiff();
    await eventually('the other diff', async () => {
      await run(command, ...given);
      assert.equal(textNow(), text);
      return activeDiff() !== outdated;
    });
    assert.equal(await left(), expected);
  }

  /** Presses until it counts: just after another test has opened a diff, it does not. */
  const writes = (expected: string, command: string, ...given: unknown[]): Promise<void> =>
    eventually('the press to count', async () => {
      await run(command, ...given);
      return textNow() === expected;
    });

  async function keepFirstHunk(): Promise<void> {
    await eventually('the right side', () => vscode.window.activeTextEditor?.document.uri.scheme === 'file');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run('keepHunk');
  }

  afterEach(async () => {
    await run('show');
    await run('keepAll');
  });

  for (const command of ['revert', 'keep'])
    it(`is brought up to date by ${command} where the file was kept and has changed again`, async () => {
      await kept('one\n');
      await write('two\n');
      await open();
      await run('keepAll');
      await write('three\n');
      await opens('two\n', command, ground.uri('a.txt'));
      if (command === 'revert') await writes('two\n', command);
    });

  it('is not kept while the editor has not loaded what the file is now', async () => {
    await kept('one\n');
    await withSettings({ 'files.watcherExclude': { '**/outdated*/**': true } }, async () => {
      await write('two\n');
      await open();
      await write('three\n');
      await answered(run('keep', ground.uri('a.txt')));
      assert.equal(await shown(ground.uri('a.txt')), 'two\n');
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writes('one\n', 'revert', ground.uri('a.txt'));
  });

  it('counts where the baseline has only taken on what an approved call wrote', async () => {
    await kept('one\n\n\n\n\nsix\n');
    await write('two\n\n\n\n\nsix\n');
    await open();
    const edit = { filePath: ground.path('a.txt'), oldString: 'six', newString: 'seven' };
    await ground.done('redline_edit_file', edit);
    await run('show');
    await writes('one\n\n\n\n\nseven\n', 'revert', ground.uri('a.txt'));
  });

  it('counts at the line of the left side that it shows, where a part above was kept', async () => {
    await kept('one\n\n\n\n\nsix\n');
    await write('two\ntwo\ntwo\n\n\n\n\nseven\n');
    await open();
    await keepFirstHunk();
    const diff = activeDiff();
    assert.ok(diff);
    const [editor] = vscode.window.visibleTextEditors.filter(
      ({ document }) => document.uri.toString() === diff.original.toString(),
    );
    assert.ok(editor);
    await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    await eventually(
      'the left side',
      () => vscode.window.activeTextEditor?.document.uri.toString() === diff.original.toString(),
    );
    editor.selection = new vscode.Selection(5, 0, 5, 0);
    await writes('two\ntwo\ntwo\n\n\n\n\nsix\n', 'revertHunk');
  });

  it('is brought up to date where the file was put back, and deleted or made again', async () => {
    await kept('one\n');
    await write(undefined);
    await open();
    await write('one\n');
    await write('two\n');
    await opens('one\n', 'revert', ground.uri('a.txt'));
    assert.equal(activeDiff()?.modified.scheme, 'file');
  });

  it('is brought up to date where the cursor is in it', async () => {
    await kept('one\n');
    await write('two\n');
    await open();
    await run('keepAll');
    await write('three\n');
    await eventually('the cursor', () => vscode.window.activeTextEditor !== undefined);
    await opens('two\n', 'revertHunk');
  });

  it('makes way for the one of Redline where it compares the file with another one', async () => {
    await kept('one\n');
    ground.put('other.txt', 'other\n');
    await kept('one\n');
    await write('two\n');
    await vscode.commands.executeCommand('vscode.diff', ground.uri('other.txt'), ground.uri('a.txt'));
    await eventually('the diff', () => activeDiff() !== undefined);
    await opens('one\n', 'revert', ground.uri('a.txt'));
  });

  it('makes way for the one of a file that moved on', async () => {
    await kept('one\n', 'b.txt');
    await write(undefined, 'b.txt');
    await open('b.txt');
    await write('one\n', 'a.txt');
    await opens('one\n', 'revert', ground.uri('b.txt'));
    assert.equal(activeDiff()?.modified.path, ground.uri('a.txt').path);
  });
});
