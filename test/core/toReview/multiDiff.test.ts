import assert from 'node:assert/strict';
import { maxMultiDiffFiles, selectForMultiDiff } from '../../../src/core/toReview/multiDiff.ts';
import type { ReviewItem, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const side = (withheld?: StoredFile['withheld']): StoredFile => ({ mode: 'file', size: 1, id: '1', withheld });
const item = (path: string, baseline: StoredFile | undefined, current: StoredFile | undefined): ReviewItem => ({
  folder: 'file:///f',
  path,
  baseline,
  current,
  steps: [],
});

describe('the files of one diff of all that is to be reviewed', () => {
  it('are those that can be shown, and the others are counted', () => {
    const edited = item('a', side(), side());
    const created = item('b', undefined, side());
    const others = [
      item('c', side(), side('large')),
      item('d', side('secret'), side()),
      item('e', side('large'), undefined),
      item('\udc80', side(), side()),
    ];
    const { shown, hiddenCount } = selectForMultiDiff([edited, ...others, created]);
    assert.deepEqual([shown, hiddenCount], [[edited, created], others.length]);
  });

  it('are not more than an editor can take', () => {
    const items = Array.from({ length: maxMultiDiffFiles + 3 }, (_, index) => item(`${index}`, side(), side()));
    const { shown, hiddenCount } = selectForMultiDiff(items);
    assert.deepEqual([shown.length, hiddenCount], [maxMultiDiffFiles, 3]);
  });
});
