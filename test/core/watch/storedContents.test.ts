import assert from 'node:assert/strict';
import type { ReviewItem, Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';
import { contentIdsOf, withholdOldContents } from '../../../src/core/watch/storedContents.ts';
import { emptyState, type WatchState } from '../../../src/core/watch/watchState.ts';

const file = (id: string): StoredFile => ({ mode: 'file', size: 10, id });

function step(time: number, before: string, after: string): Step {
  const origin = { kind: 'outside' } as const;
  return { id: `step ${time}`, folder: 'file:///w', path: 'a', before: file(before), after: file(after), origin, time };
}

function stateOf(steps: readonly Step[], items: readonly ReviewItem[] = []): WatchState {
  return { ...emptyState, steps, items: new Map(items.map((item) => [item.path, item])) };
}

describe('withholdOldContents', () => {
  const history = [step(1, 'a', 'b'), step(2, 'b', 'c'), step(3, 'c', 'd')];

  const rows: readonly [maxBytes: number, kept: string][] = [
    [40, 'a b c d'],
    [39, 'b c d'],
    [20, 'c d'],
    [9, ''],
  ];
  for (const [maxBytes, kept] of rows)
    it(`keeps the contents of the newest steps within ${maxBytes} bytes`, () => {
      assert.equal([...contentIdsOf(withholdOldContents(stateOf(history), maxBytes))].sort().join(' '), kept);
    });

  it('keeps all steps, and says which contents are gone', () => {
    const { steps } = withholdOldContents(stateOf(history), 20);
    assert.deepEqual(
      steps.map(({ before, after }) => [before?.withheld, after?.withheld]),
      [
        ['large', 'large'],
        ['large', undefined],
        [undefined, undefined],
      ],
    );
  });

  it('keeps both sides of an item, but not the contents of its old steps', () => {
    const item = { folder: 'file:///w', path: 'a', baseline: file('a'), current: file('d'), steps: history };
    // The history has lost the oldest step.
    const limited = withholdOldContents(stateOf(history.slice(1), [item]), 10);
    assert.deepEqual([...contentIdsOf(limited)].sort(), ['a', 'c', 'd']);
    assert.equal(limited.items.get('a')?.steps[0]?.after?.withheld, 'large');
    assert.deepEqual(limited.items.get('a')?.steps[1], limited.steps[0]);
  });
});
