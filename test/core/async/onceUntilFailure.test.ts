import assert from 'node:assert/strict';
import { onceUntilFailure } from '../../../src/core/async/onceUntilFailure.ts';

describe('work that is done once', () => {
  it('is shared, and done again only after a failure', async () => {
    let tries = 0;
    const get = onceUntilFailure(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    const [first, second] = [get(), get()];
    await assert.rejects(first);
    await assert.rejects(second);
    assert.equal(tries, 1);
    assert.deepEqual(await Promise.all([get(), get()]), [2, 2]);
    assert.equal(await get(), 2);
  });
});
