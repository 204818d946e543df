import assert from 'node:assert/strict';
import { dialectOf } from './table.ts';

const vscode = dialectOf('vscode');
const path = '/p/a.txt';

describe("dialect: VS Code's patches", () => {
  const patches: readonly (readonly [name: string, before: string, body: string, after: string | undefined])[] = [
    ['a last line without an ending stays so', 'one\ntwo', ' one\n-two\n+2', 'one\n2'],
    ['spaces that become a tab, where the file has neither', 'one\ntwo\n', ' one\n-two\n+  2', 'one\n\t2\n'],
    ['lines as the file indents them', 'a\n  b\n  c\nd\n', '   b\n-  c\n+  C\n+    D', 'a\n  b\n  C\n    D\nd\n'],
    ['spaces that become tabs', 'a\n\tb\n\t\tc\n', ' a\n-\tb\n+    B\n+        C', 'a\n\tB\n\t\tC\n\t\tc\n'],
    [
      'a deep line alone, which is taken for one level',
      'a\n  b\n    c\n    d\n  e\n',
      '     c\n-    d\n+    D',
      'a\n  b\n    c\n    D\n  e\n',
    ],
    [
      'tabs, which stay',
      'a\n    b\n    c\n    d\n',
      '     b\n-    c\n+\tC\n+\t\tD\n     d',
      'a\n    b\n\tC\n\t\tD\n    d\n',
    ],
    ['an indented blank line', 'a\n\tb\n\tc\n', ' a\n-\tb\n+    \n+  B', 'a\n    \n  B\n\tc\n'],
    ['a tab that is spelled out', 'one\ntwo\n', ' one\n-two\n+\\t2', undefined],
    ['context that is indented', '  one\ntwo\n', '   one\n-two\n+2', '  one\n2\n'],
    ['a quote that looks like another', 'it’s\ntwo\n', '-two\n+2', undefined],
    ['CRLF', 'one\r\ntwo\r\n', '-two\n+2', undefined],
    ['a line that is only added', 'one\n', '+two', undefined],
    ['an anchor', 'one\ntwo\n', '@@ one\n-two\n+2', undefined],
  ];
  for (const [name, before, body, after] of patches) {
    it(`apply_patch: ${name}`, () => {
      const header = body.startsWith('@@') ? '' : '@@\n';
      const patch = `*** Begin Patch\n*** Update File: ${path}\n${header}${body}\n*** End Patch`;
      const result = vscode.predictPatch(patch, () => before);
      if (after === undefined) return assert.ok('reason' in result && result.reason.includes('Redline'));
      assert.deepEqual(result, { files: [{ path, before, after }] });
    });
  }
});
