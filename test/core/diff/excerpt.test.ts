import assert from 'node:assert/strict';
import { excerptAround, maxLineChars, readPage, shownRanges, splitIntoParts } from '../../../src/core/diff/excerpt.ts';

describe('excerpt', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n') + '\n';

  it('splits a text into pages, and says where the next page begins', () => {
    const first = readPage(ten, 1, 4, 50_000);
    assert.deepEqual(first.lines, ['line 1', 'line 2', 'line 3', 'line 4']);
    assert.deepEqual([first.endLine, first.totalLines, first.nextStartLine, first.stoppedBy], [4, 10, 5, 'maxLines']);
    const last = readPage(ten, 9, 4, 50_000);
    assert.deepEqual([last.lines.length, last.endLine, last.nextStartLine, last.stoppedBy], [2, 10, undefined, 'end']);
    assert.deepEqual(readPage(ten, 11, 4, 50_000).lines, []);
    assert.equal(readPage(ten, 1, 100, 15).stoppedBy, 'maxBytes');
    assert.equal(readPage('x'.repeat(9), 1, 100, 2).lines.length, 1, 'one line is given in any case');
  });

  it('truncates a long line, but no surrogate pair, and says how much is left', () => {
    const page = readPage(`${'a'.repeat(maxLineChars - 1)}😀b`, 1, 1, 50_000);
    assert.deepEqual([page.cutLines, page.firstCut], [1, { line: 1, column: maxLineChars - 1 }]);
    assert.equal(page.lines[0], `${'a'.repeat(maxLineChars - 1)} … [3 more characters in this line]`);
  });

  it('shows changed lines with their context', () => {
    assert.equal(excerptAround(ten, [{ start: 2, end: 2 }], 1), '     1→line 1\n     2→line 2\n     3→line 3');
    assert.equal(
      excerptAround(
        ten,
        [
          { start: 1, end: 1 },
          { start: 9, end: 8 },
        ],
        1,
      ),
      '     1→line 1\n     2→line 2\n…\n     8→line 8\n     9→line 9',
    );
    assert.equal(excerptAround('', [{ start: 1, end: 0 }]), '');
    assert.match(excerptAround(ten, [{ start: 1, end: 10 }], 0, 3), /3→line 3\n…\n… 7 more lines/);
  });

  it('returns which lines an excerpt shows', () => {
    for (const maxLines of [1, 3, 4, 5, 99]) {
      const ranges = [
        { start: 1, end: 1 },
        { start: 6, end: 5 },
        { start: 10, end: 10 },
      ];
      const numbers = excerptAround(ten, ranges, 1, maxLines).matchAll(/(\d+)→/g);
      assert.deepEqual(
        shownRanges(ranges, 10, 1, maxLines).flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, index) => start + index),
        ),
        Array.from(numbers, ([, number]) => Number(number)),
      );
    }
  });

  it('splits a text into parts that join to it again', () => {
    for (const text of ['', 'short', ten.repeat(40), '😀'.repeat(99), `${'a'.repeat(99)}\n`.repeat(3)]) {
      const parts = splitIntoParts(text, 100);
      assert.equal(parts.join(''), text);
      assert.ok(parts.every((part) => part.length <= 100 && !/[\uD800-\uDBFF]$/.test(part)));
    }
    assert.deepEqual(splitIntoParts('aaa\nbbb', 6), ['aaa\n', 'bbb']);
  });
});
