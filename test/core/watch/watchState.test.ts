import assert from 'node:assert/strict';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';
import { emptyState, readState, writeState, type WatchState } from '../../../src/core/watch/watchState.ts';

const folder = 'file:///w';
const file: StoredFile = { mode: 'file', size: 1, id: '1' };
const stepAt = (time: number): Step => ({
  id: `s${time}`,
  folder,
  path: 'a',
  before: undefined,
  after: file,
  origin: { kind: 'outside' },
  time,
});

function reload(state: WatchState): WatchState | undefined {
  return runSync(readState(runSync(writeState(state)).join('\n'), folder));
}

describe('the state of a watched folder that is written and read', () => {
  it('has its steps oldest first, although an item has one that the history dropped', () => {
    const [old, middle, latest] = [stepAt(1), stepAt(2), stepAt(3)];
    const item = { folder, path: 'a', baseline: undefined, current: file, steps: [old, latest] };
    const state: WatchState = { ...emptyState, items: new Map([['a', item]]), steps: [middle, latest] };
    const reloaded = reload(state);
    assert.deepEqual(reloaded?.steps, [old, middle, latest]);
    assert.deepEqual(reloaded.items, state.items);
  });
});
