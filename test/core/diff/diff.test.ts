import assert from 'node:assert/strict';
import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { diffOfComparison, unifiedDiff, type DiffOptions } from '../../../src/core/diff/diff.ts';
import {
  changedLineRanges,
  compareLines,
  compareLinesYielding,
  countChanges,
} from '../../../src/core/diff/lineBlocks.ts';
import { applyEdits, lineStarts, splitLines, type TextEdit } from '../../../src/core/text/text.ts';

const cases: readonly [name: string, before: string, after: string, diff: string, options?: DiffOptions][] = [
  ['equal', 'a\n', 'a\n', ''],
  ['one line', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
  ['no newline at the end', 'a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n'],
  ['from nothing', '', 'a\n', '@@ -0,0 +1 @@\n+a\n', { isCreated: true }],
  ['to nothing', 'a\n', '', '@@ -1 +0,0 @@\n-a\n', { isDeleted: true }],
  ['an empty file made', '', '', '', { isCreated: true }],
  ['CRLF on both sides is not shown', 'a\r\nb\r\n', 'a\r\nc\r\n', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n'],
  ['a changed ending is shown', 'a\r\nb\n', 'a\nb\n', '@@ -1,2 +1,2 @@\n-a␍␊\n+a\n b\n'],
  ['lone CR', 'a\rb\n', 'a\rc\n', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n'],
  ['context meets', '1\n2\n3\n', 'x\n2\ny\n', '@@ -1,3 +1,3 @@\n-1\n+x\n 2\n-3\n+y\n'],
  [
    'context apart',
    '1\n2\n3\n4\n5\n6\n',
    'x\n2\n3\n4\n5\ny\n',
    '@@ -1,2 +1,2 @@\n-1\n+x\n 2\n@@ -5,2 +5,2 @@\n 5\n-6\n+y\n',
    { context: 1 },
  ],
];

describe('unifiedDiff', () => {
  for (const [name, before, after, diff, options] of cases) {
    it(name, () => {
      const oldName = options?.isCreated === true ? '/dev/null' : 'a/f';
      const newName = options?.isDeleted === true ? '/dev/null' : 'b/f';
      const head = before === after && options === undefined ? '' : `--- ${oldName}\n+++ ${newName}\n`;
      assert.equal(unifiedDiff('f', before, after, options), head + diff);
    });
  }

  it('counts lines', () => {
    assert.deepEqual(countChanges(compareLines('a\nb\nc\n', 'a\nx\n')), { added: 1, removed: 2 });
    assert.deepEqual(countChanges(compareLines('a', 'a\n', [{ start: 1, end: 1, text: '\n' }])), {
      added: 1,
      removed: 1,
    });
  });

  it('quotes a path as git does', () => {
    assert.match(unifiedDiff('a"b\n.txt', 'x', 'y'), /^--- "a\/a\\"b\\n\.txt"\n/);
  });

  it('reports what it omits', () => {
    const before = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join('');
    const diff = unifiedDiff('f', before, before.replaceAll(/(\d?)5\n/g, '$1five\n'), { maxChars: 100 });
    assert.match(diff, /\n… not shown: \d+ more lines? of this diff \(\+\d+ -\d+\) and \d+ more hunks?\n$/);
    const shown = diff.split('\n').filter((line) => /^\+[^+]/.test(line)).length;
    assert.ok(diff.includes(`(+${10 - shown} `));
    assert.ok(diff.length < 200);
  });
});

const someText = fc
  .array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c', 'dd'), fc.constantFrom('\n', '\n', '\r\n', '\r', '')), {
    maxLength: 10,
  })
  .map((lines) => lines.map(([line, ending]) => line + ending).join(''));

/** A text and sorted edits of it. */
const edited = fc
  .tuple(someText, fc.array(fc.tuple(fc.nat(30), fc.nat(5), someText), { maxLength: 4 }))
  .map(([text, wishes]): [string, TextEdit[]] => {
    const edits: TextEdit[] = [];
    for (const [start, length, inserted] of wishes.toSorted(([one], [two]) => one - two)) {
      const end = Math.min(text.length, start + length);
      if (start <= text.length && start >= (edits.at(-1)?.end ?? 0)) edits.push({ start, end, text: inserted });
    }
    return [text, edits];
  });

describe('a large diff', () => {
  it('yields while it is computed', () => {
    const before = Array.from({ length: 60_000 }, (_, at) => `line ${at}\n`);
    const after = before.map((line, at) => (at % 10 === 3 ? `x ${at}\n` : line)).join('');
    const turns = compareLinesYielding(before.join(''), after);
    let count = 0;
    for (;;) {
      const { done, value } = turns.next();
      if (done === true) {
        assert.deepEqual(countChanges(value), { added: 6000, removed: 6000 });
        break;
      }
      count++;
    }
    assert.ok(count >= 10, `${count} turns`);
  });

  it('stays fine-grained if hardly a line is unique and many changed', () => {
    const before = Array.from({ length: 6000 }, (_, at) => `${(Math.imul(at + 1, 0x9e3779b1) >>> 13) % 11}\n`);
    const after = before.map((line, at) => (at % 10 === 3 ? 'x\n' : line));
    const { added, removed } = countChanges(compareLines(before.join(''), after.join('')));
    assert.ok(added < 700 && removed === added, `${added} added, ${removed} removed, of 600`);
  });

  it('gets coarse, not wrong, without unique lines', () => {
    const before = 'a\nb\n'.repeat(2000);
    const after = 'b\nb\na\n'.repeat(1500);
    assert.equal(applyPatch(before, unifiedDiff('f', before, after)), after);
  });
});

describe('a diff, property-tested', () => {
  const rebuilds = (before: string, after: string, edits?: readonly TextEdit[]): void => {
    const lines = compareLines(before, after, edits);
    assert.deepEqual(lines.beforeStarts, lineStarts(before));
    assert.deepEqual(lines.afterStarts, lineStarts(after));
    const parts: string[] = [];
    let at = 0;
    for (const block of lines.blocks) {
      assert.ok(block.beforeEnd > block.beforeStart || block.afterEnd > block.afterStart);
      parts.push(before.slice(lines.beforeStarts[at], lines.beforeStarts[block.beforeStart]));
      parts.push(after.slice(lines.afterStarts[block.afterStart], lines.afterStarts[block.afterEnd]));
      at = block.beforeEnd;
    }
    parts.push(before.slice(lines.beforeStarts[at]));
    assert.equal(parts.join(''), after);
  };

  it('its blocks turn one text into the other, whatever the line endings', () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => rebuilds(before, after)),
      { seed: 2, numRuns: 400 },
    );
  });

  it('its blocks do so with known edits', () => {
    fc.assert(
      fc.property(edited, ([before, edits]) => rebuilds(before, applyEdits(before, edits), edits)),
      { seed: 3, numRuns: 2000 },
    );
  });

  it('can be applied by another implementation', () => {
    const lf = someText.map((text) => text.replaceAll(/\r\n?/g, '\n'));
    const applies = (before: string, after: string): void => {
      const text = unifiedDiff('f', before, after);
      if (text !== '') assert.equal(applyPatch(before, text), after);
    };
    fc.assert(fc.property(lf, lf, applies), { seed: 4, numRuns: 300 });
  });

  it('lists the changed lines', () => {
    fc.assert(
      fc.property(edited, ([before, edits]) => {
        const after = applyEdits(before, edits);
        const kept = new Set(splitLines(before).map(({ start, next }) => before.slice(start, next)));
        const ranges = changedLineRanges(compareLines(before, after, edits));
        for (const [at, { start, next }] of splitLines(after).entries()) {
          const inRange = ranges.some(({ start: first, end: last }) => first <= at + 1 && at + 1 <= last);
          assert.ok(inRange || kept.has(after.slice(start, next)));
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('counts every omitted line', () => {
    fc.assert(
      fc.property(edited, fc.nat(80), fc.nat(3), ([text, edits], maxChars, context) => {
        const after = applyEdits(text, edits);
        const comparison = compareLines(text, after, edits);
        const whole = diffOfComparison('f', text, after, comparison, { context }).split('\n').slice(0, -1);
        const shown = diffOfComparison('f', text, after, comparison, { maxChars, context }).split('\n').slice(0, -1);
        const count = shown.at(-1)?.startsWith('…') === true ? shown.pop() : undefined;
        const hidden = whole.slice(shown.length);
        const marked = (mark: string): number => hidden.filter((line) => line.startsWith(mark)).length;
        assert.deepEqual(shown, whole.slice(0, shown.length));
        const hunks = marked('@@');
        const more = hunks === 0 ? '' : ` and ${hunks} more hunk${hunks === 1 ? '' : 's'}`;
        assert.equal(
          count,
          hidden.length === 0
            ? undefined
            : `… not shown: ${hidden.length} more ${hidden.length === 1 ? 'line' : 'lines'} of this diff (+${marked('+')} -${marked('-')})${more}`,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
