import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ClosedDiffs } from '../../../../src/vscode/review/diff/closedDiffs.ts';
import { isReviewOpen } from '../../../../src/vscode/review/diff/diffTabs.ts';
import { Proposal } from '../../../../src/vscode/review/proposal/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { PendingReviews } from '../../../../src/vscode/review/pendingReviews.ts';
import { update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { addReview } from './addReview.ts';

/** A call whose diff is open. @param whenIdle what a check of a closed diff waits for */
async function openCall(whenIdle: () => Promise<void>) {
  const pending = new PendingReviews();
  const files = new ProposalFiles();
  const change = update('a.txt', 'a', 'a!');
  const review = addReview(pending, [change]);
  const proposal = new Proposal(review.id, [change], files);
  const after = proposal.pairs(new Set())[0]?.filledSides[1];
  assert.ok(after);
  const open = async (): Promise<void> => {
    const before = ProposalFiles.uri(review.id, after.path, 'before');
    await vscode.commands.executeCommand('vscode.diff', before, after, 'a.txt', { preview: false });
    await eventually('the diff', () => isReviewOpen(review.id));
  };
  await open();
  const type = (text: string): void => files.saveText(after, new TextEncoder().encode(text));
  return { review, open, type, closedDiffs: new ClosedDiffs(pending, { open, whenIdle, files }) };
}

describe('a call whose diff the user closes', () => {
  let closedDiffs: vscode.Disposable | undefined;
  afterEach(async () => {
    closedDiffs?.dispose();
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is rejected', async () => {
    const call = await openCall(async () => undefined);
    ({ closedDiffs } = call);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await call.review.answered, { approve: false, surface: 'closed diff' });
  });

  it('is not rejected at once if the edited text cannot be encoded', async () => {
    const call = await openCall(async () => undefined);
    ({ closedDiffs } = call);
    call.type('€');
    const offered = new Promise<void>((resolve) => call.review.onDidChangeCurrent(resolve));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.race([offered, call.review.answered]);
    assert.equal(call.review.closedSignal.aborted, false);
  });

  it('is rejected if the user undid all edits', async () => {
    const call = await openCall(async () => undefined);
    ({ closedDiffs } = call);
    call.type('€');
    call.type('a!');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await call.review.answered, { approve: false, surface: 'closed diff' });
  });

  it('is not rejected while its diff is being reopened', async () => {
    const checked = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const call = await openCall(async () => {
      checked.resolve();
      await opened.promise;
    });
    ({ closedDiffs } = call);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.race([checked.promise, call.review.answered]);
    await call.open();
    opened.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(call.review.closedSignal.aborted, false);
  });
});
