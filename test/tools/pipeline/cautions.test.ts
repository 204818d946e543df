import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import type { ReviewRequest } from '../../../src/tools/ports/ports.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

type Files = Readonly<Record<string, string>>;

const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
const file = `${lines.join('\n')}\n`;
const patch = (header: string, ...body: string[]): string =>
  `--- a/a.txt\n+++ b/a.txt\n${header}\n${body.join('\n')}\n`;
const around = [' line 38', ' line 39', '-line 40', '+LINE 40', ' line 41', ' line 42'];
const quoted = 'say "one"\nsay \u201ctwo\u201d\n';

/** Calls that need approval whatever the rules allow, and the text of the caution. */
const seen: [string, Tool, Files, object, RegExp][] = [
  [
    'a hunk with less context',
    applyPatch,
    { 'a.txt': file.replace('line 38', 'other 38') },
    { patchText: patch('@@ -38,5 +38,5 @@', ...around) },
    /^a\.txt: placed with less context at line 40$/,
  ],
  [
    'a hunk with less context, elsewhere',
    applyPatch,
    { 'a.txt': `new\n${file.replace('line 38', 'other 38')}` },
    { patchText: patch('@@ -38,5 +38,5 @@', ...around) },
    /^a\.txt: placed with less context at line 41, though the patch says line 40$/,
  ],
  [
    'a hunk of which only the second part has moved',
    applyPatch,
    { 'a.txt': file.replace('line 43', 'new\nnew\nline 43') },
    { patchText: patch('@@ -38,9 +38,9 @@', ...around, ' line 43', ' line 44', '-line 45', '+LINE 45', ' line 46') },
    /^a\.txt: placed with less context at line 47, though the patch says line 45$/,
  ],
  [
    'a hunk against its line number',
    applyPatch,
    { 'a.txt': file },
    { patchText: patch('@@ -13,5 +13,5 @@', ...around) },
    /^a\.txt: placed at line 40, though the patch says line 15$/,
  ],
  [
    'a hunk by look-alikes',
    applyPatch,
    { 'a.txt': quoted },
    { patchText: patch('@@ -1,2 +1,2 @@', ' say \u201cone\u201d', '-say \u201ctwo\u201d', '+say two') },
    /^a\.txt: placed by look-alike characters at line 2$/,
  ],
  [
    'a hunk at another indentation',
    applyPatch,
    { 'a.txt': 'if\n    one\n    two\n' },
    { patchText: patch('@@ -2,2 +2,2 @@', '   one', '-  two', '+  2') },
    /^a\.txt: placed with different indentation at line 3$/,
  ],
  [
    'an edit by look-alikes',
    editFile,
    { 'a.txt': quoted },
    { filePath: 'a.txt', oldString: 'say \u201cone\u201d', newString: 'say 1' },
    /^a\.txt: placed by look-alike characters at line 1$/,
  ],
  [
    'an edit of several at another indentation',
    multiEdit,
    { 'a.txt': 'if\n    one\n    two\n' },
    { edits: [{ filePath: 'a.txt', oldString: '  one\n  two\n', newString: '  one\n' }] },
    /^a\.txt: placed with different indentation at line 2$/,
  ],
  [
    'an overwriting that abbreviates',
    writeFile,
    { 'a.txt': file },
    { filePath: 'a.txt', content: 'line 1\n// ... rest of the code ...\n' },
    /^a\.txt: line 2 stands in for omitted text: \/\/ \.\.\. rest of the code \.\.\.$/,
  ],
  [
    'a new file that abbreviates',
    writeFile,
    {},
    { filePath: 'a.txt', content: 'a()\n// ... existing code ...\n' },
    /^a\.txt: line 2 stands in for/,
  ],
  [
    'what is appended and abbreviates',
    writeFile,
    { 'a.txt': 'a\n' },
    { filePath: 'a.txt', content: '// ... existing code ...\n', mode: 'append' },
    /line 2 stands in for/,
  ],
  [
    'an edit that abbreviates',
    editFile,
    { 'a.txt': file },
    { filePath: 'a.txt', oldString: 'line 2\nline 3\n', newString: '// ... rest of the code ...\n' },
    /line 2 stands in for/,
  ],
  [
    'edits that abbreviate where the file did so elsewhere',
    multiEdit,
    { 'a.txt': `# ...\n${file}` },
    { edits: [{ filePath: 'a.txt', oldString: 'line 2\nline 3\n', newString: '# ...\n' }] },
    /line 3 stands in for/,
  ],
  [
    'lines that abbreviate',
    replaceLines,
    { 'a.txt': 'a\nb\n' },
    { filePath: 'a.txt', startLine: 1, expectedText: 'a', newContent: '/* ... existing code ... */' },
    /line 1 stands in for/,
  ],
  [
    'a patch that abbreviates',
    applyPatch,
    { 'a.txt': file },
    { patchText: patch('@@ -1,2 +1,2 @@', '-line 1', '+// ... existing code ...', ' line 2') },
    /line 1 stands in for/,
  ],
  [
    'a patched copy that abbreviates',
    applyPatch,
    { 'a.txt': file },
    {
      patchText:
        'diff --git a/a.txt b/b.txt\ncopy from a.txt\ncopy to b.txt\n--- a/a.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n-line 1\n+// ... existing code ...\n line 2\n',
    },
    /^b\.txt: line 1 stands in for/,
  ],
];

/** Calls that are as allowed as they are. */
const unseen: [string, Tool, Files, object][] = [
  ['an exact hunk', applyPatch, { 'a.txt': file }, { patchText: patch('@@ -38,5 +38,5 @@', ...around) }],
  ['an exact hunk without numbers', applyPatch, { 'a.txt': file }, { patchText: patch('@@', ...around) }],
  [
    'a hunk but for white space at the end of lines',
    applyPatch,
    { 'a.txt': file.replace('line 39', 'line 39  ').replaceAll('\n', '\r\n') },
    { patchText: patch('@@ -38,5 +38,5 @@', ...around) },
  ],
  ['a bare insertion at its line', applyPatch, { 'a.txt': 'a\n' }, { patchText: patch('@@ -1,0 +2 @@', '+b') }],
  [
    'an edit but for line endings',
    editFile,
    { 'a.txt': 'a\r\nb\r\nc\r\n' },
    { filePath: 'a.txt', oldString: 'a\nb', newString: 'a\nB' },
  ],
  [
    'an abbreviation that only moves',
    editFile,
    { 'a.txt': 'a\n// ... existing code ...\nb\n' },
    { filePath: 'a.txt', oldString: 'a\n// ... existing code ...\n', newString: '// ... existing code ...\na\n' },
  ],
  [
    'a file that abbreviates, moved',
    movePath,
    { 'a.txt': '// ... existing code ...\n' },
    { from: 'a.txt', to: 'b.txt' },
  ],
  ['and copied', copyPath, { 'a.txt': '// ... existing code ...\n' }, { from: 'a.txt', to: 'b.txt' }],
];

function allowing(files: Files): MemoryWorld {
  const world = new MemoryWorld(files);
  world.verdict = { action: 'allow', reason: phrase('A rule allows it.'), protected: false, rememberable: false };
  return world;
}

function wordsIn({ changes }: ReviewRequest): string[] {
  return changes.flatMap(({ cautions }) => (cautions ?? []).map(({ message }) => inEnglish(message)));
}

describe('a change with a caution', () => {
  for (const [name, tool, files, input, words] of seen) {
    it(`needs approval although a rule allows it, and shows the caution: ${name}`, async () => {
      const world = allowing(files);
      const { text } = await succeed(tool, world, input);
      const [request] = world.asked;
      assert.ok(request !== undefined);
      assert.equal(request.verdict.action, 'ask');
      assert.equal(request.verdict.mustBeSeen, true);
      assert.equal(request.verdict.protected, false);
      const [first] = wordsIn(request);
      assert.match(first ?? '', words);
      assert.ok(
        text.split('\n').some((line) => line === first || line === `${first}.`),
        text,
      );
      assert.equal(world.records[0]?.verdict?.action, 'ask');
    });

    it(`reports the caution in a dry run, and writes nothing if rejected: ${name}`, async () => {
      const world = allowing(files);
      const { text } = await succeed(tool, world, { ...input, dryRun: true });
      assert.match(text, /would ask the user/);
      assert.match(text, new RegExp(words.source.replace(/^\^/, '').replace(/\$$/, '')));
      assert.equal(world.asked.length, 0);
      world.decide = () => ({ approved: false });
      await fail(tool, world, input, 'REJECTED');
    });
  }

  for (const [name, tool, files, input] of unseen) {
    it(`is not: ${name}`, async () => {
      const world = allowing(files);
      await succeed(tool, world, input);
      assert.equal(world.asked.length, 0);
    });
  }

  it('stays denied or protected', async () => {
    const world = allowing({ 'a.txt': quoted });
    const edit = { filePath: 'a.txt', oldString: 'say \u201cone\u201d', newString: 'say 1' };
    world.verdict = { ...world.verdict, action: 'deny' };
    await fail(editFile, world, edit, 'PERMISSION_DENIED');
    world.verdict = { ...world.verdict, action: 'ask', protected: true };
    await succeed(editFile, world, edit);
    assert.equal(world.asked[0]?.verdict.protected, true);
  });

  it('lists the first of many positions, and counts the rest', async () => {
    const world = allowing({ 'a.txt': quoted.repeat(500).replaceAll('"', '\u201c') });
    const { text } = await succeed(editFile, world, {
      filePath: 'a.txt',
      oldString: 'say "two"',
      newString: 'x',
      replaceAll: true,
      dryRun: true,
    });
    assert.match(text, /a\.txt: 495 more places were not matched exactly\./);
    assert.ok(text.length < 30_000);
  });
});
