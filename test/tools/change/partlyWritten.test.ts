import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { composeText, splitIntoHunks } from '../../../src/core/change/hunks/hunks.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';
import { n, notebook, world as notebookWorld } from '../notebook.ts';

/** Lets the user exclude the first part of each change. */
function excludeFirstParts(world: MemoryWorld): void {
  world.decide = async ({ changes }) => {
    const written = changes.map(async (change): Promise<Change> => {
      const split = splitIntoHunks(change);
      if (split === undefined || change.kind !== 'update') return change;
      return { ...change, after: await world.encode(composeText(split, new Set([0])).text) };
    });
    return { approved: true, changes: await Promise.all(written), amended: true, excludedPaths: [] };
  };
}

describe('the answer to a call of which parts were excluded', () => {
  for (const input of [
    { action: 'move', cell: 'id2', after: 'id5' },
    { action: 'move', cell: 'id5', after: 'id1' },
  ])
    it(`names no cell and no number of cells of the plan: ${JSON.stringify(input)}`, async () => {
      const world = notebookWorld(notebook(['# a'], ['b'], ['c'], ['d'], ['e'], ['f']));
      excludeFirstParts(world);
      const { text, result } = await succeed(editNotebook, world, { filePath: n, ...input });
      assert.notEqual(JSON.parse(world.text(n) ?? '').cells.length, 6, 'one of the two parts is written');
      assert.match(
        text,
        /^Move cell \d of n\.ipynb: written, but not as planned\. Read it again with redline_read_file/,
      );
      assert.doesNotMatch(text, /now cell|The notebook has/);
      assert.deepEqual([result['cell'], result['id']], [null, null]);
    });

  it('names the lines of the text that was written', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\nthree\nfour\nfive\n' });
    excludeFirstParts(world);
    const edits = [
      { oldString: 'one', newString: '1\n1\n1' },
      { oldString: 'five', newString: '5' },
    ].map((edit) => ({ filePath: 'a.txt', ...edit }));
    const { text, result } = await succeed(multiEdit, world, { edits });
    assert.equal(world.text('a.txt'), 'one\ntwo\nthree\nfour\n5\n');
    assert.match(text, /\n2\. a\.txt: 1 replacement \(tier: exact\), line 5\n/);
    const results = result['results'] as readonly { readonly lines: unknown }[];
    assert.deepEqual(results[1]?.lines, [5]);
  });

  it('counts the replacements of each edit that were written', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\none\nfour\nfive\n', 'b.txt': 'one\n' });
    excludeFirstParts(world);
    const edits = [
      { filePath: 'a.txt', oldString: 'one', newString: '1', replaceAll: true },
      { filePath: 'a.txt', oldString: '1\ntwo', newString: '1!\ntwo' },
      { filePath: 'a.txt', oldString: 'five', newString: '5' },
      { filePath: 'b.txt', oldString: 'one', newString: '1' },
    ];
    const { text, result } = await succeed(multiEdit, world, { edits });
    assert.equal(world.text('a.txt'), 'one\ntwo\n1\nfour\n5\n');
    assert.match(
      text,
      /^Edited 2 files: 3 replacements\.\n1\. a\.txt: 1 replacement \(tier: exact\), line 3\n2\. a\.txt: not written\n3\. a\.txt: 1 replacement \(tier: exact\), line 5\n/,
    );
    assert.equal(result['totalReplacements'], 3);
    assert.deepEqual(result['files'], [
      { filePath: 'a.txt', replacements: 2 },
      { filePath: 'b.txt', replacements: 1 },
    ]);
    const results = result['results'] as readonly { readonly replacements: number; readonly lines: unknown }[];
    assert.deepEqual(
      results.map(({ replacements, lines }) => [replacements, lines]),
      [
        [1, [3]],
        [0, []],
        [1, [5]],
        [1, [1]],
      ],
    );
  });

  for (const [name, tool, input] of [
    ['an edit', editFile, { filePath: n, cell: 'id2', oldString: 'tea', newString: 'chai\nhot', replaceAll: true }],
    [
      'several',
      multiEdit,
      { edits: [{ filePath: n, cell: 'id2', oldString: 'tea', newString: 'chai\nhot', replaceAll: true }] },
    ],
  ] as const)
    it(`counts the replacements in a cell that were written: ${name}`, async () => {
      const world = notebookWorld(notebook(['# a'], ['tea\n', 'x\n', 'tea']));
      excludeFirstParts(world);
      const { text, result } = await succeed(tool, world, input);
      const cell = JSON.parse(world.text(n) ?? '').cells[1];
      assert.deepEqual(cell.source, ['tea\n', 'x\n', 'chai\n', 'hot']);
      assert.equal(result['replacements'] ?? result['totalReplacements'], 1);
      assert.match(text, /1 replacement \(tier: exact\)/);
      const [only] = (result['results'] ?? []) as readonly { readonly lines: unknown }[];
      if (only !== undefined) assert.deepEqual(only.lines, [3]);
    });

  it('says where raw edits are mixed with those of cells', async () => {
    const world = notebookWorld(notebook(['# a'], ['tea']));
    excludeFirstParts(world);
    const rawEdit = { filePath: n, cell: 'raw', oldString: '"python"', newString: '"py"' };
    const edits = [{ filePath: n, cell: 'id2', oldString: 'tea', newString: 'chai' }, rawEdit];
    const { text } = await succeed(multiEdit, world, { edits });
    assert.match(text, /\nWhat is said of n\.ipynb may be as you proposed it, not as written: raw edits are mixed/);
  });
});

/** Lets the user write another text than the planned one. */
function amendTo(world: MemoryWorld, text: string): void {
  world.decide = async ({ changes: [change] }) => {
    assert(change !== undefined && 'after' in change);
    const written: Change = { ...change, after: await world.encode(text) };
    return { approved: true, changes: [written], amended: true, excludedPaths: [] };
  };
}

describe('the answer to a patch of which hunks were excluded', () => {
  const text = 'one\ntwo\nthree\nfour\nfive\n';
  const inPlace = '--- a/a.txt\n+++ b/a.txt\n';
  const firstAndLast = '@@ -1 +1,3 @@\n-one\n+1\n+1\n+1\n@@ -5 +7 @@\n-five\n+5\n';
  const rename = 'diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n--- a/a.txt\n+++ b/b.txt\n';
  for (const [name, patchText, note, hunks] of [
    [
      'counts the others, at their lines',
      inPlace + firstAndLast,
      'a.txt: updated (line 1 not written, line 5 exact)',
      1,
    ],
    [
      'tells one that was written in part',
      `${inPlace}@@ -1,5 +1,5 @@\n-one\n+1\n two\n three\n four\n-five\n+5\n`,
      'a.txt: updated (line 1 partly written)',
      1,
    ],
    [
      'of several sections of a file',
      `${inPlace}@@ -5 +5 @@\n-five\n+5\n${inPlace}@@ -1 +1 @@\n-one\n+1\n`,
      'a.txt: updated (line 5 exact, line 1 not written)',
      1,
    ],
    [
      'counts one that was already applied',
      `${inPlace}@@ -1 +1 @@\n-one\n+1\n@@ -2,2 +2,2 @@\n-zwei\n+two\n three\n@@ -5 +5 @@\n-five\n+5\n`,
      'a.txt: updated (line 1 not written, line 2 already applied, line 5 exact)',
      2,
    ],
    ['of a moved file', rename + firstAndLast, 'b.txt: moved (line 1 exact, line 7 not written)', 1],
  ] as const)
    it(name, async () => {
      const world = new MemoryWorld({ 'a.txt': text });
      if (patchText.startsWith(rename)) amendTo(world, '1\n1\n1\ntwo\nthree\nfour\nfive\n');
      else excludeFirstParts(world);
      const answer = await succeed(applyPatch, world, { patchText });
      assert.equal(answer.text.split('\n')[1], note);
      const [file] = answer.result['files'] as readonly { readonly hunks: number; readonly tiers: unknown }[];
      assert.deepEqual([file?.hunks, file?.tiers], [hunks, ['exact']]);
    });

  it('lists no excluded file in the result', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    world.decide = ({ changes }) => ({
      approved: true,
      changes: changes.slice(1),
      amended: false,
      excludedPaths: [{ path: 'a.txt' }],
    });
    const patchText = ['a', 'b'].map((name) => `--- a/${name}.txt\n+++ b/${name}.txt\n@@ -1 +1 @@\n-one\n+1\n`);
    const { result } = await succeed(applyPatch, world, { patchText: patchText.join('') });
    const files = result['files'] as readonly { readonly path: string }[];
    assert.deepEqual([result['filesModified'], files.map(({ path }) => path)], [1, ['b.txt']]);
  });
});

describe('the answer to a change of lines that was not written as planned', () => {
  const text = 'one\ntwo\nthree\nfour\nfive\nsix\n';
  const lines = { startLine: 2, endLine: 5, expectedText: 'two\nthree\nfour\nfive' };
  for (const [name, written, headline, numbers] of [
    [
      'some of them',
      'one\ntwo\nthree\nfour\n5\n5\nsix\n',
      'line 5 of a.txt, not as planned: 1 line removed, 2 lines added',
      [5, 5, 1, 2],
    ],
    [
      'only lines below',
      'one\ntwo\nthree\nfour\nfive\n5\nsix\n',
      'line 5 of a.txt, not as planned: 0 lines removed, 1 line added',
      [5, 5, 0, 1],
    ],
    [
      'only lines above',
      'one\n2\ntwo\nthree\nfour\nfive\nsix\n',
      'line 2 of a.txt, not as planned: 0 lines removed, 1 line added',
      [2, 2, 0, 1],
    ],
    [
      'not all',
      'one\n2\nthree\nfour\n5\nsix\n',
      'lines 2–5 of a.txt, not as planned: 2 lines removed, 2 lines added',
      [2, 5, 2, 2],
    ],
    ['none', 'one\ntwo\nthree\nfour\nfive\nsix!\n', undefined, [2, 5, 0, 0]],
  ] as const)
    it(`for a replacement: ${name}`, async () => {
      const world = new MemoryWorld({ 'a.txt': text });
      amendTo(world, written);
      const answer = await succeed(replaceLines, world, { filePath: 'a.txt', ...lines, newContent: '2\n3\n4\n5\n5' });
      const expected = headline === undefined ? 'Lines 2–5 of a.txt: not written.' : `Replaced ${headline}.`;
      assert.equal(answer.text.split('\n')[0], expected);
      const { startLine, endLine, linesRemoved, linesAdded } = answer.result;
      assert.deepEqual([startLine, endLine, linesRemoved, linesAdded], numbers);
    });

  it('for a deletion', async () => {
    const world = new MemoryWorld({ 'a.txt': text });
    amendTo(world, 'one\ntwo\nfour\nfive\nsix\n');
    const answer = await succeed(deleteLines, world, { filePath: 'a.txt', ...lines });
    assert.match(answer.text, /^Deleted line 3 of a\.txt, not as planned: 1 line removed, 0 lines added\.\n/);
  });

  it('for lines of a cell', async () => {
    const world = notebookWorld(notebook(['# a'], ['tea\n', 'x\n', 'tea']));
    excludeFirstParts(world);
    const input = { filePath: n, cell: 'id2', startLine: 1, endLine: 3, expectedText: 'tea\nx\ntea' };
    const answer = await succeed(replaceLines, world, { ...input, newContent: 'chai\nx\nchai' });
    assert.deepEqual(JSON.parse(world.text(n) ?? '').cells[1].source, ['tea\n', 'x\n', 'chai']);
    assert.match(answer.text, /^Replaced line 3 of cell 2 of n\.ipynb, not as planned: 1 line removed, 1 line added\./);
    const { startLine, endLine, linesRemoved, linesAdded } = answer.result;
    assert.deepEqual([startLine, endLine, linesRemoved, linesAdded], [3, 3, 1, 1]);
  });
});
