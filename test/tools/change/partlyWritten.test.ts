import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { composeText, splitIntoHunks } from '../../../src/core/change/hunks.ts';
import { editFile } from '../../../src/tools/change/editFile.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { multiEdit } from '../../../src/tools/change/multiEdit.ts';
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
});
