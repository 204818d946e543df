import assert from 'node:assert/strict';
import { foldChange, maxOwnSteps } from '../../../src/core/watch/fold.ts';
import type { Origin, ReviewItem, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const place = { folder: 'file:///w', path: 'a' };
const file = (id: number): StoredFile => ({ mode: 'file', size: 1, id: String(id) });
const terminal = (command: string): Origin => ({ kind: 'terminal', command });

/** The item after changes by these origins, one after the other. */
async function after(origins: readonly Origin[]): Promise<ReviewItem | undefined> {
  let item: ReviewItem | undefined;
  for (const [index, origin] of origins.entries()) {
    const sides = { before: file(index), after: file(index + 1) };
    const step = { id: String(index), ...place, ...sides, origin, time: index };
    item = await foldChange(item, { ...sides, step }, place, () => Promise.resolve(undefined));
  }
  return item;
}

describe('an item that is changed again and again', () => {
  it('keeps few steps, and everybody who made them', async () => {
    const [make, test] = [terminal('make'), terminal('test')];
    const outside: Origin = { kind: 'outside' };
    const item = await after([make, ...Array.from({ length: 10 * maxOwnSteps }, () => outside), test]);
    assert.ok(item !== undefined && item.steps.length <= maxOwnSteps);
    assert.deepEqual([...new Set(item.steps.map(({ origin }) => origin))], [make, outside, test]);
    assert.deepEqual([item.baseline, item.current], [file(0), file(10 * maxOwnSteps + 2)]);
  });

  it('keeps who changed it first, however often others take turns afterwards', async () => {
    const make = terminal('make');
    const others: readonly Origin[] = [terminal('format'), { kind: 'outside' }];
    const item = await after([make, ...Array.from({ length: 5 * maxOwnSteps }, () => others).flat()]);
    assert.ok(item !== undefined && item.steps.length <= maxOwnSteps);
    assert.deepEqual(new Set(item.steps.map(({ origin }) => origin)), new Set([make, ...others]));
  });

  it('keeps the newest steps where each is of another origin', async () => {
    const item = await after(Array.from({ length: 3 * maxOwnSteps }, (_, index) => terminal(String(index))));
    assert.equal(item?.steps.length, maxOwnSteps);
    assert.deepEqual(item.steps.at(-1)?.origin, terminal(String(3 * maxOwnSteps - 1)));
  });

  it('keeps all steps while they are few', async () => {
    const item = await after(Array.from({ length: 3 }, () => terminal('make')));
    assert.equal(item?.steps.length, 3);
  });
});
