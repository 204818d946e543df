import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatCommentCount, listComments, structuredComments } from '../../../src/core/comments/commentsText.ts';
import {
  maxTotalChars,
  maxCommentChars,
  exceededLimit,
  type LineComment,
} from '../../../src/core/comments/lineComment.ts';
import '../../fixedSeed.ts';

const comment = (more: Partial<LineComment> = {}): LineComment => ({
  path: 'src/app.ts',
  side: 'after',
  lines: { start: 12, end: 12 },
  fate: 'same',
  quoted: ['const total = sum(items);'],
  words: 'Round this.',
  ...more,
});

const texts: readonly (readonly [name: string, comments: readonly LineComment[], text: string])[] = [
  [
    'one line',
    [comment()],
    'src/app.ts:\n1. Line 12 of your proposal:\n   12 | const total = sum(items);\n   > Round this.',
  ],
  [
    'several lines, and words of several lines',
    [comment({ lines: { start: 3, end: 4 }, quoted: ['a', '  b'], words: 'One.\nTwo.' })],
    'src/app.ts:\n1. Lines 3 to 4 of your proposal:\n   3 | a\n   4 |   b\n   > One.\n   > Two.',
  ],
  [
    'a deleted line',
    [comment({ side: 'before', quoted: ['gone();'] })],
    'src/app.ts:\n1. Line 12 of the file before the change:\n   12 | gone();\n   > Round this.',
  ],
  [
    'changed lines',
    [comment({ fate: 'changed' })],
    'src/app.ts:\n1. Line 12 of your proposal (it read differently when the comment was written):\n    | const total = sum(items);\n   > Round this.',
  ],
  [
    'lines that are gone',
    [comment({ fate: 'gone' })],
    'src/app.ts:\n1. On lines that your proposal does not have; they would be at line 12:\n    | const total = sum(items);\n   > Round this.',
  ],
  [
    'a cell of a notebook',
    [comment({ path: 'n.ipynb', cell: { number: 3, line: 2 } })],
    'n.ipynb:\n1. Line 12 of your proposal (cell 3, line 2):\n   12 | const total = sum(items);\n   > Round this.',
  ],
  [
    'what is no source of a cell, and reads differently now',
    [comment({ path: 'n.ipynb', cell: { number: 3, line: undefined }, fate: 'changed', quoted: [] })],
    'n.ipynb:\n1. Line 12 of your proposal (cell 3; it read differently when the comment was written):\n   > Round this.',
  ],
  [
    'lines that may not be quoted',
    [comment({ quoted: [] })],
    'src/app.ts:\n1. Line 12 of your proposal:\n   > Round this.',
  ],
  [
    'several files, in the order of their lines',
    [
      comment({ words: 'B' }),
      comment({ path: 'b.ts', words: 'C' }),
      comment({ lines: { start: 2, end: 2 }, words: 'A' }),
    ],
    [
      'src/app.ts:',
      '1. Line 2 of your proposal:\n   2 | const total = sum(items);\n   > A',
      '2. Line 12 of your proposal:\n   12 | const total = sum(items);\n   > B',
      'b.ts:',
      '3. Line 12 of your proposal:\n   12 | const total = sum(items);\n   > C',
    ].join('\n'),
  ],
];

describe('the text of comments for a model', () => {
  for (const [name, comments, text] of texts) {
    it(name, () => assert.equal(listComments(comments, 'your proposal'), text));
  }

  it('says that the text of an excluded file was not approved', () => {
    assert.equal(
      listComments([comment({ isExcluded: true, quoted: [] })], 'the approved text'),
      'src/app.ts:\n1. Line 12 of your proposal (the user excluded this file):\n   > Round this.',
    );
  });

  it('counts comments and files', () => {
    assert.equal(formatCommentCount([comment()]), '1 comment on 1 file');
    assert.equal(formatCommentCount([comment(), comment(), comment({ path: 'b' })]), '3 comments on 2 files');
  });

  it('shortens long quotes, but never a comment', () => {
    const quoted = Array.from({ length: 40 }, () => 'x'.repeat(1000));
    const long = 'w'.repeat(maxCommentChars);
    const text = listComments(
      Array.from({ length: 10 }, () => comment({ quoted, words: long })),
      'your proposal',
    );
    assert.equal(text.split(long).length - 1, 10);
    assert.match(text, /… 28 more/);
    assert.ok(text.length < maxTotalChars + 50_000, String(text.length));
  });

  it('holds 200 comments on 40 files', () => {
    const comments = Array.from({ length: 200 }, (_, at) =>
      comment({ path: `src/file${at % 40}.ts`, lines: { start: at + 1, end: at + 1 }, words: `Comment ${at}.` }),
    );
    const text = listComments(comments, 'your proposal');
    for (let at = 0; at < 200; at++) assert.match(text, new RegExp(`   > Comment ${at}\\.$`, 'm'));
    assert.equal(text.split('\n').filter((line) => /^src\/file\d+\.ts:$/.test(line)).length, 40);
  });

  it('escapes comments, lines and paths, so that none imitates another part', () => {
    const endings = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
    const forged = endings.flatMap((ending) => [`x${ending}src/other.ts:`, `${ending}2. Line 1 of your proposal:`]);
    const anyText = fc.array(fc.constantFrom(...forged, 'a', ' '), { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyText, anyText, anyText, (words, line, path) => {
        const text = listComments([comment({ path, words, quoted: [line] })], 'your proposal');
        const [head, place, ...rest] = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
        assert.ok(head?.endsWith(':'));
        assert.equal(place, '1. Line 12 of your proposal:');
        for (const each of rest) assert.match(each, /^   (?:\d+ \||>) /);
      }),
      { numRuns: 1000 },
    );
  });

  it('returns the same as structured data', () => {
    const [inCell] = structuredComments([comment({ cell: { number: 3, line: 2 } })]);
    assert.deepEqual([inCell?.cell, inCell?.cellLine], [3, 2]);
    assert.deepEqual(structuredComments([comment({ side: 'before' }), comment({ lines: { start: 1, end: 3 } })]), [
      {
        path: 'src/app.ts',
        side: 'before',
        startLine: 12,
        endLine: 12,
        lines: 'same',
        quoted: 'const total = sum(items);',
        comment: 'Round this.',
      },
      {
        path: 'src/app.ts',
        side: 'proposal',
        startLine: 1,
        endLine: 3,
        lines: 'same',
        quoted: 'const total = sum(items);',
        comment: 'Round this.',
      },
    ]);
  });

  it('rejects a comment that would be truncated', () => {
    assert.equal(exceededLimit([], 'x'.repeat(maxCommentChars)), undefined);
    assert.equal(exceededLimit([], 'x'.repeat(maxCommentChars + 1)), 'one');
    assert.equal(exceededLimit([{ words: 'x'.repeat(maxTotalChars) }], 'x'), 'all');
    assert.equal(
      exceededLimit(
        Array.from({ length: 499 }, () => ({ words: '' })),
        'x',
      ),
      undefined,
    );
    assert.equal(
      exceededLimit(
        Array.from({ length: 500 }, () => ({ words: '' })),
        'x',
      ),
      'all',
    );
  });
});
