import assert from 'node:assert/strict';
import { isTorn } from '../../src/core/torn.ts';

/** What is found, what was there before, what was written over it, and whether that is a write that was cut off. */
const cases: readonly (readonly [found: string, before: string, after: string, torn: boolean])[] = [
  ['ned', 'old', 'new', true],
  ['new text', 'old text', 'new', true],
  ['new t', 'old', 'new text', true],
  ['old', 'old', 'new', true],
  // Cut off while it was put back, and once more.
  ['oldtext', 'old', 'new text', false],
  ['old text', 'old', 'new text', true],
  ['oew', 'old', 'new', true],
  ['nld', 'old', 'new', true],
  // A new file.
  ['', '', 'new', true],
  ['ne', '', 'new', true],
  // Emptied, or cut to less than either: nobody of ours does that.
  ['', 'old', 'new', false],
  ['ne', 'old', 'new', false],
  ['ol', 'old', 'new text', false],
  ['oldest', 'old', 'new', false],
  ['nevermore', 'old', 'new', false],
  ['ne text!', 'old text', 'new', false],
  ['mine', '', 'new', false],
];

describe('a write that was cut off', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  for (const [found, before, after, torn] of cases) {
    it(`${torn ? 'is' : 'is not'} "${found}" where "${before}" was to become "${after}"`, () => {
      assert.equal(isTorn(bytes(found), bytes(before), bytes(after)), torn);
    });
  }
});
