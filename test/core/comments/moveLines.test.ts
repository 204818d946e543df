import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { runSync } from '../../../src/core/async/yielding.ts';
import { createLineMover, type MovedLines } from '../../../src/core/comments/moveLines.ts';
import { editorLinesOf } from '../../../src/core/text/text.ts';
import type { LineRange } from '../../../src/core/diff/lineBlocks.ts';
import '../../fixedSeed.ts';

const move = (before: string, after: string, lines: LineRange): MovedLines =>
  runSync(createLineMover(before, after))(lines);

/** Lines as `first-last`, and their fate. */
const cases: readonly (readonly [name: string, before: string, after: string, lines: string, moved: string])[] = [
  ['equal texts', 'a\nb\nc\n', 'a\nb\nc\n', '2-2', '2-2 same'],
  ['lines put in above', 'a\nb\nc', 'x\ny\na\nb\nc', '2-3', '4-5 same'],
  ['lines taken out above', 'x\ny\na\nb', 'a\nb', '4-4', '2-2 same'],
  ['a line put in right above', 'a\nb', 'a\nx\nb', '2-2', '3-3 same'],
  ['a line put in right below', 'a\nb\nc', 'a\nb\nx\nc', '2-2', '2-2 same'],
  ['a line put in between', 'a\nb\nc', 'a\nb\nx\nc', '2-3', '2-4 changed'],
  ['the line replaced', 'a\nb\nc', 'a\nB\nc', '2-2', '2-2 changed'],
  ['one of several lines replaced, each by one', 'a\nb\nc\nd', 'a\nB\nC\nd', '3-3', '3-3 changed'],
  ['the line replaced by several', 'a\nb\nc', 'a\nx\ny\nz\nc', '2-2', '2-4 changed'],
  ['the line taken out', 'a\nb\nc', 'a\nc', '2-2', '2-2 gone'],
  ['the last line taken out', 'a\nb\nc', 'a\nb', '3-3', '2-2 gone'],
  ['one of two lines taken out', 'a\nb\nc\nd', 'a\nb\nd', '2-3', '2-2 changed'],
  ['all lines taken out', 'a\nb', '', '1-2', '1-1 gone'],
  ['the line emptied', 'a\nb\nc', 'a\n\nc', '2-2', '2-2 gone'],
  ['a blank line replaced', 'a\n\nc', 'a\n  \nc', '2-2', '2-2 changed'],
  ['a line moved down', 'one\ntwo\nthree\nfour', 'two\nthree\nfour\none', '1-1', '4-4 same'],
  ['lines moved up', 'a1\na2\na3\na4\nb1\nb2', 'b1\nb2\na1\na2\na3\na4', '5-6', '1-2 same'],
  ['a line that stands twice, one taken out', 'same\nx\ny\nsame', 'x\ny\nsame', '1-1', '1-1 gone'],
  ['a bracket taken out', 'f\n}\ng\nh', 'f\ng\nh\n}', '2-2', '2-2 gone'],
  ['other line endings', 'a\nb\nc', 'a\r\nb\r\nc', '2-2', '2-2 same'],
  ['lone carriage returns', 'a\rb\rc', 'x\na\nb\nc', '3-3', '4-4 same'],
  ['the empty line at the end', 'a\n', 'b\na\n', '2-2', '3-3 same'],
  ['lines beyond the end', 'a\nb', 'a\nb', '7-9', '2-2 same'],
  ['no text', '', '', '1-1', '1-1 same'],
];

describe('following commented lines', () => {
  for (const [name, before, after, lines, moved] of cases) {
    it(name, () => {
      const [start = 0, end = 0] = lines.split('-').map(Number);
      const result = move(before, after, { start, end });
      assert.equal(`${result.lines.start}-${result.lines.end} ${result.fate}`, moved);
    });
  }

  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '}', 'word', 'other'), { maxLength: 12 });
  const anyLines = fc.record({ before: text, after: text, start: fc.nat(12), length: fc.nat(4) });

  it('always returns lines of the other text, and `same` lines are equal', () => {
    fc.assert(
      fc.property(anyLines, ({ before, after, start, length }) => {
        const from = before.join('\n');
        const to = after.join('\n');
        const lines = { start: start + 1, end: start + 1 + length };
        const { lines: moved, fate } = move(from, to, lines);
        const [all, others] = [editorLinesOf(to), editorLinesOf(from)];
        assert.ok(1 <= moved.start && moved.start <= moved.end && moved.end <= all.length);
        const meant = others.slice(Math.min(lines.start, others.length) - 1, Math.min(lines.end, others.length));
        if (fate === 'same') assert.deepEqual(all.slice(moved.start - 1, moved.end), meant);
      }),
      { numRuns: 3000 },
    );
  });

  it('maps each line of a text into which lines are inserted', () => {
    const numbered = fc.array(fc.nat(3), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(numbered, (counts) => {
        const before = counts.map((_, index) => `line ${index}`);
        const after = counts.flatMap((count, index) => [...Array<string>(count).fill('new'), `line ${index}`]);
        const mover = runSync(createLineMover(before.join('\n'), after.join('\n')));
        for (const [index, line] of before.entries()) {
          const { lines, fate } = mover({ start: index + 1, end: index + 1 });
          assert.deepEqual([after[lines.start - 1], lines.end, fate], [line, lines.start, 'same']);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds each unchanged line after any edits and moves, and reports no other as the same', () => {
    const edit = fc.record({
      count: fc.integer({ min: 0, max: 4 }),
      at: fc.nat(30),
      fresh: fc.array(fc.constantFrom('', 'new', '}'), { maxLength: 3 }),
      to: fc.option(fc.nat(30)),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), fc.array(edit, { maxLength: 6 }), (count, edits) => {
        const before = Array.from({ length: count }, (_, index) => `line ${index}`);
        const after = [...before];
        for (const { at, count: removed, fresh, to } of edits) {
          const taken = after.splice(at % (after.length + 1), removed, ...fresh);
          if (to !== null) after.splice(to % (after.length + 1), 0, ...taken);
        }
        const mover = runSync(createLineMover(before.join('\n'), after.join('\r\n')));
        for (const [index, line] of before.entries()) {
          const { lines, fate } = mover({ start: index + 1, end: index + 1 });
          const now = after.indexOf(line) + 1;
          if (now > 0) assert.deepEqual([lines, fate], [{ start: now, end: now }, 'same']);
          else assert.notEqual(fate, 'same');
        }
      }),
      { numRuns: 1000 },
    );
  });
});
