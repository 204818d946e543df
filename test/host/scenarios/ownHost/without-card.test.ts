import assert from 'node:assert/strict';
import { useHost } from '../../driver/use-host.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

describe('with "Bypass Approvals" in the host and the review in the editor only', () => {
  const host = useHost({
    settings: {
      'redline.review.surface': 'editor',
      'chat.permissions.default': 'autoApprove',
      'chat.tools.global.autoApprove': true,
    },
  });

  it('an edit is still asked, and written only when it is approved', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('bypass me if you can', once(brewGreenLonger));
    await seeReview(host(), 'brew.js (Redline');
    assert.equal(await chat.button('Allow Once').count(), 0);
    assert.deepEqual(sent.answers(), []);
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });

  it('an edit is still rejected by ✗', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('bypass me, and be rejected', once(brewGreenLonger));
    await seeReview(host(), 'brew.js (Redline');
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
