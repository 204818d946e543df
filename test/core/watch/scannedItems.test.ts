import assert from 'node:assert/strict';
import { maxStepsOfItems, ScannedItems } from '../../../src/core/watch/scannedItems.ts';
import type { ReviewItem, Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const file = (id: number): StoredFile => ({ mode: 'file', size: 1, id: String(id) });
const step = (path: string, index: number): Step => ({
  id: `${path} ${index}`,
  folder: 'file:///w',
  path,
  before: file(index),
  after: file(index + 1),
  origin: { kind: 'terminal', command: index % 2 === 0 ? 'make' : 'test' },
  time: index,
});

/** Items of this many files, each with this many steps, after a scan without changes. */
async function itemsAfterScan(files: number, steps: number): Promise<readonly ReviewItem[]> {
  const items = new Map<string, ReviewItem>();
  for (let name = 0; name < files; name++) {
    const path = String(name);
    const all = Array.from({ length: steps }, (_, index) => step(path, index));
    items.set(path, { folder: 'file:///w', path, baseline: file(0), current: file(steps), steps: all });
  }
  const scanned = new ScannedItems(items, {
    folder: 'file:///w',
    droppedBefore: new Map(),
    segments: [],
    writesOf: () => [],
    merge: () => Promise.resolve(undefined),
  });
  await scanned.foldAll(() => Promise.resolve());
  return [...scanned.items.values()];
}

describe('the steps of all items', () => {
  it('are limited, but every item keeps its last ones', async () => {
    const items = await itemsAfterScan(2000, 50);
    assert.ok(items.flatMap(({ steps }) => steps).length <= maxStepsOfItems);
    assert.ok(items.every(({ path, steps }) => steps.at(-1)?.id === `${path} 49` && steps.length >= 2));
  });

  it('are all kept while they are few, and the last one however many items there are', async () => {
    assert.ok((await itemsAfterScan(100, 50)).every(({ steps }) => steps.length === 50));
    assert.ok((await itemsAfterScan(maxStepsOfItems + 1, 2)).every(({ steps }) => steps.length === 1));
  });
});
