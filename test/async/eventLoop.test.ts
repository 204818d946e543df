import assert from 'node:assert/strict';
import type { Yielding } from '../../src/core/async/yielding.ts';
import { forEachConcurrently, runYielding } from '../../src/async/eventLoop.ts';

/** So many turns of so many milliseconds. */
function* work(turns: number, each: number): Yielding<string> {
  for (let turn = 0; turn < turns; turn++) {
    const end = performance.now() + each;
    while (performance.now() < end);
    yield;
  }
  return 'done';
}

describe('work in turns', () => {
  it('lets others work meanwhile, however little each of many pieces in a row is', async () => {
    let others = 0;
    let isDone = false;
    const other = (): unknown => (others++, isDone ? undefined : setImmediate(other));
    setImmediate(other);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let piece = 0; piece < 100; piece++) await runYielding(work(1, 1));
    isDone = true;
    assert.ok(others >= 4, `${others} times in a hundred milliseconds of work`);
  });

  it('lets others work meanwhile, however long each turn is', async () => {
    for (const [turns, each] of [
      [1000, 0.1],
      [5, 20],
    ] as const) {
      let others = 0;
      let isDone = false;
      const other = (): unknown => (others++, isDone ? undefined : setImmediate(other));
      setImmediate(other);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await runYielding(work(turns, each)), 'done');
      isDone = true;
      assert.ok(others >= 4, `${others} times in a hundred milliseconds of work`);
    }
  });

  it('runs work on no more items in a turn than fit into it, however many calls wait for it', async () => {
    let turn = 0;
    let isDone = false;
    const countTurns = (): unknown => (turn++, isDone ? undefined : setImmediate(countTurns));
    setImmediate(countTurns);
    const itemsByTurn = new Map<number, number>();
    await forEachConcurrently(Array.from({ length: 80 }), () => {
      itemsByTurn.set(turn, (itemsByTurn.get(turn) ?? 0) + 1);
      const end = performance.now() + 6;
      while (performance.now() < end);
    });
    isDone = true;
    // In the first turn, each of the 16 calls begins with an item.
    const [, ...later] = itemsByTurn.values();
    assert.ok(Math.max(...later) <= 2, `${later.join(', ')} items of 6 ms`);
  });
});
