import assert from 'node:assert/strict';
import type { Change, TextContent } from '../../../src/core/change/change.ts';
import { findInvisibleSync } from '../../../src/core/change/changeComparison.ts';
import { content, locationOf } from './changes.ts';

const at = locationOf('a.py');

function update(before: TextContent, after: TextContent): Change {
  return { kind: 'update', at, before, after };
}

const lines: readonly (readonly [what: string, before: string, after: string, found: readonly string[]])[] = [
  ['nothing', 'a\n', 'a\n', []],
  ['other text', 'a\n', 'b\n', []],
  ['a line that leaves its block', 'if a:\n  b\n  c\n', 'if a:\n  b\nc\n', ['blanks 1 3']],
  ['tabs for blanks', 'all:\n        cc\n', 'all:\n\tcc\n', ['blanks 1 2']],
  ['blanks at the end', 'a  \nb\n', 'a\nb\n', ['blanks 1 1']],
  ['blanks in an empty line', 'a\n\nb\n', 'a\n  \nb\n', ['blanks 1 2']],
  ['two places', 'a\nb\nc\n', ' a\nb\n c\n', ['blanks 2 1']],
  ['blanks within a line', 'a b\n', 'a  b\n', []],
  ['a new line before what is indented', 'b\n', 'if a:\n  b\n', []],
  ['all line endings', 'a\nb\n', 'a\r\nb\r\n', ['endings 2 1']],
  ['the ending of a line that changes', 'a\nb\nc\n', 'a\nx\r\nc\n', ['endings 1 2']],
  ['another ending of a new line', 'a\nb\n', 'a\nx\r\nb\n', ['endings 1 2']],
  ['another ending at the top', 'a\nb\n', 'x\r\na\nb\n', ['endings 1 1']],
  ['new lines as the others are', 'a\r\nb\r\n', 'a\r\nx\r\ny\r\nb\r\n', []],
  ['the first lines', '', 'a\r\n', []],
  ['a final newline more', 'a\nb', 'a\nb\n', []],
  ['a final newline less', 'a\nb\r\n', 'a\nb', []],
  ['blanks and endings', 'a\nb\n', 'a\n b\r\n', ['blanks 1 2', 'endings 1 2']],
];

describe('findInvisible', () => {
  for (const [what, before, after, expected] of lines) {
    it(what, () => {
      const found = findInvisibleSync(update(content(before), content(after)));
      assert.deepEqual(
        found.map(({ kind, count, line }) => `${kind} ${count} ${line}`),
        expected,
      );
    });
  }

  it('the same where the edits are known', () => {
    const edits = [{ start: 0, end: 0, text: '  ' }];
    const change: Change = { kind: 'update', at, before: content('a\nb\n'), after: content('  a\nb\n'), edits };
    assert.deepEqual(findInvisibleSync(change), [{ kind: 'blanks', count: 1, line: 1 }]);
  });

  it('a byte order mark, another encoding, and what moves with it', () => {
    const expected = [{ kind: 'encoding', count: 1, line: 1 }];
    assert.deepEqual(findInvisibleSync(update(content('a\n'), content('a\n', 'utf8bom'))), expected);
    assert.deepEqual(findInvisibleSync(update(content('a\n'), content('b\n', 'utf16le'))), expected);
    const marked = { ...content('a\n'), sha256: 'marked' };
    assert.deepEqual(findInvisibleSync(update(content('a\n'), marked)), expected);
    const move: Change = { kind: 'move', from: at, at, before: content('a\n'), after: content('a\n', 'utf8bom') };
    assert.deepEqual(findInvisibleSync(move), expected);
  });

  it('nothing of a new file', () => {
    assert.deepEqual(findInvisibleSync({ kind: 'create', at, after: content(' a\r\n', 'utf8bom') }), []);
  });
});
