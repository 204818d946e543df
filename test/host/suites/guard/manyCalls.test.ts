import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { apiCall, proposals, waitForReview, type Outcome } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { rootPath } from './data/settings.ts';
import { describeNeeds, itNeeds } from '../place.ts';
import { onScreen } from '../screen.ts';

const many = 2000;

describeNeeds('special files', '2,000 waiting calls', () => {
  const root = rootPath();
  // In a folder that is there: calls that would make the same one wait for each other, unseen.
  const create = (at: number): Promise<Outcome> =>
    apiCall('write_file', { filePath: `lib/many-${at}.txt`, content: 'x\n' });
  before(() => makeFarm(root));
  after(() => removeFarm(root));
  afterEach(() => vscode.commands.executeCommand('redline.rejectAll'));

  itNeeds('a screen', 'are all rejected at once, and leave nothing behind', async () => {
    const before = snapshot(root);
    const calls = Array.from({ length: many }, (_, at) => create(at));
    await onScreen({ status: `Redline: ${many}` });
    assert.equal(proposals().length, 1, 'one diff is shown');
    await vscode.commands.executeCommand('redline.rejectAll');
    const codes = (await Promise.all(calls)).map((outcome) => (outcome.success ? 'done' : outcome.error.code));
    assert.deepEqual([...new Set(codes)], ['REJECTED']);
    assert.deepEqual(proposals(), []);
    assert.deepEqual(snapshot(root), before);
    const next = create(0);
    await waitForReview();
    await vscode.commands.executeCommand('redline.rejectAll');
    assert.equal((await next).success, false);
    assert.deepEqual(snapshot(root), before);
  });
});
