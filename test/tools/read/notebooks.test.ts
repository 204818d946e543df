import assert from 'node:assert/strict';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { searchText } from '../../../src/tools/read/searchText.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';
import { before, n, notebook, world } from '../notebook.ts';

describe('a notebook is read', () => {
  it('as cells with their lines, and outputs by type and size', async () => {
    const { text, result } = await succeed(readFile, world(), { filePath: n });
    assert.match(text, /^n\.ipynb: notebook, format 4\.5; python; 3 cells; SHA-256 [0-9a-f]{64}\n/);
    assert.equal(
      result['content'],
      [
        '[cell 1, markdown, id id1]',
        '     1→# Title',
        '[cell 2, code, id id2, run 1]',
        '     1→x = 1',
        '     2→y = "é"',
        'outputs: stdout 6 bytes',
        '[cell 3, code, id id3, run 2]',
        '     1→x = 1',
        '     2→z = 3',
        '     3→print(x)',
        'outputs: stdout 6 bytes',
      ].join('\n'),
    );
    assert.deepEqual([result['kind'], result['truncated']], ['notebook', false]);
  });

  it('cell by cell, by number and by id, and on from a cell', async () => {
    for (const cell of [2, '2', '#2', 'id2', 'id:id2'])
      assert.match(
        (await succeed(readFile, world(), { filePath: n, cell })).text,
        /\n\[cell 2, .*\n.*x = 1\n.*\noutputs: [^\n]*$/,
      );
    const first = await succeed(readFile, world(), { filePath: n, maxLines: 2 });
    assert.match(first.text, /redline_read_file \{"filePath":"n\.ipynb","cell":"2-","startLine":2\}$/);
    const next = await succeed(readFile, world(), { filePath: n, cell: '2-', startLine: 2 });
    assert.match(String(next.result['content']), /^\[cell 2, [^\n]*\n {5}2→y = "é"\noutputs[^\n]*\n\[cell 3/);
  });

  it('by an id that ends with a hyphen, which is no range', async () => {
    const withHyphen = world(notebook(...before).replaceAll('"id2"', '"id2-"'));
    for (const cell of ['id2-', 'id:id2-'])
      assert.match(
        (await succeed(readFile, withHyphen, { filePath: n, cell })).text,
        /\n\[cell 2, .*\n.*x = 1\n.*\noutputs: [^\n]*$/,
      );
    const range = await succeed(readFile, withHyphen, { filePath: n, cell: 'id2--' });
    assert.match(range.text, /\n\[cell 2, [^]*\n\[cell 3/);
  });

  it('as JSON where that is asked for, or where it is none', async () => {
    const raw = await succeed(readFile, world(), { filePath: n, cell: 'raw' });
    assert.match(raw.text, /"stdout"/);
    const broken = world('{"nbformat":4,\n<<<<<<< HEAD\n');
    assert.match((await succeed(readFile, broken, { filePath: n })).text, /<<<<<<< HEAD/);
    const message = await fail(readFile, broken, { filePath: n, cell: 1 }, 'VALIDATION_ERROR');
    assert.match(message, /not a valid notebook: a text in quotes is missing, in line 2\. .*cell: "raw"/);
  });

  it('on in its JSON, by lines and in a long line', async () => {
    const raw = { filePath: n, cell: 'raw' };
    const first = await succeed(readFile, world(), { ...raw, maxLines: 2 });
    assert.match(first.text, /redline_read_file \{"filePath":"n\.ipynb","cell":"raw","startLine":3\}$/);
    const wide = world(notebook([`# ${'x'.repeat(3000)}`]));
    assert.match(
      (await succeed(readFile, wide, raw)).text,
      /\{"filePath":"n\.ipynb","cell":"raw",.*"startColumn":2000\}/,
    );
  });

  it('on in a long line of a cell, with no half characters', async () => {
    const wide = world(notebook([`${'x'.repeat(1999)}😀${'y'.repeat(4000)}`]));
    const { text } = await succeed(readFile, wide, { filePath: n });
    assert.match(text, /\{"filePath":"n\.ipynb","cell":"1","startLine":1,"maxLines":1,"startColumn":1999\}$/);
  });

  it('not past its cells and lines', async () => {
    assert.match(await fail(readFile, world(), { filePath: n, cell: 4 }, 'NO_MATCH'), /numbered from 1 to 3/);
    assert.match(
      await fail(readFile, world(), { filePath: n, cell: 2, startLine: 3 }, 'VALIDATION_ERROR'),
      /has 2 lines/,
    );
    const text = new MemoryWorld({ 'a.ts': 'x' });
    assert.match(await fail(readFile, text, { filePath: 'a.ts', cell: 1 }, 'VALIDATION_ERROR'), /not a notebook/);
  });
});

describe('a search', () => {
  it('tells the cell and the line of what it finds in a notebook', async () => {
    const { text } = await succeed(searchText, world(), { query: 'x = 1' });
    const cells = text.split('\n').find((line) => line.startsWith('(a notebook'));
    assert.match(
      cells ?? '',
      /^\(a notebook, by lines of its JSON; line \d+: cell 2, outside of its source; line \d+: cell 2, line 1; line \d+: cell 3, outside of its source; line \d+: cell 3, line 1\)$/,
    );
    assert.match((await succeed(searchText, world(), { query: 'print' })).text, /line \d+: cell 3, line 3\)/);
    assert.match((await succeed(searchText, world(), { query: 'nbformat"' })).text, /line \d+: in no cell\)/);
    assert.doesNotMatch((await succeed(searchText, world('x = 1 {'), { query: 'x = 1' })).text, /a notebook/);
  });

  it('tells no cells of a notebook that has gone meanwhile', async () => {
    const searched = world();
    const ports = searched.world();
    const locate = (): Promise<never> => Promise.reject(new Error('It has gone.'));
    const workspaceFor: typeof ports.workspaceFor = (call) => ({ ...ports.workspaceFor(call), locate });
    const outcome = await runTool(searchText, { query: 'x = 1' }, searched.call, { ...ports, workspaceFor });
    if (!outcome.ok) assert.fail(outcome.error.message);
    assert.match(outcome.text, /n\.ipynb/);
    assert.doesNotMatch(outcome.text, /a notebook/);
  });
});
