import assert from 'node:assert/strict';
import { findMissedItems, type WatchSnapshot } from '../../../src/core/toReview/missedItems.ts';
import type { ReviewItem } from '../../../src/core/watch/reviewItem.ts';

const folder = 'file:///ws';
const windowStart = 100;

/** A file that calls of the history changed. */
function item(path: string, calls: Readonly<Record<string, number>>): ReviewItem {
  const side = { mode: 'file', size: 1, id: path } as const;
  const steps = Object.entries(calls).map(([entry, time]) => ({
    id: `${entry} ${path}`,
    folder,
    path,
    before: undefined,
    after: side,
    origin: { kind: 'later', entry } as const,
    time,
  }));
  return { folder, path, baseline: undefined, current: side, steps };
}

interface Known {
  readonly seen?: readonly string[];
  readonly listed?: readonly string[];
  readonly missed?: readonly string[];
  readonly isWatched?: boolean;
}

/** The paths that are listed from the history, and the calls that are remembered as missed. */
function unseen(
  items: readonly ReviewItem[],
  { seen = [], listed = [], missed = [], isWatched = true }: Known,
): readonly [string[], string[]] {
  const all: WatchSnapshot = {
    items: listed.map((path) => item(path, { other: 1 })),
    steps: seen.flatMap((entry) => item('x', { [entry]: 1 }).steps),
    isWatched: () => isWatched,
  };
  const found = findMissedItems(items, all, { missedCalls: new Set(missed), windowStart });
  return [found.items.map(({ path }) => path), [...found.missedCalls]];
}

describe('the calls that Watch has not seen', () => {
  it('are listed, and remembered for the next window', () => {
    assert.deepEqual(unseen([item('a', { one: 100 })], {}), [['a'], ['one']]);
    assert.deepEqual(unseen([item('a', { one: 99 })], { missed: ['one'] }), [['a'], ['one']]);
  });

  it('are not those that it saw, and, of older ones, not those that it may have seen', () => {
    assert.deepEqual(unseen([item('a', { one: 100 })], { seen: ['one'] }), [[], []]);
    assert.deepEqual(unseen([item('a', { one: 99 })], { seen: ['one'], missed: ['one'] }), [[], []]);
    assert.deepEqual(unseen([item('a', { one: 99 })], {}), [[], []]);
  });

  it('are no second row of a file that Watch lists, and come back when it does not', () => {
    const known = { listed: ['a'], missed: ['one'] };
    assert.deepEqual(unseen([item('a', { one: 99 })], known), [[], ['one']]);
    // A scan failed, and what was listed before stays so.
    assert.deepEqual(unseen([item('a', { one: 99 })], { ...known, isWatched: false }), [[], ['one']]);
  });

  it('are all of them where nothing is watched, and only new ones are remembered', () => {
    const items = [item('a', { one: 99 }), item('b', { two: 100 })];
    assert.deepEqual(unseen(items, { isWatched: false }), [['a', 'b'], ['two']]);
  });

  it('are not listed beside one that it saw in the same file', () => {
    assert.deepEqual(unseen([item('a', { one: 100, two: 101 })], { seen: ['one'] }), [[], ['two']]);
  });

  it('are remembered while the history is not read, in a bounded number', () => {
    assert.deepEqual(unseen([], { missed: ['one'] }), [[], ['one']]);
    const missed = Array.from({ length: 1000 }, (_, at) => `old ${at}`);
    assert.deepEqual(unseen([item('a', { one: 100 })], { missed })[1], [...missed.slice(1), 'one']);
  });
});
