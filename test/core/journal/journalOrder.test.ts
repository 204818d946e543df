import assert from 'node:assert/strict';
import { selectBeyondLimits, idAfter, sortEntries } from '../../../src/core/journal/journalOrder.ts';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';

/** Entries as `a10`, a call of ten bytes, `b5a`, which takes back `a`, and `c5!`, a call under way. */
function entriesOf(text: string): JournalEntry[] {
  return text.split(' ').map((word) => {
    const [, id = '', bytes, reverts, under] = /^(\w)(\d+)(\w)?(!)?$/.exec(word) ?? [];
    const about = { version: 2 as const, id, time: '', title: '', tool: '', changes: [] };
    return {
      ...about,
      bytes: Number(bytes),
      state: under === undefined ? 'applied' : 'applying',
      ...(reverts === undefined ? {} : { reverts }),
    };
  });
}

describe('what is over the limits of a history', () => {
  for (const [what, entries, calls, bytes, gone] of [
    ['nothing', 'a10 b10', 2, 20, ''],
    ['the oldest calls', 'a10 b10 c10', 2, 100, 'a'],
    ['not steps that take calls back', 'a10 b10 c10b d10a', 2, 100, ''],
    ['not the newest step, which did a call again', 'a10 b10a c10b', 9, 100, ''],
    ['what was taken back and done again', 'a10 b10a c10b d10', 9, 100, 'bc'],
    ['what was taken back and done again, but the last time', 'a10 b10a c10b d10a', 9, 100, 'bc'],
    ['not what is being done again', 'a10 b10a c10b! d10', 9, 100, ''],
    ['the bytes of what is left', 'a10 b10a c10b d10', 9, 20, 'bc'],
    ['a call with what took it back', 'a10 b10a c10 d10', 2, 100, 'ab'],
    ['a call with what was done to it over and over', 'a10 b10a c10b d10 e10', 2, 100, 'abc'],
    ['the bytes of all steps', 'a10 b10 c10', 9, 25, 'a'],
    ['not the newest, however large', 'a10 b99', 9, 25, 'a'],
    ['not the call that the newest takes back', 'a90 b90a', 9, 25, ''],
    ['not what is under way', 'a10! b10 c10', 1, 100, 'b'],
    ['a step whose call is gone', 'b10a c10', 9, 100, 'b'],
  ] as const) {
    it(`is ${what}`, () => {
      const over = selectBeyondLimits(entriesOf(entries), calls, bytes);
      assert.equal(over.map(({ id }) => id).join(''), gone);
    });
  }

  it('is told by ids that sort as the calls came', () => {
    const [first, second] = [idAfter(), idAfter('00000009-ffffffff')];
    assert.match(first, /^00000001-[0-9a-f]{8}$/);
    assert.match(second, /^00000010-/);
    assert.deepEqual(
      sortEntries(entriesOf('b1 a1')).map(({ id }) => id),
      ['a', 'b'],
    );
  });
});
