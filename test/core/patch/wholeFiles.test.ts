import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { planPatch } from '../../../src/core/patch/files/planPatch.ts';
import { applyTo, memoryWorkspace, type Tree } from './memoryWorkspace.ts';
import { gitDiff, lines } from './patchTexts.ts';

/** Name, tree, patch, code, and what the message must say. */
const refused: readonly (readonly [string, Tree, string, string, RegExp])[] = [
  [
    'a new file without "+"',
    {},
    gitDiff('n', 'new file mode 100644', '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', ' one'),
    'PATCH_INVALID',
    /do not begin with "\+"/,
  ],
  [
    'a new file of several lines without "+"',
    {},
    gitDiff('n', 'new file mode 100644', '--- /dev/null', '+++ b/n', '@@ -0,0 +1,2 @@', 'one', 'two'),
    'PATCH_INVALID',
    /do not begin with "\+"/,
  ],
  [
    'a new file without "+" and without a header of git',
    {},
    lines('--- /dev/null', '+++ b/n', '@@ -0,0 +1,2 @@', 'one', 'two'),
    'PATCH_INVALID',
    /do not begin with "\+"/,
  ],
  [
    'a deleted file whose lines are not marked as removed',
    { n: 'other\n' },
    gitDiff('n', 'deleted file mode 100644', '--- a/n', '+++ /dev/null', '@@ -1 +0,0 @@', ' one'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
  [
    'a new file without any hunk header or "+"',
    {},
    gitDiff('n', 'new file mode 100644', '--- /dev/null', '+++ b/n', 'one', 'two'),
    'PATCH_INVALID',
    /do not begin with "\+"/,
  ],
  [
    'a new file without any hunk header, whose lines begin with blanks',
    {},
    gitDiff('n', 'new file mode 100644', '--- /dev/null', '+++ b/n', ' one'),
    'PATCH_INVALID',
    /do not begin with "\+"/,
  ],
  [
    'a deleted file of other lines, without any hunk header or "-"',
    { n: 'other\n' },
    gitDiff('n', 'deleted file mode 100644', '--- a/n', '+++ /dev/null', 'one'),
    'PATCH_CONFLICT',
    /does not fit/,
  ],
];

/** Name, tree, patch, and the tree afterwards. */
const right: readonly (readonly [string, Tree, string, Tree])[] = [
  [
    'the signature of git format-patch right below a rename',
    { a: 'A\n' },
    'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n-- \n2.39.5\n\n',
    { b: 'A\n' },
  ],
  [
    'the signature of git format-patch right below an empty file',
    {},
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000..e69de29\n-- \n2.39.5\n\n',
    { a: '' },
  ],
  ...[
    ['@@ -1,2 +0,0 @@', ' one', ' two'],
    ['@@ -1,2 +0,0 @@', 'one', 'two'],
    ['one', 'two'],
  ].map(
    (body) =>
      [
        `a deletion of the very lines of the file, without their "-": ${body.join(', ')}`,
        { n: 'one\ntwo\n' },
        gitDiff('n', 'deleted file mode 100644', '--- a/n', '+++ /dev/null', ...body),
        {},
      ] as const,
  ),
  [
    'without hunks, right above a closing tag around the patch',
    { n: 'one\n' },
    `<patch>\n${gitDiff('n', 'deleted file mode 100644', '--- a/n', '+++ /dev/null')}</patch>\n`,
    {},
  ],
];

describe('a git diff of a whole file', () => {
  for (const [name, tree, patch, code, message] of refused) {
    it(`is refused: ${name}`, async () => {
      await assert.rejects(applyTo(tree, patch), (error: unknown) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    });
  }
  for (const [name, tree, patch, after] of right) {
    it(`is applied: ${name}`, async () => assert.deepEqual(await applyTo(tree, patch), after));
  }

  for (const [mode, unchanged] of [
    ['100755', false],
    ['100644', true],
  ] as const) {
    it(`is ${unchanged ? 'nothing' : 'a change of the mode'} for a file that is there already, of mode ${mode}`, async () => {
      const patch = gitDiff('n', `new file mode ${mode}`, '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+one');
      const [outcome] = await planPatch(parsePatch(patch), memoryWorkspace({ n: 'one\n' }));
      assert.ok(outcome?.action === 'update');
      assert.deepEqual([outcome.unchanged, outcome.modes.after], [unchanged, unchanged ? undefined : mode]);
    });
  }
});
