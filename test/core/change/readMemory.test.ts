import assert from 'node:assert/strict';
import { compareLines } from '../../../src/core/diff/lineBlocks.ts';
import { allLines, carrySeenLines, hasSeen, joinSeenLines } from '../../../src/core/change/readMemory.ts';

const at = (start: number, end: number, cell?: number) => ({ cell, start, end });
const text = (lines: string): string => lines.replaceAll(/./g, '$&\n');

describe('seen lines', () => {
  it('are joined where they touch, cell by cell', () => {
    assert.deepEqual(joinSeenLines([at(5, 6), at(1, 2), at(3, 4), at(8, 8), at(3, 3, 1), at(1, 0, 2)]), [
      at(1, 6),
      at(8, 8),
      at(3, 3, 1),
      at(1, 0, 2),
    ]);
    assert.ok(hasSeen([at(1, 3), at(4, 6)], at(2, 5)));
    assert.ok(!hasSeen([at(1, 3), at(5, 6)], at(3, 5)));
    assert.ok(!hasSeen([at(1, 9)], at(1, 1, 1)));
    assert.ok(hasSeen([at(1, 4), at(5, Infinity)], allLines));
  });

  const rows: [string, string, [number, number][], [number, number][]][] = [
    ['abcdef', 'abcdef', [[2, 3]], [[2, 3]]],
    ['abcdef', 'xyabcdef', [[2, 3]], [[4, 5]]],
    [
      'abcdef',
      'abXdef',
      [[1, Infinity]],
      [
        [1, 2],
        [4, Infinity],
      ],
    ],
    ['abcdef', 'aef', [[2, 5]], [[2, 2]]],
    ['abcdef', 'abcdefgh', [[5, 6]], [[5, 6]]],
    ['abcdef', 'uvwxyz', [[1, 6]], []],
  ];
  for (const [before, after, seen, expected] of rows) {
    it(`are at their new lines from ${before} to ${after}`, () => {
      const { blocks } = compareLines(text(before), text(after));
      const carried = carrySeenLines(
        seen.map(([start, end]) => at(start, end)),
        blocks,
      );
      // What is beyond the end of the text does not count.
      const inText = carried.filter(({ start }) => start <= after.length);
      assert.deepEqual(
        inText,
        expected.map(([start, end]) => at(start, end)),
      );
    });
  }

  it('of which only those with the same number may be kept', () => {
    const { blocks } = compareLines(text('abcdefgh'), text('abXdYefgh'));
    assert.deepEqual(carrySeenLines([at(2, 7)], blocks, 'unmoved'), [at(2, 2), at(4, 4)]);
  });
});
