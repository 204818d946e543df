import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { ScanClock } from '../../../src/node/watch/scanClock.ts';
import { FolderUnderReview } from './folderUnderReview.ts';

const systemNow = Date.now;
const hour = 3_600_000;
const setBack = (ms: number): void => void (Date.now = () => systemNow() - ms);
afterEach(() => void (Date.now = systemNow));

describe('the start of the previous look', () => {
  it('is as it was stored, while the clock goes on or is set forward', () => {
    const clock = new ScanClock();
    assert.equal(clock.start(7).changedSinceMs, 7);
    const { startedAt } = clock.start(7);
    for (const ms of [0, -hour]) {
      setBack(ms);
      assert.equal(clock.start(startedAt).changedSinceMs, startedAt);
    }
  });

  it('is by the clock as it is after it was set back, also beside looks that failed', async () => {
    const clock = new ScanClock();
    const { startedAt } = clock.start(0);
    await pause(20);
    setBack(hour);
    for (const _ of ['failed', 'stored']) {
      const { changedSinceMs: from } = clock.start(startedAt);
      assert.ok(from <= startedAt - hour + 1 && from > startedAt - hour - 1000, String(from - startedAt));
    }
  });

  it('is no later than the next one begins where another window has looked', () => {
    const { changedSinceMs: from, startedAt } = new ScanClock().start(Date.now() + hour);
    assert.equal(from, startedAt);
  });
});

describe('what is written after the clock was set back', () => {
  it('lies in the interval of the look that sees it', async () => {
    const review = await FolderUnderReview.start();
    try {
      await pause(20);
      setBack(hour);
      const savedAt = Date.now();
      review.ground.write({ b: 'changed\n' });
      await review.watch.scan(review.window);
      const [interval] = review.window.intervals;
      assert.ok(interval !== undefined && interval.from <= savedAt && savedAt <= interval.to, JSON.stringify(interval));
    } finally {
      review.dispose();
    }
  });
});
