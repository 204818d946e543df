import assert from 'node:assert/strict';
import { PendingReviews } from '../../../../src/vscode/review/pendingReviews.ts';
import { LiveProposal } from '../../../../src/vscode/review/proposal/liveProposal.ts';
import { Proposal } from '../../../../src/vscode/review/proposal/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { languageHidingWhiteSpace, reviewWarnings } from '../../../../src/vscode/review/warnings/reviewWarnings.ts';
import { update } from '../../../core/change/changes.ts';
import { eventually, withSettings } from '../ground.ts';
import { itNeeds } from '../place.ts';
import { addReview } from '../review/addReview.ts';
import { setWorkspace } from './data/settings.ts';

describe('white space in the diffs of reviews', () => {
  const hidden = { 'diffEditor.ignoreTrimWhitespace': true };

  it('is shown whatever is set for all languages', async () => {
    await withSettings(hidden, async () => assert.equal(languageHidingWhiteSpace(), undefined));
  });

  itNeeds('settings on the disk', 'is known to be hidden in the languages of reviews', async () => {
    await withSettings({ '[redline-review-source-python]': hidden }, () =>
      eventually('the setting to be read', () => languageHidingWhiteSpace() === 'redline-review-source-python'),
    );
    await setWorkspace({ '[redline-review]': hidden });
    assert.equal(languageHidingWhiteSpace(), 'redline-review');
    await setWorkspace(undefined);
    assert.equal(languageHidingWhiteSpace(), undefined);
  });

  itNeeds('settings on the disk', 'is warned about in a review that waits when the setting changes', async () => {
    const review = addReview(new PendingReviews(), [update('a.txt', 'a', ' a')]);
    const proposal = new Proposal(review.id, review.request.changes, new ProposalFiles());
    const live = new LiveProposal(review, proposal, () => Promise.reject(new Error('is not read')));
    const texts = (): string =>
      reviewWarnings(review)
        .map(({ text }) => text)
        .join('\n');
    try {
      assert.doesNotMatch(texts(), /Whitespace is hidden/);
      const shown = review.current();
      await setWorkspace({ '[redline-review]': hidden });
      await eventually('the warning', () => /Whitespace is hidden/.test(texts()));
      assert.notEqual(review.current(), shown, 'a card without the warning does not count');
      await setWorkspace(undefined);
      await eventually('its end', () => !/Whitespace is hidden/.test(texts()));
    } finally {
      live.dispose();
      review.answer({ approve: false, surface: 'editor' });
    }
  });
});
