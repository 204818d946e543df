import assert from 'node:assert/strict';
import { pageOfMatches } from '../../../src/core/search/limitResults.ts';

describe('pageOfMatches', () => {
  it('counts all lines of a match over many lines, which its context contains', () => {
    const text = 'x'.repeat(200);
    const context = Array.from({ length: 300 }, (_, index) => ({ line: index + 1, text }));
    const matches = [1, 101, 201].map((line) => ({
      line,
      column: 0,
      endLine: line + 99,
      endColumn: 1,
      snippet: text,
      snippetStart: 0,
      snippetEnd: 200,
    }));
    const { shown, cut } = pageOfMatches([{ path: 'a', matches, context, count: 3 }], 0, 10_000);
    assert.deepEqual([shown, cut], [1, true]);
  });
});
