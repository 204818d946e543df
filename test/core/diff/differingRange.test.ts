import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { differingRange, firstDifferingLine } from '../../../src/core/diff/differingRange.ts';
import { applyEdits } from '../../../src/core/text/text.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '😀', '😁', '\ud83d', '\ude00'), { maxLength: 8 })
  .map((parts) => parts.join(''));

describe('differingRange', () => {
  it('turns one text into the other, and splits no surrogate pair and no CRLF', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const edit = differingRange(before, after);
        if (edit === undefined) return assert.equal(before, after);
        assert.equal(applyEdits(before, [edit]), after);
        const { start, end, text } = edit;
        for (const [whole, at] of [
          [before, start],
          [before, end],
          [after, start],
          [after, start + text.length],
        ] as const) {
          assert.doesNotMatch(whole.slice(Math.max(0, at - 1), at + 1), /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is the smallest', () => {
    assert.deepEqual(differingRange('one two', 'one 2 two'), { start: 4, end: 4, text: '2 ' });
    assert.deepEqual(differingRange('aaa', 'aa'), { start: 2, end: 3, text: '' });
    assert.deepEqual(differingRange('x\r\n', 'x\n'), { start: 1, end: 3, text: '\n' });
    assert.deepEqual(differingRange('😀', '😁'), { start: 0, end: 2, text: '😁' });
    assert.equal(differingRange('same', 'same'), undefined);
  });
});

const lineCases: readonly (readonly [name: string, before: string, after: string, line: number])[] = [
  ['equal texts', 'a\nb\n', 'a\nb\n', 0],
  ['a new file', '', 'a\nb\n', 0],
  ['a deleted file', 'a\nb\n', '', 0],
  ['the first line', 'a\nb\n', 'x\nb\n', 0],
  ['a later line', 'a\nb\nc\n', 'a\nb\nx\n', 2],
  ['in a line', 'a\nbcd\n', 'a\nbxd\n', 1],
  ['a line put in', 'a\nb\n', 'a\nx\nb\n', 1],
  ['a line taken out', 'a\nx\nb\n', 'a\nb\n', 1],
  ['the end', 'a\nb', 'a\nb\nc', 1],
  ['behind CRLF', 'a\r\nb\r\nc', 'a\r\nb\r\nx', 2],
  ['behind a lone CR', 'a\rb\rc', 'a\rb\rx', 2],
  ['other line ends', 'a\nb\n', 'a\r\nb\r\n', 0],
];

describe('firstDifferingLine', () => {
  for (const [name, before, after, line] of lineCases) {
    it(name, () => assert.equal(firstDifferingLine(before, after), line));
  }
});
