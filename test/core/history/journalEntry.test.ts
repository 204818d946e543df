import assert from 'node:assert/strict';
import { journalEntry } from '../../../src/core/journalEntry.ts';
import { phrase } from '../../../src/core/phrase.ts';

const about = {
  version: 2,
  id: 'a',
  time: '2026-01-01T00:00:00.000Z',
  title: 'Edit a',
  tool: 'x',
  bytes: 0,
  changes: [],
};

describe('an entry of the journal', () => {
  it('of an earlier version has its title in English alone', () => {
    assert.equal(journalEntry.parse({ ...about, state: 'applied' }).phrase, undefined);
  });

  it('keeps its title as a phrase, which another language can be read from', () => {
    const nested = phrase('Delete {0} of {1}', phrase('lines {0}–{1}', 1, 2), 'a');
    const kept: unknown = JSON.parse(JSON.stringify({ ...about, state: 'applied', phrase: nested }));
    assert.deepEqual(journalEntry.parse(kept).phrase, nested);
  });

  it('whose phrase is none is damaged', () => {
    for (const bad of ['a', { text: 1, args: [] }, { text: 'a', args: [null] }])
      assert.equal(journalEntry.safeParse({ ...about, state: 'applied', phrase: bad }).success, false);
  });
});
