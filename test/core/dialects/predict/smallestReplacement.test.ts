import assert from 'node:assert/strict';
import { occursOnce, smallestReplacement } from '../../../../src/core/dialects/predict/smallestReplacement.ts';
import { numbersFrom } from '../../../random.ts';
import { drawEdited, drawText } from '../samples.ts';

type Case = readonly [name: string, before: string, after: string, oldText: string, newText: string];

const long = 'x'.repeat(5000);

const cases: readonly Case[] = [
  ['one line', 'a\nb\nc\n', 'a\nB\nc\n', 'b\n', 'B\n'],
  ['the first line', 'a\nb\n', 'A\nb\n', 'a\n', 'A\n'],
  ['the last line, without an ending', 'a\nb', 'a\nB', 'b', 'B'],
  ['a final ending that is added', 'a\nb', 'a\nb\n', 'b', 'b\n'],
  ['a final ending that goes', 'a\nb\n', 'a\nb', 'b\n', 'b'],
  ['a line that stands twice: with its neighbours', 'x\nb\ny\nb\nz\n', 'x\nb\ny\nB\nz\n', 'y\nb\nz\n', 'y\nB\nz\n'],
  ['places that overlap count', 'aaa', 'aab', 'aaa', 'aab'],
  ['a line that goes: its neighbours stay', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nc\n', 'a\nc\n'],
  ['everything goes', 'a\nb\n', '', 'a\nb\n', ''],
  ['a line between two', 'a\nc\n', 'a\nb\nc\n', 'c\n', 'b\nc\n'],
  ['a line below the last', 'a\n', 'a\nb\n', 'a\n', 'a\nb\n'],
  ['two places far apart in one', 'a\nb\nc\nd\n', 'A\nb\nc\nD\n', 'a\nb\nc\nd\n', 'A\nb\nc\nD\n'],
  ['CRLF stays whole', 'a\r\nb\r\n', 'a\nb\r\n', 'a\r\n', 'a\n'],
  ['half a pair differs', 'x😀\n', 'x😁\n', 'x😀\n', 'x😁\n'],
  ['a combining mark', 'e\u0301\ne\n', 'e\n', 'e\u0301\ne\n', 'e\n'],
  ['a byte order mark stays out', '\ufeffa\nb\n', '\ufeffA\nb\n', 'a\n', 'A\n'],
  ['a byte order mark that goes', '\ufeffa\n', 'a\n', '\ufeffa\n', 'a\n'],
  ['in a long line, characters', `${long}1${long}`, `${long}2${long}`, '1', '2'],
  ['in a long line of few characters, as many as needed', `a1b${long}a1c`, `a1b${long}a2c`, 'a1c', 'a2c'],
  ['$& is text', 'a\n', '$&\n', 'a\n', '$&\n'],
];

describe('the smallest replacement', () => {
  for (const [name, before, after, oldText, newText] of cases) {
    it(name, () => assert.deepEqual(smallestReplacement(before, after), { oldText, newText }));
  }

  it('does not exist for equal texts, nor in an empty one', () => {
    assert.equal(smallestReplacement('a', 'a'), undefined);
    assert.equal(smallestReplacement('', 'a'), undefined);
    assert.equal(smallestReplacement('\ufeff', '\ufeffa'), undefined);
  });

  it('is unique and gives the text after, whatever the texts', () => {
    const draw = numbersFrom(19);
    let count = 0;
    for (let round = 0; round < 4000; round++) {
      const before = drawText(draw);
      const after = drawEdited(draw, before);
      const made = smallestReplacement(before, after);
      if (made === undefined) continue;
      count++;
      const show = JSON.stringify({ before, after, made });
      assert.ok(occursOnce(before, made.oldText), show);
      assert.equal(before.split(made.oldText).join(made.newText), after, show);
      assert.ok(made.newText !== '' || made.oldText.length >= before.length - 1, show);
    }
    assert.ok(count > 2000);
  });

  // Quadratic in its length, this would not end within the timeout.
  it('is found in a long text that repeats itself', () => {
    const before = 'ab\n'.repeat(300_000);
    const made = smallestReplacement(before, `${before.slice(0, 450_000)}!${before.slice(450_000)}`);
    assert.ok(made !== undefined && occursOnce(before, made.oldText));
  });
});
