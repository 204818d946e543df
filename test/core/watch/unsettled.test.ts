import assert from 'node:assert/strict';
import { settledIds, selectUnsettled } from '../../../src/core/watch/unsettled.ts';

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const entry = (id: string, state: 'applying' | 'applied', seconds: number) => ({ id, state, time: at(seconds) });
const ids = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

describe('the entries that a look considers', () => {
  it('include one that was begun before the look before, and written after it', () => {
    // The look before was prepared at 99 s and began at 101 s; the entry was begun at 100 s and written at 102 s.
    const settled = settledIds([entry('old', 'applied', 50)]);
    const now = [entry('old', 'applied', 50), entry('between', 'applied', 100), entry('new', 'applied', 103)];
    assert.deepEqual(ids(selectUnsettled(now, 101_000, settled)), ['between', 'new']);
  });

  it('include one that was being written when the look before was prepared', () => {
    const settled = settledIds([entry('a', 'applying', 10), entry('b', 'applied', 10)]);
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applied', 10), entry('b', 'applied', 10)], 99_000, settled)), [
      'a',
    ]);
  });

  it('include one that may be written at any moment', () => {
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applying', 10)], 99_000, new Set(['a']))), ['a']);
    assert.deepEqual(ids(selectUnsettled([entry('a', 'applying', 10)], 99_000, undefined)), ['a']);
  });

  it('are, for the first look of a window, those begun since the last look of any window, or shortly before', () => {
    const entries = [entry('old', 'applied', 80), entry('just', 'applied', 95), entry('new', 'applied', 101)];
    assert.deepEqual(ids(selectUnsettled(entries, 100_000, undefined)), ['just', 'new']);
  });

  it('are none that an earlier look has seen', () => {
    const entries = [entry('a', 'applied', 10), entry('b', 'applied', 20)];
    assert.deepEqual(selectUnsettled(entries, 30_000, settledIds(entries)), []);
  });
});
