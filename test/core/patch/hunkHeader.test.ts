import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readHunkHeader } from '../../../src/core/patch/parse/hunkLines.ts';

describe('a hunk header', () => {
  const headers: readonly (readonly [string, readonly (number | undefined)[] | undefined])[] = [
    ['@@ -1,2 +3,4 @@', [1, 2, 3, 4]],
    ['@@ -1,2 +3,4 @@ f()', [1, 2, 3, 4]],
    ['@@ -1 +3 @@', [1, undefined, 3, undefined]],
    ['@@ -12,0 +345,67 @@', [12, 0, 345, 67]],
    ['@@ -23, +8,9 @@', [23, undefined, 8, 9]],
    ['@@ -,4 +8,9 @@', undefined],
    ['@@ -1,4 +,9 @@', undefined],
    ['@@ -1,4 +8, @@', undefined],
    ['@@ -, +, @@', undefined],
    ['@@ f() @@', undefined],
  ];
  for (const [line, numbers] of headers) {
    it(`${line} has ${numbers === undefined ? 'no numbers' : 'these numbers'}`, () => {
      const found = readHunkHeader(line)?.numbers;
      assert.deepEqual(found && [found.oldStart, found.oldCount, found.newStart, found.newCount], numbers);
    });
  }

  it('is read alike by the short way and, with a space at its end, by the long one', () => {
    const digits = fc.constantFrom('', '1', '23');
    const parts = fc.tuple(digits, fc.constantFrom(',', ',', ''), digits, digits, fc.constantFrom(',', ''), digits);
    fc.assert(
      fc.property(parts, fc.constantFrom(' @@', '@@', ' @', ''), ([a, comma, b, c, other, d], end) => {
        const line = `@@ -${a}${comma}${b} +${c}${other}${d}${end}`;
        assert.deepEqual(readHunkHeader(line), readHunkHeader(`${line} `));
      }),
      { numRuns: 1000 },
    );
  });
});
