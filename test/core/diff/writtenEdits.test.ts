import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compareLines, mapLineToAfter } from '../../../src/core/diff/lineBlocks.ts';
import { findFinalRanges, trimEdits } from '../../../src/core/diff/moveOffsets.ts';
import { compareWithWritten, createIsWritten } from '../../../src/core/diff/writtenEdits.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { applyEdits, type TextEdit } from '../../../src/core/text/text.ts';

/** Which edits, as `[start, end, text]`, are found in a text. */
function flags(before: string, edits: readonly TextEdit[], written: string): boolean[] {
  const after = applyEdits(before, edits);
  const isWritten = createIsWritten({ before, after, comparison: compareLines(before, after, edits) }, written);
  return runSync(findFinalRanges([trimEdits(before, edits)])).flatMap((ranges) => ranges.map(isWritten));
}

const cases: readonly (readonly [
  what: string,
  before: string,
  edits: readonly (readonly [number, number, string])[],
  written: string,
  expected: readonly boolean[],
])[] = [
  [
    'lines inserted below neighbours',
    'x\nx\n',
    [
      [0, 2, 'x\ny\n'],
      [2, 4, 'x\ny\n'],
    ],
    'x\ny\nx\n',
    [true, false],
  ],
  [
    'the second of them',
    'x\nx\n',
    [
      [0, 2, 'x\ny\n'],
      [2, 4, 'x\ny\n'],
    ],
    'x\nx\ny\n',
    [false, true],
  ],
  [
    'lines inserted above neighbours',
    'a\nb\n',
    [
      [0, 0, 'y\n'],
      [2, 2, 'y\n'],
    ],
    'a\ny\nb\n',
    [false, true],
  ],
  [
    'removed lines around one',
    'd\nL\ne\n',
    [
      [0, 2, ''],
      [4, 6, ''],
    ],
    'L\ne\n',
    [true, false],
  ],
  [
    'the last lines removed',
    'a\nL\nb',
    [
      [0, 1, 'A'],
      [3, 5, ''],
    ],
    'a\nL',
    [false, true],
  ],
  [
    'blank lines, whose place a comparison cannot tell',
    'a\n\n\nb\nc\n',
    [
      [1, 2, '\n\n'],
      [6, 7, 'C'],
    ],
    'a\n\n\n\nb\nc\n',
    [true, false],
  ],
  [
    'the last lines, which are also those above them',
    'b\na\na\nb\na\n',
    [
      [2, 4, ''],
      [8, 10, ''],
    ],
    'b\na\nb\na\n',
    [true, false],
  ],
  [
    'text removed at an end without newline',
    'a\nx\na\nb\nb\n',
    [
      [1, 2, ''],
      [7, 10, ''],
    ],
    'ax\na\nb\nb\n',
    [true, false],
  ],
  [
    'a newline removed with the line below, after a blank line',
    'a\nx\na\n\nx\n',
    [
      [1, 3, ''],
      [6, 8, ''],
    ],
    'a\na\n\nx\n',
    [true, false],
  ],
  [
    'a newline inserted above a blank line',
    'a\nb\na\n\n',
    [
      [0, 1, 'A'],
      [5, 5, '\n'],
    ],
    'A\nb\na\n\n',
    [true, false],
  ],
  [
    'amended text',
    'a\nm\nb\n',
    [
      [0, 1, 'A'],
      [4, 5, 'B'],
    ],
    'a\nm\nother\n',
    [false, true],
  ],
  [
    'a formatter that touches all',
    'a\nm\nb\n',
    [
      [0, 1, 'A'],
      [4, 5, 'B'],
    ],
    ' A\n m\n B\n',
    [true, true],
  ],
];

describe('the edits that were written', () => {
  for (const [what, before, edits, written, expected] of cases) {
    it(what, () => {
      const textEdits = edits.map(([start, end, text]) => ({ start, end, text }));
      assert.deepEqual(flags(before, textEdits, written), expected);
    });
  }

  it('are those of which every other one was excluded, whatever they do to their lines', () => {
    const line = fc.constantFrom('', 'a\n', '\n', 'a\n\n', 'x', 'x\ny\n');
    const part = fc.record({ newText: line, isKept: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const oldText = 'old\n';
        const before = parts.map((_, index) => `${oldText}keep ${index}\n`).join('');
        const edits = parts.map(({ newText }, index) => {
          const start = index * `${oldText}keep 0\n`.length;
          return { start, end: start + oldText.length, text: newText };
        });
        const written = applyEdits(
          before,
          edits.filter((_, index) => parts[index]?.isKept),
        );
        assert.deepEqual(
          flags(before, edits, written),
          parts.map(({ isKept }) => isKept),
        );
      }),
      { seed: 1 },
    );
  });
});

describe('the lines of a planned text in the written one', () => {
  it('are those of the included blocks, also where others are equal', () => {
    const [before, after] = ['k\nb\nb\nk\nk\n', 'b\na\nk\na\nb\na\n'];
    const comparison = compareLines(before, after);
    const written = 'k\nb\na\nk\nk\n';
    const amendments = runSync(compareWithWritten({ before, after, comparison }, written));
    assert.equal(mapLineToAfter(amendments, 2), 3);
    assert.notEqual(mapLineToAfter(compareLines(after, written), 2), 3);
  });
});
