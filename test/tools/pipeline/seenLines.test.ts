import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { deleteLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';
import { before, n, notebook, world as notebookWorld } from '../notebook.ts';

const filePath = 'a.txt';
const text = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');
const lines = (startLine: number, endLine = startLine): object => ({ filePath, startLine, endLine });
const page = (startLine: number, maxLines: number): object => ({ filePath, startLine, maxLines });

type Step = readonly [Tool, object];
const edit: Step = [editFile, { filePath, oldString: 'line 30\n', newString: 'x\ny\n' }];

/** Steps that succeed; then lines that may be deleted by their numbers alone, and lines that may not. */
const rows: [string, readonly Step[], [number, number], [number, number]][] = [
  ['read in a page', [[readFile, page(11, 10)]], [11, 20], [20, 21]],
  [
    'read in two pages',
    [
      [readFile, page(11, 10)],
      [readFile, page(21, 5)],
    ],
    [20, 25],
    [10, 11],
  ],
  ['read to the end', [[readFile, page(30, 2000)]], [30, 40], [29, 30]],
  ['shown around an edit', [edit], [25, 36], [24, 24]],
  ['below an edit, read before it', [[readFile, page(35, 6)], edit], [37, 41], [24, 24]],
  ['appended', [[writeFile, { filePath, content: 'end\n', mode: 'append' }]], [41, 41], [1, 1]],
  [
    'read before something was appended',
    [
      [readFile, page(1, 3)],
      [writeFile, { filePath, content: 'x\n', mode: 'append' }],
    ],
    [1, 3],
    [4, 4],
  ],
];

describe('lines may be referred to by number if the agent has seen them', () => {
  for (const [name, steps, [start, end], [firstUnseen, lastUnseen]] of rows) {
    it(name, async () => {
      const world = new MemoryWorld({ [filePath]: text(40) });
      for (const [tool, input] of steps) await succeed(tool, world, input);
      const words = await fail(deleteLines, world, lines(firstUnseen, lastUnseen), 'VALIDATION_ERROR');
      assert.match(words, /^You have not read lines? /);
      await succeed(deleteLines, world, lines(start, end));
    });
  }

  it('includes all of a file that the agent wrote completely, even if it only became longer', async () => {
    const world = new MemoryWorld({ [filePath]: text(40) });
    await succeed(writeFile, world, { filePath, content: text(41) });
    await succeed(deleteLines, world, lines(5));
    await succeed(writeFile, world, { filePath, content: text(39) });
    await succeed(deleteLines, world, lines(1));
    await succeed(writeFile, world, { filePath, content: text(200) });
    await succeed(deleteLines, world, lines(199));
    await succeed(writeFile, world, { filePath: 'b.txt', content: text(9) });
    await succeed(deleteLines, world, { filePath: 'b.txt', startLine: 5 });
  });

  it('includes the same lines in a moved or copied file', async () => {
    const world = new MemoryWorld({ [filePath]: text(200) });
    await succeed(readFile, world, page(151, 5));
    await succeed(copyPath, world, { from: filePath, to: 'c.txt' });
    await succeed(movePath, world, { from: filePath, to: 'm.txt' });
    for (const moved of ['c.txt', 'm.txt']) {
      await fail(deleteLines, world, { filePath: moved, startLine: 159 }, 'VALIDATION_ERROR');
      await succeed(deleteLines, world, { filePath: moved, startLine: 155 });
    }
  });

  it('includes the lines of a copy that the answer shows', async () => {
    const world = new MemoryWorld({ [filePath]: text(200) });
    await succeed(copyPath, world, { from: filePath, to: 'c.txt' });
    const patch = ['copy from a.txt', 'copy to d.txt', '@@ -2,1 +2,2 @@', ' line 2', '+own', ''];
    await succeed(applyPatch, world, { patchText: ['diff --git a/a.txt b/d.txt', ...patch].join('\n') });
    for (const copy of ['c.txt', 'd.txt']) {
      await fail(deleteLines, world, { filePath: copy, startLine: 121 }, 'VALIDATION_ERROR');
      await succeed(deleteLines, world, { filePath: copy, startLine: 3, endLine: 120 });
    }
  });

  it('includes lines that the call wrote, but no others beyond those that fit into the answer', async () => {
    const everyTenth = text(400).replaceAll(/line \d+0\n/g, 'foo\n');
    const world = new MemoryWorld({ [filePath]: everyTenth });
    const input = { filePath, oldString: 'foo', newString: 'bar', replaceAll: true };
    assert.match((await succeed(editFile, world, input)).text, /… 276 more lines around changes/);
    await fail(deleteLines, world, lines(395), 'VALIDATION_ERROR');
    await succeed(deleteLines, world, lines(390));
    await fail(deleteLines, world, lines(4), 'VALIDATION_ERROR');
    await succeed(deleteLines, world, lines(5, 124));
  });

  it('does not include all of a file if a formatter or the user changed what the call wrote', async () => {
    const world = new MemoryWorld({ [filePath]: text(400) });
    const amended = text(400)
      .replace('line 30\n', 'x\ny\n')
      .replaceAll(/line \d\d(?=[1-9]\n)/g, ' $&');
    const after = await world.encode(amended);
    world.decide = ({ changes }) => ({
      approved: true,
      changes: changes.map((change): Change => {
        assert.ok(change.kind === 'update');
        return { ...change, after, edits: undefined };
      }),
      amended: true,
      excludedPaths: [],
    });
    const [tool, input] = edit;
    await succeed(tool, world, input);
    world.decide = ({ changes }) => ({ approved: true, changes, amended: false, excludedPaths: [] });
    for (const unseen of [24, 300, 392]) await fail(deleteLines, world, lines(unseen), 'VALIDATION_ERROR');
    await succeed(deleteLines, world, lines(25, 36));
  });

  it('includes lines of pages that another change left as they were', async () => {
    const world = new MemoryWorld({ [filePath]: text(40) });
    await succeed(readFile, world, page(1, 20));
    world.put(filePath, text(40).replace('line 3\n', 'x\n').replace('line 9\n', 'x\ny\n').replace('line 30\n', ''));
    await succeed(readFile, world, page(21, 2000));
    for (const unseen of [3, 9, 15]) await fail(deleteLines, world, lines(unseen), 'VALIDATION_ERROR');
    await succeed(deleteLines, world, lines(5));
  });

  it('does not include lines after a failed read', async () => {
    const world = new MemoryWorld({ [filePath]: text(20) });
    await fail(readFile, world, page(99, 1), 'VALIDATION_ERROR');
    await fail(deleteLines, world, lines(15, 18), 'VALIDATION_ERROR');
  });

  it('includes the changed lines that a STALE error shows, and no others', async () => {
    const world = new MemoryWorld({ [filePath]: text(40) });
    await succeed(readFile, world, page(20, 3));
    world.put(filePath, text(40).replace('line 21\n', 'other\n'));
    await fail(deleteLines, world, lines(21), 'STALE');
    await fail(deleteLines, world, lines(30), 'VALIDATION_ERROR');
    await succeed(deleteLines, world, lines(21));
  });

  it('includes the notebook cells that were read', async () => {
    const world = notebookWorld();
    await succeed(readFile, world, { filePath: n, cell: 3, maxLines: 2 });
    await fail(deleteLines, world, { filePath: n, cell: 2, startLine: 1 }, 'VALIDATION_ERROR');
    await fail(deleteLines, world, { filePath: n, cell: 3, startLine: 3 }, 'VALIDATION_ERROR');
    const deletion = { filePath: n, action: 'delete', cell: '2' };
    assert.match(await fail(editNotebook, world, deletion, 'VALIDATION_ERROR'), /^You have not read /);
    await succeed(deleteLines, world, { filePath: n, cell: 3, startLine: 2 });
  });

  it('includes cells that another change left as they were', async () => {
    for (const first of [{ cell: 2 }, {}]) {
      const world = notebookWorld();
      await succeed(readFile, world, { filePath: n, ...first });
      world.put(n, notebook(['# Other'], before[1], before[2], ['new']));
      await succeed(readFile, world, { filePath: n, cell: 4 });
      const deletion = { filePath: n, action: 'delete', cell: '1' };
      assert.match(await fail(editNotebook, world, deletion, 'VALIDATION_ERROR'), /^You have not read /);
      await succeed(deleteLines, world, { filePath: n, cell: 2, startLine: 2 });
    }
  });
});
