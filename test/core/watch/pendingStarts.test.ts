import assert from 'node:assert/strict';
import { PendingStarts } from '../../../src/core/watch/pendingStarts.ts';

describe('the start of a command or turn that waits for a look', () => {
  const [codex, other] = [
    { agent: 'codex', session: 's' },
    { agent: 'codex', session: 't' },
  ];

  /** Which of the starts with these keys still count when the look ends, after `then`. */
  async function left(
    keys: readonly (string | undefined)[],
    then: (starts: PendingStarts) => void,
  ): Promise<unknown[]> {
    const starts = new PendingStarts();
    const look = Promise.withResolvers<void>();
    const waits = keys.map((key) => starts.wait(codex, key, look.promise));
    then(starts);
    look.resolve();
    const areLeft = await Promise.all(waits);
    return keys.filter((_, index) => areLeft[index]);
  }

  it('counts if no end comes meanwhile', async () => {
    assert.deepEqual(await left(['1', undefined], () => undefined), ['1', undefined]);
  });

  it('does not count if its own end does', async () => {
    assert.deepEqual(await left(['1', '2', undefined], (starts) => starts.end(codex, '1')), ['2', undefined]);
    assert.deepEqual(await left(['1', '2'], (starts) => starts.end(other, '1')), ['1', '2']);
  });

  it('counts if the end is that of another command with the same text', async () => {
    assert.deepEqual(await left(['ls', 'ls', 'ls', undefined], (starts) => starts.end(codex, 'ls')), [
      'ls',
      'ls',
      undefined,
    ]);
  });

  it('does not count if the turn ends', async () => {
    assert.deepEqual(await left(['1', '2', undefined], (starts) => starts.endAll(codex)), []);
    assert.deepEqual(await left(['1', undefined], (starts) => starts.endAll(other)), ['1', undefined]);
  });
});
