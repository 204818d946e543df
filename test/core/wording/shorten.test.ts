import assert from 'node:assert/strict';
import { shorten } from '../../../src/core/wording/shorten.ts';

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
