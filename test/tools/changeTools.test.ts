import assert from 'node:assert/strict';
import type { ErrorCode } from '../../src/core/errors.ts';
import { applyPatch } from '../../src/tools/applyPatch.ts';
import { deletePath } from '../../src/tools/deletePath.ts';
import { deleteLines, replaceLines } from '../../src/tools/lineTools.ts';
import { copyPath, movePath } from '../../src/tools/moveCopy.ts';
import { multiEdit } from '../../src/tools/multiEdit.ts';
import { readFile } from '../../src/tools/readFile.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { fail, succeed } from './call.ts';
import { MemoryWorld } from './memoryWorld.ts';

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

const twoFiles = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-nothing\n+B\n';

/** Calls that are refused; nothing may be different afterwards, and nobody is asked. */
const refusals: [string, Tool, Files, object, ErrorCode, RegExp][] = [
  [
    'all edits where one does not fit',
    multiEdit,
    { 'a.txt': 'one' },
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: '1' },
        { filePath: 'a.txt', oldString: 'two', newString: '2' },
      ],
    },
    'NO_MATCH',
    /Edit 2 of 2.*None of the edits was made/s,
  ],
  [
    'edits that cancel each other out',
    multiEdit,
    { 'a.txt': 'one' },
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: '1' },
        { filePath: 'a.txt', oldString: '1', newString: 'one' },
      ],
    },
    'NO_CHANGE',
    /cancel/,
  ],
  [
    'an unknown property of an edit',
    multiEdit,
    {},
    { edits: [{ filePath: 'a', oldString: 'b', newString: 'c', x: 1 }] },
    'VALIDATION_ERROR',
    /"x"/,
  ],
  [
    'a whole patch where one file does not fit',
    applyPatch,
    { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    { patchText: twoFiles },
    'PATCH_CONFLICT',
    /b\.txt/,
  ],
  ['what is no patch', applyPatch, {}, { patchText: 'hello' }, 'PATCH_INVALID', /./],
  [
    'a patch that leads outside',
    applyPatch,
    {},
    { patchText: '--- /dev/null\n+++ ../x.txt\n@@ -0,0 +1 @@\n+x\n' },
    'OUTSIDE_WORKSPACE',
    /./,
  ],
  [
    'a patch over a file that exists',
    applyPatch,
    { 'a.txt': 'a\n' },
    { patchText: '*** Begin Patch\n*** Add File: a.txt\n+b\n*** End Patch' },
    'ALREADY_EXISTS',
    /a\.txt/,
  ],
  [
    'a patch of a file that is not listed',
    applyPatch,
    { 'a.txt': 'one\n' },
    { patchText: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n', requireExactFileMatch: true },
    'VALIDATION_ERROR',
    /does not list a\.txt/,
  ],
  [
    'lines that nothing guards',
    replaceLines,
    { 'a.txt': 'a\n' },
    { filePath: 'a.txt', startLine: 1, newContent: 'b' },
    'VALIDATION_ERROR',
    /expectedText/,
  ],
  [
    'lines that hold something else',
    deleteLines,
    { 'a.txt': 'a\n' },
    { filePath: 'a.txt', startLine: 1, expectedText: 'b' },
    'STALE',
    /redline_read_file/,
  ],
  [
    'a pattern on two lines',
    deleteLines,
    { 'a.txt': 'a\na\n' },
    { filePath: 'a.txt', startPattern: 'a' },
    'AMBIGUOUS_MATCH',
    /1.*2/s,
  ],
  ['a folder without recursive', deletePath, { 'd/a': 'a' }, { path: 'd' }, 'VALIDATION_ERROR', /recursive: true/],
  [
    'the workspace itself',
    deletePath,
    { a: 'a' },
    { path: '.', recursive: true },
    'VALIDATION_ERROR',
    /workspace folder/,
  ],
  ['nothing to delete', deletePath, {}, { path: 'a' }, 'NOT_FOUND', /./],
  ['to move onto a file', movePath, { a: 'a', b: 'b' }, { from: 'a', to: 'b' }, 'ALREADY_EXISTS', /overwrite/],
  [
    'to move onto a folder',
    movePath,
    { a: 'a', 'd/b': 'b' },
    { from: 'a', to: 'd', overwrite: true },
    'ALREADY_EXISTS',
    /full new path/,
  ],
  ['a folder into itself', movePath, { 'd/a': 'a' }, { from: 'd', to: 'd/e' }, 'VALIDATION_ERROR', /itself/],
  ['a file onto itself', copyPath, { a: 'a' }, { from: 'a', to: './a' }, 'NO_CHANGE', /same/],
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

  for (const [name, tool, files, input, code, message] of refusals) {
    it(`refuse ${name}`, async () => {
      const world = new MemoryWorld(files);
      assert.match(await fail(tool, world, input, code), message);
      assert.equal(world.asked.length, 0);
    });
  }

  it('take lines that were read before, and only those', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\n' });
    await succeed(readFile, world, { filePath: 'a.txt' });
    await succeed(replaceLines, world, { filePath: 'a.txt', startLine: 2, newContent: 'TWO' });
    world.put('a.txt', 'ONE\nTWO\n');
    await fail(replaceLines, world, { filePath: 'a.txt', startLine: 1, newContent: 'x' }, 'VALIDATION_ERROR');
    await succeed(replaceLines, world, { filePath: 'a.txt', startLine: 2, newContent: 'x' });
    assert.equal(world.text('a.txt'), 'ONE\nx\n');
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
