import assert from 'node:assert/strict';
import { inEnglish, phrase, shorten, type Phrase } from '../../../src/core/wording/phrase.ts';

const rows: readonly (readonly [english: string, phrase: Phrase])[] = [
  ['Edit a.txt', phrase('Edit {0}', 'a.txt')],
  ['Move b to a', phrase('Move {1} to {0}', 'a', 'b')],
  ['Delete directory a', phrase('Delete {0}', phrase('directory {0}', 'a'))],
  ['1 of 2', phrase('{0} of {1}', 1, 2)],
  ['what an argument holds is literal: {1} $& {0}', phrase('what an argument holds is literal: {0}', '{1} $& {0}')],
  ['no argument: {0}, {a,b}', phrase('no argument: {0}, {a,b}')],
];

describe('a phrase', () => {
  for (const [english, given] of rows) it(english, () => assert.equal(inEnglish(given), english));
});

describe('shorten', () => {
  const rows: readonly (readonly [text: string, most: number, short: string])[] = [
    ['', 4, ''],
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'ab … (1) … de'],
    ['a'.repeat(1000), 10, 'aaaaa … (990) … aaaaa'],
  ];
  for (const [text, most, short] of rows) {
    it(`${text.slice(0, 10)} to ${most}`, () => assert.equal(shorten(text, most), short));
  }
});
