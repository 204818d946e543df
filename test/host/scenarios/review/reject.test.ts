import assert from 'node:assert/strict';
import type { Host } from '../../driver/host.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brewGreenLonger, once, seeEnd, seeNoReview, seeNoTabs, seeReview } from '../tea.ts';

const ways: readonly {
  readonly way: string;
  readonly reject: (host: Host) => Promise<void>;
  readonly reason?: string;
  /** How the chat says it. */
  readonly end: string;
}[] = [
  { way: 'Skip on the card', reject: ({ chat }) => chat.skip(), end: '✗ Rejected in the chat' },
  {
    way: 'the ✗ in the title bar of the diff',
    reject: ({ person }) => person.reject(),
    end: '✗ Rejected in the editor',
  },
  {
    way: 'a command that asks for the reason',
    reject: async ({ person }) => {
      await person.command('Redline: Reject with Reason…');
      await person.enter('Two minutes are "right" for green tea.');
    },
    reason: 'Two minutes are "right" for green tea.',
    end: '✗ Rejected in the editor',
  },
  {
    way: 'closing the diff',
    reject: ({ person }) => person.closeTab('brew.js (Redline)'),
    end: '✗ Rejected by closing the diff',
  },
];

describe('a rejected edit', () => {
  const host = useHost();

  for (const { way, reject, reason, end } of ways) {
    it(`by ${way} changes nothing, and the model is told`, async () => {
      const { chat, workspace } = host();
      const before = await workspace.hashes();
      const sent = await chat.send(`reject it by ${way}`, once(brewGreenLonger));
      await chat.card();
      await seeReview(host(), 'brew.js (Redline');
      await reject(host());
      const answer = await sent.answer();
      await sent.finished();
      assert.match(answer, /^\[REJECTED\] .*Nothing was written/);
      assert.equal(answer.includes('Their reason'), reason !== undefined, answer);
      if (reason !== undefined) assert.ok(answer.includes(reason), answer);
      assert.doesNotMatch(answer, /try again/, 'the host must not invite a retry');
      assert.deepEqual(await workspace.hashes(), before);
      await seeNoReview(host());
      await seeEnd(host(), `${end}: Edit src/brew.js`);
      await seeNoTabs(host());
    });
  }

  it('by Stop changes nothing and leaves nothing behind, and the next edit is asked as ever', async () => {
    const { chat, workspace, editors } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('stop while it waits', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await chat.stop();
    await chat.idle();
    await waitFor('the diff to be closed', async () => (await editors.tabs()).length === 0);
    await seeNoReview(host());
    assert.deepEqual(sent.answers(), []);
    assert.deepEqual(await workspace.hashes(), before);

    const next = await chat.send('and now go on after the stop', once(brewGreenLonger));
    await chat.card();
    await chat.allow();
    assert.match(await next.answer(), /^Edited/);
    await next.finished();
  });
});
