import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld, type Given } from '../memoryWorld.ts';

const max = 100;
const long = 'x'.repeat(max + 1);
/** As much as may be written, and a line more. */
const full = `a\n${'x'.repeat(max - 2)}`;
const patchTo = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1,2 @@\n a\n+${long}\n`;

const refused: [string, Tool, Record<string, Given>, object][] = [
  ['a new file', writeFile, {}, { filePath: 'a', content: long }],
  ['a new file that is told to be appended to', writeFile, {}, { filePath: 'a', content: long, mode: 'append' }],
  ['a file that is overwritten', writeFile, { a: 'a' }, { filePath: 'a', content: long }],
  ['what is appended', writeFile, { a: 'a' }, { filePath: 'a', content: long, mode: 'append' }],
  ['what is no ASCII by its bytes', writeFile, {}, { filePath: 'a', content: 'é'.repeat(max / 2 + 1) }],
  ['an edit that makes a file too long', editFile, { a: 'a' }, { filePath: 'a', oldString: 'a', newString: long }],
  [
    'an edit of one that is as long as may be',
    editFile,
    { a: full },
    { filePath: 'a', oldString: 'a', newString: 'ab' },
  ],
  ['several edits', multiEdit, { a: full }, { edits: [{ filePath: 'a', oldString: 'a', newString: 'ab' }] }],
  ['lines', replaceLines, { a: full }, { filePath: 'a', startLine: 1, newContent: 'ab', expectedText: 'a' }],
  ['a patch', applyPatch, { a: 'a\n' }, { patchText: patchTo('a') }],
  ['a patch that adds a file', applyPatch, {}, { patchText: `--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+${long}\n` }],
];

const taken: [string, Tool, Record<string, Given>, object][] = [
  ['as much as may be', writeFile, {}, { filePath: 'a', content: full }],
  ['what is appended to a long file', writeFile, { a: full }, { filePath: 'a', content: 'b', mode: 'append' }],
  [
    'an edit that makes a long file shorter',
    editFile,
    { a: long },
    { filePath: 'a', oldString: 'xxx', newString: 'y', replaceAll: true },
  ],
  ['fewer lines of a long file', deleteLines, { a: `a\n${long}` }, { filePath: 'a', startLine: 1, expectedText: 'a' }],
  ['a copy of a long file', copyPath, { a: long }, { from: 'a', to: 'b' }],
  ['the move of a long file', movePath, { a: long }, { from: 'a', to: 'b' }],
];

describe('the size of what is written', () => {
  for (const [name, tool, files, input] of refused) {
    it(`keeps out ${name}`, async () => {
      const world = new MemoryWorld(files);
      world.maxWrittenBytes = max;
      const message = await fail(tool, world, input, 'TOO_LARGE');
      assert.match(message, /at most 100 bytes \([\d.e-]+ MiB\).*Nothing was changed\. .*redline_write_file/);
      assert.match(await fail(tool, world, { ...input, dryRun: true }, 'TOO_LARGE'), /at most 100 bytes/);
      assert.equal(world.asked.length, 0);
    });
  }
  for (const [name, tool, files, input] of taken) {
    it(`lets in ${name}`, async () => {
      const world = new MemoryWorld(files);
      world.maxWrittenBytes = max;
      await succeed(tool, world, input);
    });
  }

  it('is 50 MiB', async () => {
    const world = new MemoryWorld();
    const message = await fail(writeFile, world, { filePath: 'a', content: 'x'.repeat(60_000_000) }, 'TOO_LARGE');
    assert.match(message, /would take 60000000 bytes.* at most 52428800 bytes \(50 MiB\)/);
  });
});
