import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../src/core/wording/errors.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { fail } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

type Files = Readonly<Record<string, string>>;

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
    /Edit 2 of 2.*None of the edits were made/s,
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
    'lines that have moved, and names where they are',
    replaceLines,
    { 'a.txt': 'new\none\ntwo\nthree\n' },
    { filePath: 'a.txt', startLine: 1, endLine: 2, expectedText: 'one\ntwo\n', newContent: '1\n' },
    'STALE',
    /at lines 1–2\. The closest place is lines 2–3\. Read them with redline_read_file \{"filePath":"a\.txt","startLine":2/,
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
    'lines of which the last is blank and was not sent',
    deleteLines,
    { 'a.txt': 'a\n\nb\n' },
    { filePath: 'a.txt', startLine: 1, endLine: 2, expectedText: 'a\n' },
    'STALE',
    /expectedText ends above line 2 of a\.txt, which is blank.* one more line break/,
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
  for (const [name, tool, files, input, code, message] of refusals) {
    it(`refuse ${name}`, async () => {
      const world = new MemoryWorld(files);
      assert.match(await fail(tool, world, input, code), message);
      assert.equal(world.asked.length, 0);
    });
  }

  it('a patch of what is no file, rather than to take it for one of another name', async () => {
    const world = new MemoryWorld({ a: 'x\n', 'lib/b': 'b' });
    const ports = world.world();
    const whole = {
      ...ports,
      workspaceFor: (...given: Parameters<typeof ports.workspaceFor>) => {
        const workspace = ports.workspaceFor(...given);
        const stat: typeof workspace.stat = async (at) =>
          at.path === 'lib/a' ? { type: 'other', size: 0, modified: 0 } : workspace.stat(at);
        return { ...workspace, stat };
      },
    };
    const patchText = '--- lib/a\n+++ lib/a\n@@ -1 +1 @@\n-x\n+y\n';
    const outcome = await runTool(applyPatch, { patchText }, world.call, whole);
    assert.ok(!outcome.ok);
    assert.match(outcome.error.message, /lib\/a is a special file/);
    assert.equal(world.text('a'), 'x\n');
  });

  it('another case of a name on a disk that folds it, with the way to get there', async () => {
    const world = new MemoryWorld({ 'Readme.md': 'a' });
    world.foldsCase = true;
    const words = await fail(movePath, world, { from: 'Readme.md', to: 'README.md' }, 'NO_CHANGE');
    assert.match(words, /move it to another name first, then to README\.md/);
    assert.doesNotMatch(
      await fail(copyPath, world, { from: 'Readme.md', to: 'README.md' }, 'NO_CHANGE'),
      /another name/,
    );
    const patchText =
      'diff --git a/Readme.md b/README.md\nsimilarity index 100%\nrename from Readme.md\nrename to README.md\n';
    assert.match(
      await fail(applyPatch, world, { patchText }, 'PATCH_INVALID'),
      /Rename it to another name first, then to README\.md/,
    );
    assert.deepEqual(world.asked, []);
  });
});
