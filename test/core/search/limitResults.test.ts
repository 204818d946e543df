import assert from 'node:assert/strict';
import { formatMatches } from '../../../src/tools/read/formatMatches.ts';
import { pageOfMatches } from '../../../src/core/search/limitResults.ts';

const text = 'x'.repeat(200);
const contextOf = (count: number) => Array.from({ length: count }, (_, index) => ({ line: index + 1, text }));
const spanning = (line: number, endLine: number) => {
  const snippet = { snippet: text, snippetStart: 0, snippetEnd: 200 };
  return { line, column: 0, endLine, endColumn: 1, ...snippet };
};

describe('pageOfMatches', () => {
  it('counts all lines of a match over many lines, which its context contains', () => {
    const matches = [1, 101, 201].map((line) => spanning(line, line + 99));
    const { shown, cut } = pageOfMatches([{ path: 'a', matches, context: contextOf(300), count: 3 }], 0, 30_000);
    assert.deepEqual([shown, cut], [1, true]);
  });

  it('keeps only the lines near the ends of a match that no page has room for', () => {
    const file = { path: 'a', matches: [spanning(21, 5020)], context: contextOf(5040), count: 1 };
    const { files } = pageOfMatches([file], 0, 48_000);
    const lines = formatMatches(files[0] ?? file);
    assert.equal(lines.length, 10 + 1 + 10 + 1 + 21);
    assert.ok(lines.join('\n').length < 48_000);
    assert.deepEqual(
      lines.slice(19, 23).map((line) => line.slice(0, 9)),
      ['    30 →x', '    31 →x', '…', '  5010 →x'],
    );
  });

  it('leaves a match for the next page that would exceed this one', () => {
    const matches = [spanning(1, 1), spanning(21, 220)];
    const page = pageOfMatches([{ path: 'a', matches, context: contextOf(220), count: 2 }], 0, 44_000);
    assert.deepEqual([page.shown, page.cut], [1, true]);
  });
});
