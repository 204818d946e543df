import assert from 'node:assert/strict';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { runRevert } from '../../../../src/vscode/toReview/runRevert.ts';

describe('a revert after which the files cannot be scanned', () => {
  it('is no failure: the list is updated, and the cause is logged', async () => {
    const logged: string[] = [];
    let refreshes = 0;
    const write = (text: string): number => logged.push(text);
    const context = {
      log: { info: write, warn: write, error: write },
      watch: { refresh: () => Promise.reject(new Error('no scan')) },
      refresh: () => void refreshes++,
    };
    await runRevert(context, 'a.txt', phrase('Revert {0}', 'a.txt'), async () => true);
    assert.equal(refreshes, 1);
    assert.equal(logged.filter((text) => text.includes('no scan')).length, 1);
  });
});
