import assert from 'node:assert/strict';
import { symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answering, apiCall, approveAndRemember, proposals, reviewUri, waitForReview } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { describeNeeds, itNeeds } from '../place.ts';

describeNeeds('special files', 'what is remembered, and who else calls', function () {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const at = (name: string): string => path.join(root, name);

  before(() => makeFarm(root));
  after(async () => {
    // The other suites of the same VS Code are asked about this file, too.
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const approval = { operations: ['update'], glob: '/kept.txt', scope: 'session', folder, agent: 'extension' };
    await vscode.commands.executeCommand('redline.revokeApproval', approval);
    removeFarm(root);
  });

  itNeeds('a screen', 'an approval that is remembered covers that path only, by that name, as that file', async () => {
    assert.equal((await approveAndRemember(append('kept.txt'), 0, 'session')).success, true);
    const again = await answering('reject', () => append('kept.txt'));
    assert.deepEqual([again.outcome.success, again.reviews], [true, 0]);
    for (const name of ['other.txt', 'in-kept', './lib/../in-kept', 'KEPT.TXT', 'lib/app.ts']) {
      const { outcome, reviews } = await answering('reject', () => append(name));
      assert.deepEqual([name, outcome.success, reviews], [name, false, 1]);
    }
    const deleted = await answering('reject', () => apiCall('delete', { path: 'kept.txt' }));
    assert.deepEqual([deleted.outcome.success, deleted.reviews], [false, 1]);
    unlinkSync(at('kept.txt'));
    symlinkSync('other.txt', at('kept.txt'));
    const linked = await answering('reject', () => append('kept.txt'));
    assert.deepEqual([linked.outcome.success, linked.reviews], [false, 1]);
  });

  it('is not offered for a protected file', async () => {
    const before = snapshot(root);
    const call = append('package.json');
    const review = await waitForReview();
    await vscode.commands.executeCommand('redline.approveAndRemember', reviewUri(review));
    assert.deepEqual(proposals(), [review], 'the review goes on waiting');
    await vscode.commands.executeCommand('redline.reject', reviewUri(review));
    assert.equal((await call).success, false);
    assert.deepEqual(snapshot(root), before);
  });

  it('a caller without a chat is asked as any other', async () => {
    const before = snapshot(root);
    const input = { filePath: 'package.json', content: 'mine\n' };
    const { outcome, reviews } = await answering('reject', () =>
      Promise.resolve(vscode.lm.invokeTool('redline_write_file', { input, toolInvocationToken: undefined })),
    );
    assert.equal(reviews, 1);
    const texts = outcome.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
    assert.match(texts.join(''), /^\[REJECTED\]/);
    assert.deepEqual(snapshot(root), before);
  });

  it('parallel calls are asked one by one, and each answer is that call\u2019s alone', async () => {
    const before = snapshot(root);
    const names = ['package.json', 'other.txt', 'innocent.md', '.git/hooks/new', 'lib/app.ts', 'lib/../package.json'];
    const { outcome, reviews } = await answering('reject', () => Promise.all(names.map(append)));
    assert.deepEqual(
      outcome.map(({ success }) => success),
      names.map(() => false),
    );
    assert.equal(reviews, names.length);
    assert.deepEqual(snapshot(root), before);
  });
});

function append(filePath: string) {
  return apiCall('write_file', { filePath, content: 'more\n', mode: 'append' });
}
