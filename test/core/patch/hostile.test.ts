import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { applyTo, type Tree } from './memoryWorkspace.ts';

const head = '--- a/a.txt\n+++ b/a.txt\n';
const long = 'x'.repeat(10_000_000);
const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

/** Name, text of a.txt, patch, and the code it is refused with, or `undefined` where it applies. */
const cases: readonly (readonly [string, string, string, string | undefined])[] = [
  ['a line of 10 MB', `${long}\nb\n`, `${head}@@ -1,2 +1,2 @@\n ${long}\n-b\n+c\n`, undefined],
  ['a path of 10 MB', 'b\n', `--- a/${long}\n+++ b/${long}\n@@ -1 +1 @@\n-b\n+c\n`, 'NOT_FOUND'],
  ['a git line of 1 MB', 'b\n', `diff --git ${'a '.repeat(500_000)}\n${head}@@ -1 +1 @@\n-b\n+c\n`, undefined],
  ['a hunk header of 1 MB', 'b\n', `${head}@@ -${'1'.repeat(1_000_000)}\n-b\n+c\n`, undefined],
  ['white space of 1 MB', 'a\nb\n', `${head}@@ -1,2 +1,2 @@\n a${' '.repeat(1_000_000)}\n-b\n+c\n`, undefined],
  ['counts that lie', 'a\nb\n', `${head}@@ -1,999999999 +1,999999999 @@\n a\n-b\n+c\n`, 'PATCH_INVALID'],
  ['numbers past all bounds', 'b\n', `${head}@@ -${'9'.repeat(400)},1 +1,1 @@\n-b\n+c\n`, undefined],
  ['headers without a file', 'b\n', '@@ -1 +1 @@\n'.repeat(5_000), 'PATCH_INVALID'],
  ['headers without a body', 'b\n', head + '@@ -1 +1 @@\n'.repeat(5_000), 'PATCH_INVALID'],
  ['fences without end', 'b\n', `\`\`\`\n${head}@@ -1 +1 @@\n-b\n+c\n${'```\n'.repeat(5_000)}`, undefined],
  [
    'padded end marks',
    'b\n',
    `*** Begin Patch\n*** Update File: a.txt\n@@\n-b\n+c\n${' *** End Patch\n'.repeat(5_000)}`,
    undefined,
  ],
  ['file lines in a row', 'b\n', head + '--- x\n+++ y\n'.repeat(5_000), 'PATCH_INVALID'],
  [
    'many hunks',
    times(2000, (at) => `l${at}\n`),
    head + times(2000, (at) => `@@ -${at + 1} +${at + 1} @@\n-l${at}\n+c\n`),
    undefined,
  ],
  [
    'a file named over and over',
    times(20, (at) => `l${at}\n`) + long,
    times(20, (at) => `${head}@@ -${at + 1} +${at + 1} @@\n-l${at}\n+c\n`),
    'PATCH_INVALID',
  ],
  ['equal hunks', 'same\n'.repeat(5000), head + times(5000, () => '@@ -1 +1 @@\n-same\n+c\n'), 'PATCH_CONFLICT'],
  [
    'anchors everywhere',
    'f\nx\n'.repeat(2000),
    `*** Begin Patch\n*** Update File: a.txt\n${'@@ f\n-x\n+y\n'.repeat(3000)}*** End Patch\n`,
    'PATCH_CONFLICT',
  ],
  [
    'a hunk of very many anchors',
    'f\nx\n',
    `*** Begin Patch\n*** Update File: a.txt\n${'@@ f\n'.repeat(60_000)}-x\n+y\n*** End Patch\n`,
    undefined,
  ],
  [
    'a hunk of equal lines',
    `${'a\n'.repeat(10_000)}b\n`,
    `${head}@@ -1,5001 +1,5001 @@\n${' a\n'.repeat(5_000)}-b\n+c\n`,
    undefined,
  ],
];

describe('hostile patches', function () {
  this.timeout(10_000);

  for (const [name, text, patch, code] of cases) {
    it(`${name}: ${code ?? 'applied'}`, async () => {
      const tree: Tree = { 'a.txt': text };
      if (code === undefined) assert.notEqual((await applyTo(tree, patch))['a.txt'], text);
      else await assert.rejects(applyTo(tree, patch), { code });
    });
  }

  it('holds a binary patch to the size it names, and that to a limit', async () => {
    const binary = (size: number): string =>
      `diff --git a/b b/b\nnew file mode 100644\nindex 0000000..1234567\nGIT binary patch\nliteral ${size}\nKcmZQzfB*mh0000000;\n\n`;
    for (const size of [5, 60_000_000, 1e15]) await assert.rejects(applyTo({}, binary(size)), ToolError);
  });
});
