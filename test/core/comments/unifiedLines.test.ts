import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editorLinesOf } from '../../../src/core/text/text.ts';
import { isCommentable, UnifiedLines } from '../../../src/core/comments/unifiedLines.ts';
import { compareLines } from '../../../src/core/diff/lineBlocks.ts';
import { diffOfComparison } from '../../../src/core/diff/diff.ts';

const diff = [
  'Too many changes.',
  '--- a/a.txt',
  '+++ b/a.txt',
  '@@ -2,3 +2,3 @@',
  ' two',
  '-three',
  '+drei',
  ' four',
  '@@ -9 +9,2 @@',
  '-@@ -1 +1 @@',
  '+nine',
  '\\ No newline at end of file',
  '+ten',
].join('\n');

describe('the lines of a unified diff', () => {
  const lines = new UnifiedLines(diff);

  it('are those of its hunks', () =>
    assert.deepEqual(lines.hunks, [
      { start: 5, end: 8 },
      { start: 10, end: 13 },
    ]));

  const table: readonly [start: number, end: number, side: 'before' | 'after' | undefined, lines: string][] = [
    [5, 5, 'after', '2-2'],
    [6, 6, 'before', '3-3'],
    [5, 6, 'before', '2-3'],
    [6, 7, 'after', '3-3'],
    [5, 8, 'after', '2-4'],
    [10, 10, 'before', '9-9'],
    [11, 13, 'after', '9-10'],
    [1, 4, undefined, ''],
    [9, 9, undefined, ''],
  ];
  for (const [start, end, side, expected] of table) {
    it(`${start} to ${end} are ${side === undefined ? 'no lines of a file' : `${expected} ${side}`}`, () => {
      const found = lines.sideLinesOf({ start, end });
      assert.equal(found?.side, side);
      if (found !== undefined) assert.equal(`${found.lines.start}-${found.lines.end}`, expected);
    });
  }

  it('are not commentable if the diff is too long', () => {
    assert.ok(isCommentable('\n'.repeat(99_999)));
    assert.ok(!isCommentable('\n'.repeat(100_000)));
  });

  it('are mapped back', () => {
    assert.deepEqual(lines.diffLinesOf({ side: 'after', lines: { start: 3, end: 4 } }), { start: 7, end: 8 });
    assert.deepEqual(lines.diffLinesOf({ side: 'before', lines: { start: 3, end: 3 } }), { start: 6, end: 6 });
    assert.equal(lines.diffLinesOf({ side: 'after', lines: { start: 5, end: 8 } }), undefined);
  });

  it('equal the lines of any two texts', () => {
    const line = fc.constantFrom('a', 'b', '@@ -1 +1 @@', '-x', '+x', '\\ y', '', '\u2028', '\v', '--- a/x', '\ufeff');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 12 }).map((all) =>
      all
        .flat()
        .join('')
        .replace(/[\r\n]$/, ''),
    );
    const withoutEnding = (row: string | undefined): string | undefined => row?.replace(/␍␊?$/, '');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const options = { isCreated: false, isDeleted: false };
        const shown = diffOfComparison('a\n@@ -1 +1 @@\u2028.txt', before, after, compareLines(before, after), options);
        const rows = editorLinesOf(shown);
        const mapped = new UnifiedLines(shown);
        for (const { start, end } of mapped.hunks) {
          for (let row = start; row <= end; row++) {
            const found = mapped.sideLinesOf({ start: row, end: row });
            if (found === undefined) continue;
            const of = editorLinesOf(found.side === 'before' ? before : after);
            assert.equal(of[found.lines.start - 1], withoutEnding(rows[row - 1]?.slice(1)));
            assert.deepEqual(mapped.diffLinesOf(found), { start: row, end: row });
          }
        }
      }),
    );
  });
});
