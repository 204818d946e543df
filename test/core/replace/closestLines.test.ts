import assert from 'node:assert/strict';
import { runSync } from '../../../src/core/async/yielding.ts';
import { findClosestLines, formatClosestLines } from '../../../src/core/replace/closestLines.ts';

describe('the closest lines', () => {
  const cases: readonly (readonly [what: string, text: string, needle: string])[] = [
    ['whole lines', 'alpha\nbeta\ngamma\n', 'zero\nalpha\nbeto\n'],
    ['words', 'the first words here\nbeta\ngamma\n', 'zero\nthe first words there\nbeto\n'],
  ];
  for (const [what, text, needle] of cases)
    it(`omit the lines that would be above the file, by ${what}`, () => {
      const closest = runSync(findClosestLines(text, needle));
      assert.deepEqual(closest, { firstLine: 0, lineCount: 2, skippedLines: 1 });
      const message = formatClosestLines(text, needle, closest);
      assert.match(message, /closest place is lines 1-2, /);
      assert.match(message, /line 2 in the file: beta\n {2}line 2 as sent: {5}beto\n/);
      assert.doesNotMatch(message, /zero/);
    });

  it('are reported to lack the lines above them if nothing else differs', () => {
    const [text, needle] = ['alpha\nbeta\n', 'zero\nalpha\nbeta\n'];
    const closest = runSync(findClosestLines(text, needle));
    assert.ok(closest);
    assert.match(formatClosestLines(text, needle, closest), /is lines 1-2, but what you sent has a line above it:/);
  });
});
