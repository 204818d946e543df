import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { approveAll } from '../../../../src/vscode/review/approvalGate.ts';
import { Proposal } from '../../../../src/vscode/review/proposal/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { ReviewDiffs } from '../../../../src/vscode/review/diff/reviewDiffs.ts';
import { PendingReviews, type PendingReview } from '../../../../src/vscode/review/pendingReviews.ts';
import { ScreenTracker } from '../../../../src/vscode/review/screenTracker.ts';
import { locationOf, update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { addReview } from './addReview.ts';

/** A protected call and one that is not, whose diffs are open together. */
async function openBoth() {
  const pending = new PendingReviews();
  const screen = new ScreenTracker(pending);
  const guarded = addReview(pending, [update('a.txt', 'a', 'A')], [locationOf('a.txt')]);
  const free = addReview(pending, [update('b.txt', 'b', 'B'), update('c.txt', 'c', 'C')]);
  const files = new ProposalFiles();
  const proposals = new Map([guarded, free].map((each) => [each, new Proposal(each.id, each.request.changes, files)]));
  const pairsOf = (review: PendingReview) => proposals.get(review)?.pairs(review.excluded()) ?? [];
  free.setExcluded(free.request.changes.slice(1), true);
  const settleChoices = async (review: PendingReview) => screen.outdatingChoiceOf(review);
  const diffs = new ReviewDiffs({ screen, pairsOf, settleChoices });
  const open = (reviews: readonly PendingReview[]): Promise<void> => diffs.open(reviews);
  await open([guarded, free]);
  await eventually('both', () => [guarded, free].every((each) => screen.visibilityOf(each) === 'whole'));
  const press = async ([first]: readonly PendingReview[]) => first && screen.proofOfDisplay(first);
  const include = (): void => {
    free.setExcluded(free.request.changes, false);
    screen.markOutdated(free);
  };
  return { deps: { pending, screen, editorReview: { pairsOf, open } }, gate: { press }, guarded, free, include };
}

describe('calls that are approved together', () => {
  let both: Awaited<ReturnType<typeof openBoth>>;
  beforeEach(async () => {
    both = await openBoth();
  });
  afterEach(async () => {
    both.deps.screen.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const answered = (): boolean[] => [both.guarded, both.free].map(({ closedSignal }) => closedSignal.aborted);

  it('are all approved if the user confirms the protected one', async () => {
    await approveAll(both.deps, both.gate, async () => 'approve');
    assert.deepEqual(answered(), [true, true]);
    assert.deepEqual((await both.free.answered).surface, 'approve all');
  });

  it('keep waiting if a file was included while the user was asked', async () => {
    await approveAll(both.deps, both.gate, async () => {
      both.include();
      return 'review';
    });
    assert.deepEqual(answered(), [false, false]);
  });

  it('are approved without the protected one, which is then opened', async () => {
    await approveAll(both.deps, both.gate, async () => 'review');
    assert.deepEqual(answered(), [false, true]);
    assert.equal(both.deps.screen.visibilityOf(both.guarded), 'whole');
  });
});
