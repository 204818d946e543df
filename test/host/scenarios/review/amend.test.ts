import assert from 'node:assert/strict';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, sha256, withLongerGreen } from '../tea.ts';

describe('an edit that the person amends before approving it', () => {
  const host = useHost();

  for (const way of ['✓', 'the card'] as const) {
    it(`is applied as amended, and the model gets the person's diff (approved by ${way})`, async () => {
      const { chat, person, workspace } = host();
      const original = await workspace.read(brew);
      const sent = await chat.send(`let me amend this, then ${way}`, once(brewGreenLonger));
      await chat.card();
      await person.typeAfter('green: 3', '.5');
      await picture(host(), 'amended');
      if (way === '✓') await person.approve();
      else {
        // Until then the card would approve the agent's text, and its press counts for nothing.
        await waitFor('the card with the amendment', async () => (await chat.card()).includes('green: 3.5'));
        await chat.allow();
      }
      const answer = await sent.answer();
      await sent.finished();
      const written = await workspace.read(brew);
      assert.equal(written, withLongerGreen(original).replace('green: 3', 'green: 3.5'));
      assert.match(answer, /amended/);
      assert.ok(answer.includes('-  green: 3,\n+  green: 3.5,'), answer);
      assert.ok(answer.includes(sha256(written)), answer);
      await seeNoReview(host());
    });
  }
});
