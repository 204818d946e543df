import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, useGround, withSettings } from '../ground.ts';
import { apiCall, press, readAgain, reviewUri, waitForReview } from '../guard/data/calls.ts';

const edit = (filePath: string, oldString: string, newString: string): object => ({ filePath, oldString, newString });

describe('undo behind a review of the same file', () => {
  const ground = useGround('behind');

  /** A change that is made, and then another of the same file that waits for its review. */
  async function waiting(): Promise<{ readonly review: string; readonly call: ReturnType<typeof apiCall> }> {
    ground.put('a.txt', 'one\ntwo\n');
    await ground.done('redline_edit_file', edit(ground.path('a.txt'), 'one', 'ONE'));
    let call: ReturnType<typeof apiCall> | undefined;
    await withSettings({ 'redline.rules': [] }, async () => {
      call = apiCall('edit_file', edit(ground.path('a.txt'), 'two', 'TWO'));
      await waitForReview();
    });
    assert.ok(call);
    return { review: await waitForReview(), call };
  }

  it('is called off with its notification, and does not run late', async () => {
    const { review, call } = await waiting();
    const undo = vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    let over = false;
    void undo.then(() => (over = true));
    // The notification is there as soon as the undo waits; its first action is "Cancel".
    await eventually('the undo to be called off', async () => {
      await vscode.commands.executeCommand('notification.acceptPrimaryAction');
      return over;
    });
    assert.equal(ground.text('a.txt'), 'ONE\ntwo\n');
    await press('approve', review);
    assert.ok((await call).success);
    await readAgain([ground.path('a.txt')]);
    assert.equal(ground.text('a.txt'), 'ONE\nTWO\n');
  });

  it('runs once the review is answered', async () => {
    const { review, call } = await waiting();
    const undo = vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    await vscode.commands.executeCommand('redline.reject', reviewUri(review));
    assert.equal((await call).success, false);
    await undo;
    assert.equal(ground.text('a.txt'), 'one\ntwo\n');
  });
});
