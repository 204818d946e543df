import assert from 'node:assert/strict';
import { runRg, type RgOutcome } from '../../../src/node/ripgrep/runRg.ts';

/** A program that waits, says something, waits and ends, in milliseconds. */
function run(before: number, after: number, limit: { allowanceMs?: number; patienceMs?: number }): Promise<RgOutcome> {
  const program = `setTimeout(() => { process.stdout.write('x'); setTimeout(() => {}, ${after}); }, ${before});`;
  const output = { take: () => true, finish: () => undefined };
  return runRg({ rg: process.execPath, args: ['-e', program], cwd: process.cwd(), output, ...limit });
}

describe('the time of a run of ripgrep', () => {
  it('is not limited by itself', async () => {
    assert.equal((await run(0, 100, {})).ended, 'itself');
  });
  it('is counted from its start', async () => {
    assert.equal((await run(60_000, 0, { allowanceMs: 50 })).ended, 'late');
  });
  it('is counted from its first output, where a slow start is borne with', async () => {
    // Node itself starts more slowly than 1 ms.
    assert.equal((await run(0, 0, { allowanceMs: 5000, patienceMs: 1 })).ended, 'itself');
    assert.equal((await run(0, 60_000, { allowanceMs: 1, patienceMs: 60_000 })).ended, 'late');
    assert.equal((await run(60_000, 0, { allowanceMs: 1, patienceMs: 50 })).ended, 'late');
  });
});
