import assert from 'node:assert/strict';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { pathInfo } from '../../../src/tools/read/pathInfo.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { fail, succeed } from '../call.ts';
import { before, cellsOf, n, notebook, world } from '../notebook.ts';

describe('a cell is edited', () => {
  it('by text, in the only cell that has it, as source and not as JSON', async () => {
    const here = world();
    const { text } = await succeed(editFile, here, {
      filePath: n,
      oldString: 'y = "é"',
      newString: 'y = "\\n"\nw = 2',
    });
    assert.equal(here.text(n), notebook(before[0], ['x = 1\n', 'y = "\\n"\n', 'w = 2'], before[2]));
    assert.match(text, /^Edited cell 2 of n\.ipynb: 1 replacement/);
    assert.equal(inEnglish(here.asked[0]?.title ?? { text: '', args: [] }), 'Edit cell 2 of n.ipynb');
  });

  it('by text, in the cell that is named, where several have it', async () => {
    const edit = { filePath: n, oldString: 'x = 1', newString: 'x = 2' };
    assert.match(await fail(editFile, world(), edit, 'AMBIGUOUS_MATCH'), /in the cells #2, #3 of n\.ipynb/);
    for (const cell of [3, 'id3']) {
      const here = world();
      await succeed(editFile, here, { ...edit, cell });
      assert.equal(here.text(n), notebook(before[0], before[1], ['x = 2\n', 'z = 3\n', 'print(x)']));
    }
  });

  it('not where no cell has the text, whatever the JSON has', async () => {
    const edit = { filePath: n, oldString: '"id": "id1"', newString: '"id": "other"' };
    assert.match(await fail(editFile, world(), edit, 'NO_MATCH'), /No cell of n\.ipynb has oldString.*cell: "raw"/);
    const here = world();
    await succeed(editFile, here, { ...edit, cell: 'raw' });
    assert.equal(here.text(n), notebook(...before).replace('"id1"', '"other"'));
  });

  it('as JSON with a warning for the user and the model where no notebook is left', async () => {
    const here = world();
    const { text } = await succeed(editFile, here, {
      filePath: n,
      cell: 'raw',
      oldString: '"x = 1\\n",',
      newString: '"x = 1,',
      replaceAll: true,
    });
    assert.match(
      text,
      /n\.ipynb will not be a valid notebook: a text in quotes has an invalid character, in line \d+\./,
    );
    assert.equal(here.asked[0]?.changes[0]?.cautions?.[0]?.requiresApproval, true);
    const fine = await succeed(editFile, world(), { filePath: n, oldString: 'z = 3', newString: 'z = 4' });
    assert.doesNotMatch(fine.text, /valid notebook/);
  });

  it('as text where the file is no valid notebook', async () => {
    const here = world('<<<<<<< HEAD\nx');
    await succeed(editFile, here, { filePath: n, oldString: '<<<<<<< HEAD\n', newString: '' });
    assert.equal(here.text(n), 'x');
  });

  it('several times in one call, each seeing the one before', async () => {
    const here = world();
    const edits = [
      { cell: 2, oldString: 'x = 1', newString: 'x = 2\nx += 1' },
      { oldString: 'x += 1', newString: 'x += 2' },
      { cell: 'id3', oldString: 'print(x)', newString: 'print(z)\n' },
    ];
    const { result } = await succeed(multiEdit, here, { filePath: n, edits });
    assert.equal(
      here.text(n),
      notebook(before[0], ['x = 2\n', 'x += 2\n', 'y = "é"'], ['x = 1\n', 'z = 3\n', 'print(z)\n']),
    );
    assert.deepEqual(result['results'], [
      { filePath: n, cell: 2, replacements: 1, tier: 'exact', lines: [1] },
      { filePath: n, cell: 2, replacements: 1, tier: 'exact', lines: [2] },
      { filePath: n, cell: 3, replacements: 1, tier: 'exact', lines: [3] },
    ]);
  });

  it('by lines, which are counted in the cell, and must have been read', async () => {
    const here = world();
    const lines = { filePath: n, cell: 3, startLine: 2, newContent: 'z = 4\nz += 1' };
    assert.match(await fail(replaceLines, here, lines, 'VALIDATION_ERROR'), /not read line 2 of cell 3 of n\.ipynb/);
    assert.match(await fail(replaceLines, here, { ...lines, cell: undefined }, 'VALIDATION_ERROR'), /Send "cell"/);
    await succeed(readFile, here, { filePath: n });
    await succeed(replaceLines, here, lines);
    assert.equal(here.text(n), notebook(before[0], before[1], ['x = 1\n', 'z = 4\n', 'z += 1\n', 'print(x)']));
    await succeed(deleteLines, here, { filePath: n, cell: 3, startLine: 1, expectedText: 'x = 1' });
    assert.equal(here.text(n), notebook(before[0], before[1], ['z = 4\n', 'z += 1\n', 'print(x)']));
  });

  it('not by lines of a cell that is another one by now', async () => {
    const here = world();
    await succeed(readFile, here, { filePath: n });
    here.put(n, notebook(before[0], ['new'], before[1], before[2]));
    await fail(replaceLines, here, { filePath: n, cell: 3, startLine: 2, newContent: 'z' }, 'STALE');
  });
});

describe('redline_edit_notebook', () => {
  it('inserts a cell, with an id of its own', async () => {
    const here = world();
    const { text, result } = await succeed(editNotebook, here, {
      filePath: n,
      action: 'insert',
      after: 'id1',
      source: 'a\nb',
    });
    const value = JSON.parse(here.text(n) ?? '') as { cells: { id: string }[] };
    const id = value.cells[1]?.id;
    assert.match(id ?? '', /^[0-9a-f]{8}$/);
    assert.deepEqual(value.cells[1], {
      cell_type: 'code',
      execution_count: null,
      id,
      metadata: {},
      outputs: [],
      source: ['a\n', 'b'],
    });
    assert.equal(JSON.stringify(value.cells.toSpliced(1, 1)), JSON.stringify(cellsOf(...before)));
    assert.deepEqual([result['cell'], result['id']], [2, id]);
    assert.match(
      text,
      /^Insert a cell into n\.ipynb: done\. It is now cell 2, id [0-9a-f]{8}\. The notebook has 4 cells\./,
    );
  });

  it('inserts at the top and at the end', async () => {
    for (const [after, index] of [
      ['0', 0],
      ['top', 0],
      [undefined, 3],
    ] as const) {
      const here = world();
      await succeed(editNotebook, here, { filePath: n, action: 'insert', after, kind: 'markdown', source: 'here' });
      const value = JSON.parse(here.text(n) ?? '') as { cells: { source: string[] }[] };
      assert.deepEqual(value.cells[index]?.source, ['here']);
    }
  });

  it('deletes, moves and replaces, by id or by a number that was read', async () => {
    const here = world();
    await fail(editNotebook, here, { filePath: n, action: 'delete', cell: 2 }, 'VALIDATION_ERROR');
    await succeed(editNotebook, here, { filePath: n, action: 'move', cell: 'id3', after: '0' });
    const ids = (): string[] =>
      (JSON.parse(here.text(n) ?? '') as { cells: { id: string }[] }).cells.map(({ id }) => id);
    assert.deepEqual(ids(), ['id3', 'id1', 'id2']);
    // A cell to put it behind is of no use to it.
    await succeed(editNotebook, here, { filePath: n, action: 'delete', cell: 2, after: 'no such cell' });
    assert.deepEqual(ids(), ['id3', 'id2']);
    await succeed(editNotebook, here, {
      filePath: n,
      action: 'replace',
      cell: 'id2',
      source: 'x = 1\nq',
      kind: 'markdown',
    });
    const value = JSON.parse(here.text(n) ?? '') as { cells: object[] };
    assert.deepEqual(value.cells[1], { cell_type: 'markdown', id: 'id2', metadata: {}, source: ['x = 1\n', 'q'] });
  });

  it('takes the hash of the file as proof that a number is known, as the line tools do', async () => {
    const here = world();
    const { result } = await succeed(pathInfo, here, { path: n });
    const expectedSha256 = String(result['sha256']);
    const moved = { filePath: n, action: 'move', cell: 3, after: 1, expectedSha256 };
    await fail(editNotebook, here, { ...moved, expectedSha256: '0'.repeat(64) }, 'STALE');
    await succeed(editNotebook, here, moved);
    assert.deepEqual(here.text(n)?.match(/id\d/g), ['id1', 'id3', 'id2']);
    await fail(editNotebook, here, moved, 'STALE');
  });

  it('does not delete another cell than the one that was read', async () => {
    const here = world();
    await succeed(readFile, here, { filePath: n });
    here.put(n, notebook(before[0], ['new'], before[1], before[2]));
    await fail(editNotebook, here, { filePath: n, action: 'delete', cell: 2 }, 'STALE');
    await succeed(editNotebook, here, { filePath: n, action: 'delete', cell: 'id4' });
  });

  it('says what is missing, and changes no broken notebook', async () => {
    assert.match(
      await fail(editNotebook, world(), { filePath: n, action: 'insert' }, 'VALIDATION_ERROR'),
      /send "source" too/,
    );
    assert.match(
      await fail(editNotebook, world(), { filePath: n, action: 'delete' }, 'VALIDATION_ERROR'),
      /send "cell" too/,
    );
    await fail(editNotebook, world('{'), { filePath: n, action: 'insert', source: '' }, 'VALIDATION_ERROR');
    const twice = world(notebook(...before).replace('"id2"', '"id1"'));
    assert.match(
      await fail(editNotebook, twice, { filePath: n, action: 'delete', cell: 'id1' }, 'AMBIGUOUS_MATCH'),
      /cells #1, #2/,
    );
    await fail(editNotebook, world(), { filePath: n, action: 'move', cell: 'id1', after: 'id1' }, 'NO_CHANGE');
    await fail(editNotebook, world(), { filePath: n, action: 'setKind', cell: 'id1', kind: 'markdown' }, 'NO_CHANGE');
  });
});
