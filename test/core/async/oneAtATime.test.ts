import assert from 'node:assert/strict';
import { oneAtATime } from '../../../src/core/async/oneAtATime.ts';

describe('work that is done one at a time', () => {
  it('goes on after a failure', async () => {
    const runs: string[] = [];
    const run = oneAtATime(async () => {
      const name = String(runs.length);
      runs.push(name);
      await Promise.resolve();
      if (name === '0') throw new Error('no');
      runs.push(`${name} ends`);
    });
    const [first, second] = [run(), run()];
    await assert.rejects(first, /no/);
    await second;
    await run();
    assert.deepEqual(runs, ['0', '1', '1 ends', '3', '3 ends']);
  });
});
