import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  deleteLines,
  hasLines,
  rangeText,
  replaceLines,
  resolveRange,
  type RangeRequest,
} from '../../../src/core/replace/lineRange.ts';
import { replace } from '../../../src/core/replace/replace.ts';
import { applyEdits, splitLines } from '../../../src/core/text/text.ts';
import { withEol } from '../../../src/core/text/lineEndings.ts';

const text = 'one\ntwo\nthree\ntwo and a half\n';
const ranges: readonly [name: string, wish: RangeRequest, outcome: [number, number] | string, message?: RegExp][] = [
  ['by number', { startLine: 2, endLine: 3 }, [2, 3]],
  ['one line', { startLine: 2 }, [2, 2]],
  ['the whole text', { startLine: 1, endLine: 4 }, [1, 4]],
  ['past the end', { startLine: 2, endLine: 5 }, 'VALIDATION_ERROR', /has 4 lines/],
  ['line 0', { startLine: 0, endLine: 1 }, 'VALIDATION_ERROR'],
  ['half a line', { startLine: 1.5 }, 'VALIDATION_ERROR'],
  ['backwards', { startLine: 3, endLine: 2 }, 'VALIDATION_ERROR', /endLine 2 is before the first line, 3/],
  ['only an end', { endLine: 2 }, 'VALIDATION_ERROR', /There is no first line/],
  ['nothing', {}, 'VALIDATION_ERROR'],
  [
    'a start by number and by pattern',
    { startLine: 1, startPattern: 'one' },
    'VALIDATION_ERROR',
    /startPattern are both/,
  ],
  [
    'an end by number and by pattern',
    { startLine: 1, endLine: 3, endPattern: 'three' },
    'VALIDATION_ERROR',
    /are both/,
  ],
  ['a number, then a pattern', { startLine: 2, endPattern: 'three' }, [2, 3]],
  ['a number, then a pattern on its own line', { startLine: 3, endPattern: 'three' }, [3, 3]],
  [
    'a number, then a pattern twice',
    { startLine: 2, endPattern: 'two' },
    'AMBIGUOUS_MATCH',
    /2 lines of f from line 2: 2, 4\./,
  ],
  ['a number, then a pattern once from there', { startLine: 3, endPattern: 'two' }, [3, 4]],
  [
    'a number, then a pattern before',
    { startLine: 2, endPattern: 'one' },
    'VALIDATION_ERROR',
    /from line 2, only on line 1\./,
  ],
  ['a number past the end, then a pattern', { startLine: 9, endPattern: 'one' }, 'VALIDATION_ERROR', /has 4 lines/],
  ['a pattern, then a number', { startPattern: 'one', endLine: 3 }, [1, 3]],
  [
    'a pattern, then a number before',
    { startPattern: 'three', endLine: 1 },
    'VALIDATION_ERROR',
    /before the first line, 3/,
  ],
  ['a pattern, then a number past the end', { startPattern: 'three', endLine: 5 }, 'VALIDATION_ERROR', /has 4 lines/],
  ['an end that is also before the start', { startPattern: 'three', endPattern: 'two' }, [3, 4]],
  ['one text for both ends', { startPattern: 'three', endPattern: 'three' }, [3, 3]],
  ['ends that share a part of a line', { startPattern: 'and a', endPattern: 'a half' }, [4, 4]],
  ['both ends on one line', { startPattern: 'two and', endPattern: 'half' }, [4, 4]],
  ['an end within the start', { startPattern: 'two and', endPattern: 'two' }, 'VALIDATION_ERROR', /only on lines 2, 4/],
  ['an end on no line', { startPattern: 'one', endPattern: 'four' }, 'NO_MATCH', /endPattern does not occur in f\./],
  ['by pattern', { startPattern: 'one', endPattern: 'three' }, [1, 3]],
  ['by one pattern', { startPattern: 'thr' }, [3, 3]],
  ['often on one line is one line', { startPattern: 'a' }, [4, 4]],
  ['a pattern on two lines', { startPattern: 'two' }, 'AMBIGUOUS_MATCH', /on 2 lines of f: 2, 4\./],
  ['a pattern on no line', { startPattern: 'four' }, 'NO_MATCH'],
  ['a pattern is no regular expression', { startPattern: 'o.e' }, 'NO_MATCH'],
  [
    'an end on two lines',
    { startPattern: 'one', endPattern: 'two' },
    'AMBIGUOUS_MATCH',
    /after startPattern, which is on line 1: 2, 4\./,
  ],
  [
    'patterns backwards',
    { startPattern: 'three', endPattern: 'one' },
    'VALIDATION_ERROR',
    /only on line 1\. Send both/,
  ],
  ['an empty pattern', { startPattern: '' }, 'VALIDATION_ERROR'],
  ['a pattern of two lines', { startPattern: 'one\ntwo' }, 'VALIDATION_ERROR'],
];

describe('resolveRange', () => {
  for (const [name, wish, outcome, message] of ranges) {
    it(name, () => {
      const run = (): unknown => resolveRange(text, wish, 'f');
      if (typeof outcome === 'string')
        assert.throws(run, { code: outcome, ...(message === undefined ? {} : { message }) });
      else assert.deepEqual(run(), { start: outcome[0], end: outcome[1] });
    });
  }
});

it('the end of a block is searched after its start', () => {
  const blocks = 'a {\n}\nb {\n  x {\n  }\n}\nc {\n}\n';
  assert.deepEqual(resolveRange(blocks, { startPattern: 'c {', endPattern: '}' }), { start: 7, end: 8 });
  assert.throws(() => resolveRange(blocks, { startPattern: 'b {', endPattern: '}' }), {
    message: /on 3 lines .* line 3: 5, 6, 8\./,
  });
});

type Replacing = readonly [name: string, text: string, start: number, end: number, content: string, after: string];
const replacements: readonly Replacing[] = [
  ['one line', 'a\nb\nc\n', 2, 2, 'x', 'a\nx\nc\n'],
  ['its ending says nothing', 'a\nb\nc\n', 2, 2, 'x\n', 'a\nx\nc\n'],
  ['two endings are a blank line', 'a\nb\nc\n', 2, 2, 'x\n\n', 'a\nx\n\nc\n'],
  ['a blank line', 'a\nb\nc\n', 2, 2, '\n', 'a\n\nc\n'],
  ['more lines', 'a\nb\n', 1, 1, 'x\ny\nz', 'x\ny\nz\nb\n'],
  ['fewer lines', 'a\nb\nc\n', 1, 2, 'x', 'x\nc\n'],
  ['CRLF stays', 'a\r\nb\r\nc', 1, 2, 'x\ny\nz\n', 'x\r\ny\r\nz\r\nc'],
  ['LF stays', 'a\nb\n', 1, 1, 'x\r\ny\r\n', 'x\ny\nb\n'],
  ['each ending stays', 'a\r\nb\nc\r\n', 1, 3, 'x\ny\nz\n', 'x\r\ny\nz\r\n'],
  ['no final newline stays none', 'a\nb', 2, 2, 'x\n', 'a\nx'],
  ['a final newline stays', 'a\nb\n', 2, 2, 'x', 'a\nx\n'],
  ['lines after the last one', 'a\r\nb', 2, 2, 'b\nc\n', 'a\r\nb\r\nc'],
  ['a blank last line has an ending', 'a\r\nb', 2, 2, 'x\n\n', 'a\r\nx\r\n\r\n'],
  ['a blank last line has the ending of the line above', 'a\rc\na', 1, 3, 'a\n\n', 'a\r\r'],
  ['a line above the first of CRLF', 'a\r\nb', 1, 2, 'x\na\nb', 'x\r\na\r\nb'],
  ['a blank line for all of CRLF', '\r\nb', 1, 2, '\n', '\r\n'],
  ['a blank line is all there is', 'a', 1, 1, '\r\n', '\r\n'],
  ['a line without an ending becomes two', 'a', 1, 1, 'x\ny', 'x\ny'],
  ['lone CR', 'a\rb\r', 1, 1, 'x\ny', 'x\ry\rb\r'],
  ['white space is content', 'a  \nb\n', 1, 1, 'a ', 'a \nb\n'],
];

describe('replaceLines', () => {
  for (const [name, before, start, end, content, after] of replacements) {
    it(name, () => assert.equal(applyEdits(before, [replaceLines(before, { start, end }, content)]), after));
  }

  it('refuses to join two line endings', () => {
    assert.throws(() => replaceLines('a\rb\nc', { start: 2, end: 2 }, '\n'), { code: 'VALIDATION_ERROR' });
    for (const [end, content] of [
      [3, 'x\n\n\n'],
      [4, 'x\n\n\nd'],
    ] as const)
      assert.throws(() => replaceLines('a\rb\rc\nd\n', { start: 1, end }, content), {
        code: 'VALIDATION_ERROR',
        message: /^A blank line of newContent would join/,
      });
    assert.throws(() => deleteLines('a\rb\n\nc', { start: 2, end: 2 }), { code: 'VALIDATION_ERROR' });
  });

  it('refuses empty content, and content that is there already', () => {
    assert.throws(() => replaceLines(text, { start: 1, end: 1 }, ''), { code: 'VALIDATION_ERROR' });
    assert.throws(() => replaceLines('a\r\nb\r\n', { start: 1, end: 2 }, 'a\nb'), { code: 'NO_CHANGE' });
  });
});

describe('a replacement of very many lines', () => {
  const manyLines = 'x\n'.repeat(130_000);

  it('is made by lines', () => {
    assert.equal(replaceLines('a\nb\n', { start: 1, end: 1 }, manyLines).text.length, manyLines.length - 1);
  });

  it('is made by text', () => {
    const { text: after } = replace('a\r\nb\r\n', { oldString: 'a\n', newString: manyLines });
    assert.equal(after, `${withEol(manyLines, '\r\n')}b\r\n`);
  });
});

describe('deleteLines', () => {
  const cases: readonly [name: string, text: string, start: number, end: number, after: string][] = [
    ['one', 'a\nb\nc\n', 2, 2, 'a\nc\n'],
    ['all', 'a\nb\n', 1, 2, ''],
    ['the last, without an ending', 'a\r\nb', 2, 2, 'a'],
    ['the last, without an ending, below a blank line', 'a\n\nb', 3, 3, 'a\n\n'],
    ['the only one, without an ending', 'a', 1, 1, ''],
    ['the last, with an ending', 'a\nb\n', 2, 2, 'a\n'],
    ['mixed endings', 'a\r\nb\nc\r', 2, 2, 'a\r\nc\r'],
  ];
  for (const [name, before, start, end, after] of cases) {
    it(name, () => assert.equal(applyEdits(before, [deleteLines(before, { start, end })]), after));
  }
});

describe('hasLines', () => {
  it('ignores line endings, and nothing else', () => {
    const crlf = withEol(text, '\r\n');
    assert.equal(rangeText(crlf, { start: 1, end: 2 }), 'one\r\ntwo\r\n');
    for (const expected of ['one\ntwo', 'one\ntwo\n', 'one\r\ntwo\r\n'])
      assert.ok(hasLines(crlf, { start: 1, end: 2 }, expected));
    for (const expected of ['one', 'one\ntwo ', 'one\ntwo\n\n', ''])
      assert.ok(!hasLines(crlf, { start: 1, end: 2 }, expected));
  });
});

describe('lines, property-tested', () => {
  const some = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', ''), fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 8 })
    .map((lines) => lines.map(([line, ending]) => line + ending).join(''))
    .chain((text) => fc.constantFrom(text, `${text}c`));

  it('exactly the lines change, whatever the endings', () => {
    fc.assert(
      fc.property(
        some,
        fc.nat(),
        fc.nat(),
        fc.array(fc.constantFrom('x', 'y', 'z z', ''), { minLength: 1, maxLength: 4 }),
        (before, one, two, fresh) => {
          const linesOf = (whole: string): string[] =>
            splitLines(whole).map(({ start, end }) => whole.slice(start, end));
          const lines = linesOf(before);
          const start = (one % lines.length) + 1;
          const end = start + (two % (lines.length - start + 1));
          const after = applyEdits(before, [replaceLines(before, { start, end }, `${fresh.join('\n')}\n`)]);
          assert.deepEqual(linesOf(after), lines.toSpliced(start - 1, end - start + 1, ...fresh));
          const without = applyEdits(before, [deleteLines(before, { start, end })]);
          assert.deepEqual(linesOf(without), lines.toSpliced(start - 1, end - start + 1));
        },
      ),
      { seed: 10, numRuns: 200 },
    );
  });
});
