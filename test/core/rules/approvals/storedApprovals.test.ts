import assert from 'node:assert/strict';
import { readStoredApprovals } from '../../../../src/core/rules/approvals/storedApprovals.ts';

const valid = { operations: ['update'], glob: '/src/**', folder: 'file:///ws' };
const invalid: readonly unknown[] = [
  { ...valid, operations: ['update', 'run'] },
  { ...valid, operations: 'update' },
  { ...valid, glob: undefined },
  { ...valid, folder: 1 },
  { ...valid, agent: null },
  // As from a later version, in which it may narrow the approval.
  { ...valid, expires: 1 },
  '/src/**',
  null,
];

describe('stored approvals', () => {
  for (const entry of invalid)
    it(`an invalid one allows nothing, hides no other, and is kept: ${JSON.stringify(entry)}`, () => {
      const other = { ...valid, agent: 'codex' };
      assert.deepEqual(readStoredApprovals([valid, entry, other]), { valid: [valid, other], invalid: [entry] });
    });

  for (const value of [undefined, null, {}, 'x', valid])
    it(`are none where no list is stored: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readStoredApprovals(value), { valid: [], invalid: [] });
    });
});
