import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { merge3 } from '../../../src/core/diff/merge.ts';

const base = '1\n2\n3\n4\n5\n';
const cases: readonly [name: string, base: string, ours: string, theirs: string, outcome: string | undefined][] = [
  ['apart', base, 'x\n2\n3\n4\n5\n', '1\n2\n3\n4\ny\n', 'x\n2\n3\n4\ny\n'],
  ['one line between', base, '1\nx\n3\n4\n5\n', '1\n2\n3\ny\n5\n', '1\nx\n3\ny\n5\n'],
  ['adjacent lines conflict, as in git', base, '1\nx\n3\n4\n5\n', '1\n2\ny\n4\n5\n', undefined],
  ['the same line', base, '1\n2\nx\n4\n5\n', '1\n2\ny\n4\n5\n', undefined],
  ['the same change', base, '1\n2\nx\n4\n5\n', '1\n2\nx\n4\n5\n', '1\n2\nx\n4\n5\n'],
  ['the same change and another', base, '1\nx\n3\n4\n5\n', '1\nx\n3\n4\ny\n', '1\nx\n3\n4\ny\n'],
  ['two lines put at one place', base, '1\nx\n2\n3\n4\n5\n', '1\ny\n2\n3\n4\n5\n', undefined],
  ['the same line put at one place', base, '1\nx\n2\n3\n4\n5\n', '1\nx\n2\n3\n4\ny\n', '1\nx\n2\n3\n4\ny\n'],
  ['removed and changed', base, '1\n3\n4\n5\n', '1\nx\n3\n4\n5\n', undefined],
  ['a line put beside a changed one', base, '1\nx\n3\n4\n5\n', '1\n2\ny\n3\n4\n5\n', undefined],
  ['line endings are kept', 'a\r\nb\nc\r\nd\n', 'A\r\nb\nc\r\nd\n', 'a\r\nb\nc\r\nD\n', 'A\r\nb\nc\r\nD\n'],
  ['a changed line ending is a change', 'a\nb\n', 'a\r\nb\n', 'x\nb\n', undefined],
  ['no newline at the end', 'a\nb\nc', 'x\nb\nc', 'a\nb\nc\nd', 'x\nb\nc\nd'],
  ['a line above, and a removed and changed one', base, '0\n1\n2\nx\n4\n5\n', '1\n2\n4\n5\n', undefined],
  ['all removed, and a change', base, '', '1\n2\nx\n4\n5\n', undefined],
];

describe('merge3', () => {
  it('takes files of many lines', () => {
    const many = 'line\n'.repeat(200_000);
    assert.equal(merge3(many, `${many}end\n`, `start\n${many}`), `start\n${many}end\n`);
  });

  for (const [name, from, ours, theirs, outcome] of cases) {
    it(name, () => {
      for (const merged of [merge3(from, ours, theirs), merge3(from, theirs, ours)]) {
        assert.equal(merged, outcome);
      }
    });
  }

  const text = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 8 })
    .map((lines) => lines.map(([line, ending]) => line + ending).join(''));

  it('is neutral where a side is the base, and where both are equal', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        assert.equal(merge3(one, one, two), two);
        assert.equal(merge3(one, two, one), two);
        assert.equal(merge3(one, two, two), two);
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it('keeps both changes where an unchanged line lies between', () => {
    fc.assert(
      fc.property(text, text, text, text, (head, tail, newHead, newTail) => {
        const [middle, ends] = ['unique middle\n', (part: string): boolean => part === '' || part.endsWith('\n')];
        if (![head, tail, newHead, newTail].every(ends)) return;
        const merged = merge3(head + middle + tail, newHead + middle + tail, head + middle + newTail);
        assert.equal(merged, newHead + middle + newTail);
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
