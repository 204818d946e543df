import assert from 'node:assert/strict';
import { findCoveringItem } from '../../../src/core/toReview/coveringItem.ts';
import type { ReviewItem, StoredFile } from '../../../src/core/watch/reviewItem.ts';

function side(id: string): StoredFile | undefined {
  return id === '' ? undefined : { mode: 'file', size: 1, id };
}

/** The item of one file in the list of a folder. @param states its contents, oldest first */
function item(folder: string, states: readonly string[], baseline = states[0] ?? ''): ReviewItem {
  const steps = states.slice(1).map((after, index) => ({
    id: `${folder} ${index}`,
    folder,
    path: 'a',
    before: side(states[index] ?? ''),
    after: side(after),
    origin: { kind: 'outside' } as const,
    time: index,
  }));
  return { folder, path: 'a', baseline: side(baseline), current: side(states.at(-1) ?? ''), steps };
}

const cases: readonly (readonly [string, readonly ReviewItem[], string | undefined])[] = [
  ['one list', [item('outer', ['A', 'B'])], 'outer'],
  ['equal lists', [item('outer', ['A', 'B']), item('link', ['A', 'B'])], 'outer'],
  ['a list that began later', [item('inner', ['B', 'C']), item('outer', ['A', 'B', 'C'])], 'outer'],
  [
    'a list that began before the file was created',
    [item('inner', ['B', 'C']), item('outer', ['', 'B', 'C'])],
    'outer',
  ],
  ['a deletion', [item('inner', ['B', '']), item('outer', ['A', 'B', ''])], 'outer'],
  ['a list whose start was kept', [item('outer', ['A', 'B', 'C'], 'B'), item('link', ['A', 'B', 'C'])], 'link'],
  ['lists with different contents', [item('outer', ['A', 'B']), item('inner', ['B', 'C'])], undefined],
  ['lists whose baselines have nothing in common', [item('outer', ['A', 'C']), item('inner', ['B', 'C'])], undefined],
];

describe('a file in several lists', () => {
  for (const [what, items, expected] of cases)
    it(`${expected === undefined ? 'is not reverted' : 'is reverted once'}: ${what}`, () => {
      assert.equal(findCoveringItem(items)?.folder, expected);
    });
});
