import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, itWithoutRules, useGround } from '../ground.ts';
import { answering, apiCall, proposals } from '../guard/data/calls.ts';

const edit = (filePath: string, oldString: string, newString: string): object => ({ filePath, oldString, newString });

describe('a review', function () {
  const ground = useGround('reviewing');
  itWithoutRules('writes what is approved, and nothing before', async () => {
    ground.put('a.txt', 'one\r\ntwo\r\n');
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('edit_file', edit(ground.path('a.txt'), 'two', 'TWO')),
      () => assert.equal(ground.text('a.txt'), 'one\r\ntwo\r\n'),
    );
    assert.deepEqual([outcome.success, reviews, ground.text('a.txt')], [true, 1, 'one\r\nTWO\r\n']);
    assert.deepEqual(proposals(), []);
  });

  itWithoutRules('writes nothing of what is rejected', async () => {
    ground.put('a.txt', 'one\n');
    const call = (): ReturnType<typeof apiCall> => apiCall('edit_file', edit(ground.path('a.txt'), 'one', 'ONE'));
    const { outcome } = await answering('reject', call);
    assert.equal(!outcome.success && outcome.error.code, 'REJECTED');
    assert.equal(ground.text('a.txt'), 'one\n');
  });

  itWithoutRules('rejects only one call if a key is held', async () => {
    const write = (name: string): ReturnType<typeof apiCall> =>
      apiCall('write_file', { filePath: ground.path(name), content: 'x\n' });
    const first = write('a.txt');
    await eventually('the diff', () => proposals().length === 1);
    let isOver = false;
    const second = write('b.txt').finally(() => (isOver = true));
    const [firstDiff = ''] = proposals();
    const timer = setInterval(() => {
      if (proposals().includes(firstDiff)) void vscode.commands.executeCommand('redline.reject');
    }, 750);
    await first.finally(() => clearInterval(timer));
    for (let repeats = 0; repeats < 40; repeats++) {
      await vscode.commands.executeCommand('redline.reject');
      // A key repeats at such intervals.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    assert.equal(isOver, false);
    const { outcome } = await answering('approve', () => second);
    assert.equal(outcome.success, true);
  });

  itWithoutRules('rejects the call if its diff is closed', async () => {
    ground.put('a.txt', 'one\n');
    const call = apiCall('edit_file', edit(ground.path('a.txt'), 'one', 'ONE'));
    await eventually('the diff', () => proposals().length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const outcome = await call;
    assert.equal(!outcome.success && outcome.error.code, 'REJECTED');
    assert.equal(ground.text('a.txt'), 'one\n');
  });

  itWithoutRules('writes the proposal as the user amended it, and reports that', async () => {
    ground.put('a.txt', 'one\ntwo\n');
    const { outcome } = await answering(
      'approve',
      () => apiCall('edit_file', edit(ground.path('a.txt'), 'two', 'TWO')),
      amend('TWO', 'three'),
    );
    assert.equal(ground.text('a.txt'), 'one\nthree\n');
    assert.match(JSON.stringify(outcome), /three/);
  });

  itWithoutRules('shows and writes a change that only adds a byte order mark', async () => {
    ground.put('a.txt', 'one\n');
    const call = (): ReturnType<typeof apiCall> =>
      apiCall('write_file', { filePath: ground.path('a.txt'), content: '\uFEFFone\n' });
    const { outcome } = await answering('approve', call, () => {
      // Documents of reviews that are over may still be there.
      const texts = vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === 'redline-proposal' && uri.query === 'after')
        .map((document) => document.getText());
      assert.ok(texts.includes('\uFEFFone\n'), JSON.stringify(texts));
    });
    assert.ok(outcome.success, JSON.stringify(outcome));
    assert.deepEqual([...ground.bytes('a.txt')], [0xef, 0xbb, 0xbf, ...Buffer.from('one\n')]);
  });

  itWithoutRules('asks once for a call that updates, creates and deletes files', async () => {
    ground.put('a.txt', 'one\n');
    ground.put('b.txt', 'gone\n');
    const patch = [
      '*** Begin Patch',
      `*** Update File: ${ground.path('a.txt')}\n@@\n-one\n+ONE`,
      `*** Add File: ${ground.path('sub/c.txt')}\n+new`,
      `*** Delete File: ${ground.path('b.txt')}`,
      '*** End Patch',
    ];
    const { outcome, reviews } = await answering('approve', () =>
      apiCall('apply_patch', { patchText: patch.join('\n') }),
    );
    assert.deepEqual([outcome.success, reviews], [true, 1], JSON.stringify(outcome));
    assert.deepEqual([ground.text('a.txt'), ground.text('sub/c.txt')], ['ONE\n', 'new\n']);
    assert.equal(ground.exists('b.txt'), false);
  });

  it('asks for a protected file whatever the rules allow', async () => {
    const { outcome, reviews } = await answering('reject', () =>
      apiCall('write_file', { filePath: ground.path('.vscode/tasks.json'), content: '{}' }),
    );
    assert.deepEqual([outcome.success, reviews], [false, 1]);
    assert.equal(ground.exists('.vscode/tasks.json'), false);
  });

  itWithoutRules('plans and asks again if the file changed meanwhile', async () => {
    ground.put('a.txt', 'one\ntwo\n');
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('edit_file', edit(ground.path('a.txt'), 'two', 'TWO')),
      (review) => {
        if (review === 0) ground.put('a.txt', 'mine\none\ntwo\n');
      },
    );
    assert.equal(ground.text('a.txt'), outcome.success ? 'mine\none\nTWO\n' : 'mine\none\ntwo\n');
    assert.ok(outcome.success ? reviews === 2 : true, `${reviews} reviews`);
  });
});

/** A user who types over a word of the proposal. */
function amend(word: string, by: string): () => Promise<void> {
  return async () => {
    const [review] = proposals();
    const document = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === 'redline-proposal' && uri.authority === review && uri.query === 'after',
    );
    assert.ok(document, 'the proposal is open');
    const start = document.positionAt(document.getText().indexOf(word));
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(start, start.translate(0, word.length)), by);
    assert.ok(await vscode.workspace.applyEdit(change));
  };
}
