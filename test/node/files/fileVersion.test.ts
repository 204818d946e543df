import assert from 'node:assert/strict';
import { isVersionSettled } from '../../../src/node/files/openRegular.ts';

describe('the version of a file', () => {
  it('is settled only when a write can no longer get the same time on a disk that counts in steps of 2 s', () => {
    const ages = [-1, 0, 150, 2000, 2600];
    const nowMs = Date.UTC(2026, 0, 1);
    assert.deepEqual(
      ages.map((age) => isVersionSettled({ ctimeMs: BigInt(nowMs - age) }, nowMs)),
      [false, false, false, false, true],
    );
  });
});
