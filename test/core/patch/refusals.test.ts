import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { applyTo, type Tree } from './memoryWorkspace.ts';
import { diffOfA, envelope, gitDiff, unified, updateOfA } from './patchTexts.ts';

/** Name, tree, patch, code, and what the message must say. */
const refused: readonly (readonly [string, Tree, string, string, RegExp])[] = [
  [
    'equal places are all named',
    { a: 'x\ny\nx\nz\nx\n' },
    updateOfA('@@', '-x', '+X'),
    'PATCH_CONFLICT',
    /lines 1, 3 and 5/,
  ],
  [
    'one of more than 500 equal places',
    { a: `${'foo();\n'.repeat(500)}marker\n${'foo();\n'.repeat(100)}` },
    updateOfA('@@', '-marker', '+MARKER', '@@', '-foo();', '+bar();'),
    'PATCH_CONFLICT',
    /lines 502, 503/,
  ],
  [
    'the nearest of equals is not taken',
    { a: 'x\ny\nx\nz\nx\n' },
    diffOfA('@@ -2 +2 @@', '-x', '+X'),
    'PATCH_CONFLICT',
    /lines 1, 3 and 5/,
  ],
  [
    'a heading that no line at the margin can be chooses nothing',
    { a: 'x\ny\nx\nz\nx\n' },
    diffOfA('@@ -2 +2 @@ \tinner', '-x', '+X'),
    'PATCH_CONFLICT',
    /lines 1, 3 and 5/,
  ],
  ['a new file that no end mark closes', {}, '*** Begin Patch\n*** Add File: a\n+one\n', 'PATCH_INVALID', /truncated/],
  [
    'a removed line that is not there',
    { a: 'one\n' },
    diffOfA('@@ -1 +1 @@', '-two', '+three'),
    'PATCH_CONFLICT',
    /line 3 of the patch/,
  ],
  [
    'a line with blanks at its end, which the patch removes before the same one without them, is not the result',
    { a: 'context line\nreturn value;  \nlast line\n' },
    diffOfA('@@ -1,4 +1,3 @@', ' context line', '-return value;  ', '-return value;', '+return value;', ' last line'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
  [
    'a line with blanks at its end, which the patch removes after the same one without them, is not the result',
    { a: 'context line\nreturn value;  \nlast line\n' },
    diffOfA('@@ -1,4 +1,3 @@', ' context line', '-return value;', '-return value;  ', '+return value;', ' last line'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
  ['a missing file', {}, diffOfA('@@ -1 +1 @@', '-two', '+three'), 'NOT_FOUND', /does not exist/],
  ['adding over a file', { a: 'one\n' }, envelope('*** Add File: a', '+two'), 'ALREADY_EXISTS', /overwrite/],
  [
    'moving onto a file',
    { a: 'one\n', b: 'x\n' },
    updateOfA('*** Move to: b', '@@', '-one', '+two'),
    'ALREADY_EXISTS',
    /overwrite/,
  ],
  [
    'a symbolic link',
    {},
    gitDiff(
      'l',
      'new file mode 120000',
      'index 0000000..1234567',
      '--- /dev/null',
      '+++ b/l',
      '@@ -0,0 +1 @@',
      '+target',
      '\\ No newline at end of file',
    ),
    'PATCH_INVALID',
    /symbolic link/,
  ],
  [
    'a submodule',
    {},
    gitDiff(
      's',
      'new file mode 160000',
      'index 0000000..1234567',
      '--- /dev/null',
      '+++ b/s',
      '@@ -0,0 +1 @@',
      `+Subproject commit ${'0'.repeat(40)}`,
    ),
    'PATCH_INVALID',
    /submodule/,
  ],
  [
    'a binary file without data',
    { i: 'x\0' },
    gitDiff('i', 'index 1234567..2345678 100644', 'Binary files a/i and b/i differ'),
    'PATCH_INVALID',
    /--binary/,
  ],
  ['hunks for a binary file', { i: 'x\0\n' }, unified('i', '@@ -1 +1 @@', '-x', '+y'), 'BINARY_FILE', /is not text/],
  [
    'cut off in a hunk',
    { a: '1\n2\n3\n4\n5\n6\n' },
    diffOfA('@@ -1,6 +1,6 @@', ' 1', '-2', '+two'),
    'PATCH_INVALID',
    /truncated/,
  ],
  [
    'cut off above the first change of a hunk',
    { a: '1\n2\n3\n4\n5\n6\n' },
    diffOfA('@@ -1,6 +1,6 @@', ' 1', ' 2'),
    'PATCH_INVALID',
    /truncated/,
  ],
  [
    'cut off below lines that the file has already',
    { a: 'first line\nsecond line\nadded line\n\n\nthird line\nold\n' },
    diffOfA('@@ -1,4 +1,7 @@', ' first line', ' second line', '+added line', '+', '+', ' third line'),
    'PATCH_INVALID',
    /truncated/,
  ],
  [
    'cut off in an envelope',
    { a: '1\n2\n3\n' },
    '*** Begin Patch\n*** Update File: a\n@@\n-1\n+one',
    'PATCH_INVALID',
    /truncated/,
  ],
  ['cut off in a header', { a: '1\n' }, diffOfA('@@ -1 +1 @@', '-1', '+2') + 'diff --gi', 'PATCH_INVALID', /truncated/],
  ['a header without changes', { a: '1\n' }, '--- a/a\n+++ b/a\n', 'PATCH_INVALID', /no changes/],
  [
    'hunks that overlap',
    { a: '1\n2\n3\n' },
    updateOfA('@@', '-1', '-2', '+x', '@@', '-2', '-3', '+y'),
    'PATCH_CONFLICT',
    /another hunk/,
  ],
  [
    'a change of white space that is not there, beside one that is',
    { a: 'one\n>\ntwo of them\n' },
    diffOfA('@@ -1,3 +1,3 @@', ' one', '->', '+> ', '-two of us', '+two of them'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
  [
    'equal places, where hunks in another order than the file have no neighbours',
    { a: 'x\nfirst\nsecond\nx\n' },
    updateOfA('@@', '-second', '+2', '@@', '-first', '+1', '@@', '-x', '+X'),
    'PATCH_CONFLICT',
    /lines 1 and 4/,
  ],
  ['an insertion without a place', { a: '1\n2\n3\n' }, diffOfA('@@ -1,0 +2 @@', '+x'), 'PATCH_CONFLICT', /context/],
  [
    'a merge',
    { a: '1\n' },
    'diff --cc a\n--- a/a\n+++ b/a\n@@@ -1,1 -1,1 +1,1 @@@\n--1\n++2\n',
    'PATCH_INVALID',
    /combined/,
  ],
  ['no patch at all', {}, 'Change the first line, please.', 'PATCH_INVALID', /no patch/],
  ['a hunk for no file', {}, '@@ -1 +1 @@\n-a\n+b\n', 'PATCH_INVALID', /does not belong to a file/],
  ['strip that leaves nothing', { a: '1\n' }, diffOfA('@@ -1 +1 @@', '-1', '+2'), 'VALIDATION_ERROR', /strip/],
  [
    'escaped, but nothing shows it',
    { 'a.js': 'one();\ntwo();\n' },
    unified('a.js', '@@ -1,2 +1,3 @@', ' one();', '+if (a &lt; b &amp;&amp; c) x();', ' two();'),
    'PATCH_CONFLICT',
    /escaped/,
  ],
  [
    'a hunk of context alone behind dashes, which fits nowhere',
    { a: 'one\ntwo\nthree\n' },
    diffOfA('@@ -1,2 +1,2 @@', '-one', '+ONE', ' two', '@@ -8,2 +8,2 @@', ' seven', '\u2013eight', ' nine'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
  [
    'a function beside its own copy, with context that has changed',
    { a: 'start\n\nfunction twice() {\n  return 2;\n}\n\nfunction last() {\n  other();\n}\n' },
    diffOfA(
      '@@ -1,4 +1,8 @@',
      ' start',
      ' ',
      '+function twice() {',
      '+  return 2;',
      '+}',
      '+',
      ' function last() {',
      '   gone();',
    ),
    'PATCH_CONFLICT',
    /applied already/,
  ],
  [
    'a new file outside, whatever folders of its path are inside',
    { 'lib/a': 'x\n' },
    '--- /dev/null\n+++ /home/me/project/lib/b\n@@ -0,0 +1 @@\n+b\n',
    'OUTSIDE_WORKSPACE',
    /outside/,
  ],
  [
    'a new file outside, as Windows writes it',
    { 'lib/a': 'x\n' },
    '--- /dev/null\n+++ C:\\work\\project\\lib\\b\n@@ -0,0 +1 @@\n+b\n',
    'OUTSIDE_WORKSPACE',
    /outside/,
  ],
  [
    'a new file under what may be a prefix',
    { 'lib/a': 'x\n' },
    '--- /dev/null\n+++ new/lib/b\n@@ -0,0 +1 @@\n+b\n',
    'PATCH_INVALID',
    /strip: 0/,
  ],
  [
    'line numbers in a new file',
    {},
    '--- /dev/null\n+++ b/a\n@@ -0,0 +1,2 @@\n+     1\u2192one\n+     2\u2192two\n',
    'PATCH_CONFLICT',
    /escaped/,
  ],
  [
    'indentation lost on all lines',
    { 'a.js': '  {\n    a();\n    b();\n  }\n' },
    envelope('*** Update File: a.js', '@@', '-a();', '-b();', '+if (c) {', '+a();', '+}'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
];

describe('planPatch refuses', () => {
  for (const [name, tree, patch, code, says] of refused) {
    it(name, async () => {
      const options = name.startsWith('strip') ? { strip: 5 } : {};
      await assert.rejects(applyTo(tree, patch, options), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, code);
        assert.match(error.message, says);
        return true;
      });
    });
  }
});
