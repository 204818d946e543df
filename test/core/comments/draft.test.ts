import assert from 'node:assert/strict';
import { mapCommentedLines } from '../../../src/core/comments/draft.ts';
import type { MovedLines } from '../../../src/core/comments/moveLines.ts';

const lines = 100_000;
const before = Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n');
/** Differs at many places, so that the comparison has work to do. */
const now = before.replaceAll(/^line (\d*7)$/gm, 'changed $1');

const commented = (count: number): { text: string; now: string; lines: { start: number; end: number } }[] =>
  Array.from({ length: count }, (_, index) => ({
    text: before,
    now,
    lines: { start: 10 * index + 1, end: 10 * index + 1 },
  }));

/** Places comments, and counts how often the work yields before it is done or no longer current. */
function count(comments: number, isCurrent = (_yields: number): boolean => true) {
  let yields = 0;
  const work = mapCommentedLines(commented(comments), () => isCurrent(yields));
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return { yields, moved: value };
    yields++;
  }
}

describe('mapping comments to a very large text', () => {
  it('yields often, so that typing never waits for it', () => {
    const { yields, moved } = count(1);
    assert.ok(yields > lines / 10_000, `${yields} yields`);
    assert.deepEqual(moved, [{ lines: { start: 1, end: 1 }, fate: 'same' }] satisfies MovedLines[]);
  });

  it('compares a pair of texts once, however many comments there are', () => {
    const [one, many] = [count(1), count(200)];
    assert.equal(many.moved?.length, 200);
    assert.equal(many.yields, one.yields + 199);
  });

  it('ends at the next yield if the user types', () => {
    const { yields, moved } = count(200, (soFar) => soFar < 5);
    assert.equal(moved, undefined);
    assert.equal(yields, 5);
  });
});
