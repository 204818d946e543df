import assert from 'node:assert/strict';
import { comparePaths } from '../../../src/core/path/comparePaths.ts';
import { FirstItems } from '../../../src/node/ripgrep/output/firstItems.ts';

describe('the first of a million names', () => {
  it('are found without holding all of them, and without holding up others', async () => {
    const first = new FirstItems<string>(100, comparePaths);
    let others = 0;
    let isDone = false;
    const other = (): unknown => (others++, isDone ? undefined : setImmediate(other));
    setImmediate(other);
    const started = performance.now();
    for (let at = 0; at < 1_000_000; at += 5000) {
      // Downwards, so that each name comes before all that are kept.
      const names = Array.from({ length: 5000 }, (_, index) => String(9_999_999 - at - index));
      // oxlint-disable-next-line no-await-in-loop -- as they come from the disk
      await first.add(names);
    }
    const unsorted = await first.unsorted();
    const found = await first.sorted();
    const spent = performance.now() - started;
    isDone = true;
    assert.equal(first.total, 1_000_000);
    assert.deepEqual(unsorted.toSorted(comparePaths), found);
    assert.deepEqual([found.length, found[0], found.at(-1)], [100, '9000000', '9000099']);
    assert.ok(others >= spent / 200, `${others} times in ${Math.round(spent)} ms of work`);
  });
});
