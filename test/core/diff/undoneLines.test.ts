import assert from 'node:assert/strict';
import { undoesLines } from '../../../src/core/diff/undoneLines.ts';
import { numbersFrom } from '../../random.ts';

/** Texts before, between and after two changes, a line for each letter, and whether the second undoes some of the first. */
const rows: readonly (readonly [before: string, between: string, after: string, undoes: boolean])[] = [
  ['abc', 'aBc', 'aBC', false],
  ['abc', 'Abc', 'AbC', false],
  ['abc', 'axbc', 'axbyc', false],
  ['ab', 'axb', 'axyb', false],
  ['abc', 'ac', 'aC', false],
  ['abcd', 'abd', 'xyd', false],
  ['', 'a', 'ab', false],
  ['a', 'ab', 'abc', false],
  ['abc', 'axbc', 'abc', true],
  ['abc', 'axbc', 'abC', true],
  ['abc', 'axc', 'ayc', true],
  ['abc', 'axyzc', 'axzc', true],
  ['abc', 'ac', 'abC', true],
  ['abc', 'ac', 'abc', true],
  ['aab', 'aaab', 'aab', true],
  ['', 'ab', 'b', true],
  // What is inserted into added lines, before or after them undoes none.
  ['abc', 'axyc', 'axqyc', false],
  ['', 'ab', 'axb', false],
  ['fn(}', 'fn(}g(}', 'fN(}g(}h(}', false],
  ['f}g}', 'f}g}h}', 'F}g}h}i}', false],
  // Equal lines elsewhere do not hide an added one.
  ['axb', 'xaxb', 'axb', true],
  // A patience diff would be too long here.
  ['axxxx', 'axxxxae', 'xxxxa', true],
];

const textOf = (lines: string): string => lines.replaceAll(/./g, '$&\n');

describe('two changes of a text, one after the other', () => {
  for (const [before, between, after, undoes] of rows) {
    it(`${before} → ${between} → ${after}: the second ${undoes ? 'undoes some of' : 'keeps'} the first`, () => {
      assert.equal(undoesLines(textOf(before), textOf(between), textOf(after)), undoes);
    });
  }

  it('may both append to a text without a final line ending', () => {
    assert.equal(undoesLines('a', 'a\nb', 'a\nb\nc'), false);
    assert.equal(undoesLines('a', 'a\nb\n', 'a\nb\nc\n'), false);
    assert.equal(undoesLines('a', 'ab', 'a'), true);
  });

  it('always undo an intermediate line that is in neither of the other texts', () => {
    const draw = numbersFrom(7);
    const text = (letters: string): string =>
      textOf(Array.from({ length: draw(9) }, () => letters[draw(letters.length)] ?? '').join(''));
    for (let round = 0; round < 3000; round++) {
      const [before, between, after] = [text('abc'), text('abcd'), text('abc')];
      if (between.includes('d'))
        assert.ok(undoesLines(before, between, after), JSON.stringify({ before, between, after }));
    }
  });
});
