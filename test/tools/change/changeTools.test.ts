import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

type Files = Readonly<Record<string, string>>;

/** Calls that succeed: the whole workspace afterwards. */
const successes: [string, Tool, Files, object, Files][] = [
  [
    'edits in order, each seeing the one before, over two files',
    multiEdit,
    { 'a.txt': 'one two', 'b.txt': 'x' },
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: 'uno' },
        { file_path: './a.txt', old_string: 'uno two', new_string: 'three' },
        { filePath: 'b.txt', oldString: 'x', newString: 'y' },
      ],
    },
    { 'a.txt': 'three', 'b.txt': 'y' },
  ],
  [
    'a git patch that adds, changes, renames and deletes',
    applyPatch,
    { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'c.txt': 'c\n' },
    {
      patchText: [
        'diff --git a/a.txt b/a.txt',
        '--- a/a.txt',
        '+++ b/a.txt',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+TWO',
        'diff --git a/b.txt b/b.txt',
        'deleted file mode 100644',
        '--- a/b.txt',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-b',
        'diff --git a/c.txt b/deep/d.txt',
        'similarity index 100%',
        'rename from c.txt',
        'rename to deep/d.txt',
        'diff --git a/new.txt b/new.txt',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/new.txt',
        '@@ -0,0 +1 @@',
        '+new',
        '',
      ].join('\n'),
    },
    { 'a.txt': 'one\nTWO\n', 'deep/d.txt': 'c\n', 'new.txt': 'new\n' },
  ],
  [
    'a patch in an envelope, under another name of the input',
    applyPatch,
    { 'a.txt': 'one\ntwo\n' },
    { input: '*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+TWO\n*** End Patch' },
    { 'a.txt': 'one\nTWO\n' },
  ],
  [
    'lines with their expected text',
    replaceLines,
    { 'a.txt': 'one\r\ntwo\r\nthree\r\n' },
    { filePath: 'a.txt', startLine: 2, newContent: 'TWO\nTWO AND A HALF', expectedText: 'two' },
    { 'a.txt': 'one\r\nTWO\r\nTWO AND A HALF\r\nthree\r\n' },
  ],
  [
    'lines between patterns',
    deleteLines,
    { 'a.txt': 'one\ntwo\nthree\nfour\n' },
    { filePath: 'a.txt', startPattern: 'wo', endPattern: 'hree', expectedText: 'two\nthree\n' },
    { 'a.txt': 'one\nfour\n' },
  ],
  ['a file to delete', deletePath, { 'a.txt': 'a', 'b.txt': 'b' }, { path: 'a.txt' }, { 'b.txt': 'b' }],
  ['a folder to delete', deletePath, { 'd/a': 'a', 'd/e/b': 'b', c: 'c' }, { path: 'd', recursive: true }, { c: 'c' }],
  ['a file to move', movePath, { 'a.txt': 'a' }, { from: 'a.txt', to: 'x/b.txt' }, { 'x/b.txt': 'a' }],
  [
    'a folder to move',
    movePath,
    { 'd/a': 'a', 'd/e/b': 'b' },
    { from: 'd', to: 'f/g' },
    { 'f/g/a': 'a', 'f/g/e/b': 'b' },
  ],
  ['a file to move over another', movePath, { a: 'a', b: 'b' }, { from: 'a', to: 'b', overwrite: true }, { b: 'a' }],
  ['a folder to copy', copyPath, { 'd/a': 'a' }, { from: 'd', to: 'e' }, { 'd/a': 'a', 'e/a': 'a' }],
];

describe('the change tools', () => {
  for (const [name, tool, files, input, expected] of successes) {
    it(`take ${name}`, async () => {
      const world = new MemoryWorld(files);
      await succeed(tool, world, input);
      assert.deepEqual(
        Object.fromEntries([...world.files.keys()].sort().map((path) => [path, world.text(path)])),
        expected,
      );
      assert.equal(world.asked.length, 1);
    });
  }

  it('take lines that were read before, and only those', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\n' });
    await succeed(readFile, world, { filePath: 'a.txt' });
    await succeed(replaceLines, world, { filePath: 'a.txt', startLine: 2, newContent: 'TWO' });
    world.put('a.txt', 'ONE\nTWO\n');
    await fail(replaceLines, world, { filePath: 'a.txt', startLine: 1, newContent: 'x' }, 'STALE');
    await succeed(replaceLines, world, { filePath: 'a.txt', startLine: 2, newContent: 'x' });
    assert.equal(world.text('a.txt'), 'ONE\nx\n');
  });

  for (const [newContent, linesAdded] of [
    ['x', 1],
    ['x\n\n', 2],
    ['\n', 1],
    ['\n\nx\n', 3],
  ] as const)
    it(`count the lines that they add: ${JSON.stringify(newContent)}`, async () => {
      for (const before of ['one\ntwo\n', 'one\ntwo']) {
        const world = new MemoryWorld({ 'a.txt': before });
        const input = { filePath: 'a.txt', startLine: 2, expectedText: 'two', newContent };
        const { result } = await succeed(replaceLines, world, input);
        assert.deepEqual([result.linesRemoved, result.linesAdded], [1, linesAdded]);
      }
    });

  it('report a patch that is there already, and ask nobody', async () => {
    const world = new MemoryWorld({ 'a.txt': 'zero\ntwo\nthree\n' });
    const { result } = await succeed(applyPatch, world, {
      patchText: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n zero\n-one\n+two\n three\n',
    });
    assert.equal(result.filesModified, 0);
    assert.equal(world.asked.length, 0);
  });
});
