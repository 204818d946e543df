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
    // VS Code puts them back, or leaves others there.
    ['a blank line at the end that goes', 'one\n\n', '-one\n-\n+1', undefined],
    ['the last line ending', 'one\ntwo\n', '-two\n-\n+2', undefined],
    ['a blank line at the end that comes', 'one\n', '-one\n+1\n+', '1\n\n'],
    ['a first line that VS Code drops', 'one\ntwo\n', '+// filepath: /p/a.txt\n one\n-two\n+2', undefined],
    [
      'a line above the first one, which keeps the byte order mark',
      '\ufeffone\ntwo\n',
      '+zero\n one',
      '\ufeffzero\none\ntwo\n',
    ],
    ['a byte order mark, which VS Code does not see', '\ufeffone\ntwo\n', '+zero\n \ufeffone', undefined],
    ['an indented first line behind a byte order mark', '\ufeff  one\ntwo\n', '-two\n+2', undefined],
    ['carriage returns', 'one\ntwo\n', ' one\r\n-two\r\n+2\r', undefined],
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

  const update = '@@\n-one\n+1';
  const uncertain: readonly (readonly [name: string, patch: string])[] = [
    [
      'a move, of which VS Code leaves the file that is to go',
      `*** Update File: ${path}\n*** Move to: /p/b.txt\n${update}`,
    ],
    ['a new file over one that has text, before which VS Code puts it', `*** Add File: ${path}\n+two`],
    ['an empty new file, which VS Code does not make', '*** Add File: /p/b.txt'],
    ['a blank behind a path, which for VS Code is part of it', '*** Add File: /p/b.txt \n+two'],
    ['an indented mark', ` *** Update File: ${path}\n${update}`],
  ];
  for (const [name, body] of uncertain) {
    it(`cannot predict ${name}`, () => {
      const read = (asked: string): string | undefined => (asked === path ? 'one\n' : undefined);
      const result = vscode.predictPatch(`*** Begin Patch\n${body}\n*** End Patch`, read);
      assert.ok('reason' in result && result.reason.includes('Redline'));
    });
  }

  it('predicts a patch with a line ending behind its last mark, which VS Code drops', () => {
    const patch = `*** Begin Patch\n*** Update File: ${path}\n${update}\n*** End Patch\n`;
    assert.deepEqual(
      vscode.predictPatch(patch, () => 'one\n'),
      { files: [{ path, before: 'one\n', after: '1\n' }] },
    );
  });

  it('cannot predict a patch that does not begin with its mark, since VS Code has a model mend it', () => {
    for (const before of ['\n', "<<'EOF'\n", ' ']) {
      const patch = `${before}*** Begin Patch\n*** Update File: ${path}\n${update}\n*** End Patch`;
      assert.ok('reason' in vscode.predictPatch(patch, () => 'one\n'));
    }
  });

  it('predicts a deletion, and a new file where nothing or nothing but a name is', () => {
    const patch = `*** Begin Patch\n*** Delete File: ${path}\n*** Add File: /p/b.txt\n+x\n*** End Patch`;
    for (const there of [undefined, ''])
      assert.deepEqual(
        vscode.predictPatch(patch, (asked) => (asked === path ? 'one\n' : there)),
        {
          files: [
            { path, before: 'one\n', after: undefined },
            { path: '/p/b.txt', before: there, after: 'x' },
          ],
        },
      );
  });
});
