import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { set, useGround } from '../ground.ts';
import { answering, apiCall, type Outcome } from '../guard/data/calls.ts';

const start = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

/** What a model reads of a call, or the error that it gets. */
async function said(tool: string, input: object): Promise<string> {
  try {
    const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const problem = (outcome: Outcome): string =>
  outcome.success ? '' : `${outcome.error.code}: ${outcome.error.message}`;

describe('faults: another program, while the person reviews', () => {
  const ground = useGround('reviewed');
  const edits = (...files: string[]): object => ({
    edits: files.map((file) => ({ filePath: ground.path(file), oldString: 'two', newString: 'TWO' })),
  });
  beforeEach(async () => {
    await set('redline.rules', [{ operations: ['update'], paths: ['**'], action: 'ask' }]);
    for (const file of ['a.txt', 'b.txt']) ground.put(file, start);
  });

  it('asks again about what is there now, where other lines changed', async () => {
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('multi_edit', edits('a.txt', 'b.txt')),
      (review) => {
        if (review === 0) ground.put('b.txt', `${start}theirs\n`);
      },
    );
    assert.equal(problem(outcome), '');
    assert.equal(reviews, 2);
    assert.equal(ground.text('b.txt'), `${start.replace('two', 'TWO')}theirs\n`);
  });

  it('writes nothing where the same lines changed, and says so', async () => {
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('multi_edit', edits('a.txt', 'b.txt')),
      () => ground.put('b.txt', start.replace('two', '2')),
    );
    assert.match(problem(outcome), /^(NO_MATCH|STALE): /);
    assert.equal(reviews, 1);
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], [start, start.replace('two', '2')]);
  });

  it('writes nothing where a file went, and does not make it again', async () => {
    const { outcome } = await answering(
      'approve',
      () => apiCall('multi_edit', edits('a.txt', 'b.txt')),
      async () => {
        await vscode.workspace.fs.delete(ground.uri('b.txt')).then(undefined, () => undefined);
      },
    );
    assert.match(problem(outcome), /^NOT_FOUND: /);
    assert.deepEqual([ground.text('a.txt'), ground.exists('b.txt')], [start, false]);
  });

  it('gives up where the file changes at every look, and leaves the last one', async () => {
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('edit_file', { filePath: ground.path('a.txt'), oldString: 'two', newString: 'TWO' }),
      (review) => ground.put('a.txt', `${start}${review}\n`),
    );
    assert.match(problem(outcome), /^STALE: .*a\.txt was modified/);
    assert.equal(reviews, 3);
    assert.equal(ground.text('a.txt'), `${start}2\n`);
  });
});

describe('staleness in the host', () => {
  const ground = useGround('stale');
  const lines = (startLine: number, newContent: string): object => ({
    filePath: ground.path('a.txt'),
    startLine,
    endLine: startLine,
    newContent,
  });
  beforeEach(async () => {
    ground.put('a.txt', start);
    await ground.done('redline_read_file', { filePath: ground.path('a.txt') });
  });

  it('goes on where other lines changed, and says which', async () => {
    ground.put('a.txt', start.replace('six', 'SIX').replace('seven', 'SEVEN'));
    const input = { filePath: ground.path('a.txt'), oldString: 'two', newString: 'TWO' };
    assert.match(await said('redline_edit_file', input), /Other lines of .*a\.txt changed since .*6-7/);
    assert.equal(ground.text('a.txt'), start.replace('two', 'TWO').replace('six', 'SIX').replace('seven', 'SEVEN'));
  });

  for (const [what, tool, input] of [
    ['an edit', 'redline_edit_file', () => ({ filePath: ground.path('a.txt'), oldString: 'two', newString: 'TWO' })],
    ['a range of lines', 'redline_replace_lines', () => lines(2, 'TWO')],
    ['lines deleted', 'redline_delete_lines', () => ({ filePath: ground.path('a.txt'), startLine: 2, endLine: 2 })],
    ['a patch', 'redline_apply_patch', () => ({ patchText: patchOf(ground.path('a.txt')) })],
  ] as const) {
    it(`refuses ${what} where the same lines changed, with what changed since the read`, async () => {
      const theirs = start.replace('two', 'theirs two');
      ground.put('a.txt', theirs);
      const answer = await said(tool, input());
      assert.match(answer, /\[(STALE|NO_MATCH|PATCH_CONFLICT)\]/);
      if (tool !== 'redline_apply_patch') assert.match(answer, /\[STALE\][\s\S]*-two\n\+theirs two/);
      assert.equal(ground.text('a.txt'), theirs);
    });
  }

  it('counts unsaved typing: in the same lines it refuses, in others it goes on and leaves it unsaved', async () => {
    const editor = await vscode.window.showTextDocument(ground.uri('a.txt'));
    await editor.edit((typing) => typing.insert(new vscode.Position(1, 0), 'mine '));
    const input = { filePath: ground.path('a.txt'), oldString: 'two', newString: 'TWO' };
    assert.match(await said('redline_edit_file', input), /\[STALE\][\s\S]*\+mine two/);
    assert.equal(editor.document.getText(), start.replace('two', 'mine two'));
    const other = { ...input, oldString: 'six', newString: 'SIX' };
    assert.match(await said('redline_edit_file', other), /Other lines of .* changed[\s\S]*|unsaved/);
    assert.equal(editor.document.getText(), start.replace('two', 'mine two').replace('six', 'SIX'));
    assert.deepEqual([editor.document.isDirty, ground.text('a.txt')], [true, start]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is no longer stale once it was read again, and not for one\u2019s own edits', async () => {
    ground.put('a.txt', start.replace('two', 'theirs two'));
    const input = { filePath: ground.path('a.txt'), oldString: 'two', newString: 'TWO' };
    assert.match(await said('redline_edit_file', input), /\[STALE\]/);
    await ground.done('redline_read_file', { filePath: ground.path('a.txt') });
    await ground.done('redline_edit_file', input);
    await ground.done('redline_edit_file', { ...input, oldString: 'TWO', newString: 'two and more' });
    assert.equal(ground.text('a.txt'), start.replace('two', 'theirs two and more'));
  });
});

describe('faults: read-only', () => {
  const ground = useGround('locked');
  const edits = (...files: string[]): object => ({
    edits: files.map((file) => ({ filePath: ground.path(file), oldString: 'two', newString: 'TWO' })),
  });

  it('takes everything back where the editor says yes to an edit and does nothing', async () => {
    for (const file of ['a.txt', 'b.txt', 'c.txt']) ground.put(file, start);
    // Nothing but the editor knows of this, and it tells nobody.
    await vscode.window.showTextDocument(ground.uri('b.txt'), { preview: false });
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    try {
      const why = await ground.refused('redline_multi_edit', edits('a.txt', 'b.txt', 'c.txt'));
      assert.match(why, /^IO_ERROR: /);
      assert.deepEqual(
        ['a.txt', 'b.txt', 'c.txt'].map((file) => ground.text(file)),
        [start, start, start],
      );
      assert.deepEqual(
        vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
        [],
      );
    } finally {
      await vscode.window.showTextDocument(ground.uri('b.txt'));
      await vscode.commands.executeCommand('workbench.action.files.setActiveEditorWriteableInSession');
    }
    await ground.done('redline_multi_edit', edits('a.txt', 'b.txt', 'c.txt'));
    assert.equal(ground.text('b.txt'), start.replace('two', 'TWO'));
  });
});

describe('faults: no trash', () => {
  const ground = useGround('untrashed');

  it('deletes files and folders all the same, and the history brings them back', async () => {
    await assert.rejects(Promise.resolve(vscode.workspace.fs.delete(ground.uri('none'), { useTrash: true })));
    ground.put('f/a.bin', Buffer.of(0, 1, 255), 0o600);
    ground.put('f/g/b.txt', 'b\r\n');
    const patchText = `*** Begin Patch\n*** Delete File: ${ground.path('c.txt')}\n*** End Patch\n`;
    ground.put('c.txt', 'c\n');
    await ground.done('redline_apply_patch', { patchText });
    await ground.done('redline_delete', { path: ground.path('f'), recursive: true });
    assert.deepEqual([ground.exists('c.txt'), ground.exists('f')], [false, false]);
    for (let undo = 0; undo < 2; undo++) await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.deepEqual([ground.text('c.txt'), ground.text('f/g/b.txt')], ['c\n', 'b\r\n']);
    assert.deepEqual([ground.bytes('f/a.bin'), ground.mode('f/a.bin')], [Buffer.of(0, 1, 255), 0o600]);
  });
});

function patchOf(file: string): string {
  return `*** Begin Patch\n*** Update File: ${file}\n@@\n one\n-two\n+TWO\n three\n*** End Patch\n`;
}
