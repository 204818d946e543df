import assert from 'node:assert/strict';
import type { LineComment } from '../../../src/core/comments/lineComment.ts';
import { withNotebookCells } from '../../../src/vscode/comments/commentCells.ts';
import { notebook } from '../../tools/notebook.ts';

const text = notebook(['# Title'], ['x = 1\n', 'y = "é"'], ['z = 3\n', 'print(x)']);
const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
const comment = (line: number, more: Partial<LineComment> = {}): LineComment => ({
  path: 'dir/n.ipynb',
  side: 'after',
  lines: { start: line, end: line },
  fate: 'same',
  quoted: [],
  words: 'w',
  ...more,
});
const cellOf = async (given: LineComment, now: string | undefined = text): Promise<LineComment['cell']> =>
  (await withNotebookCells([comment(1, { path: 'a.txt' }), given], [text, now]))[1]?.cell;

describe('the cells of comments on a notebook', () => {
  const rows: readonly (readonly [what: string, line: number, cell: LineComment['cell']])[] = [
    ['the first line of a source', lineOf('# Title'), { number: 1, line: 1 }],
    ['a later line', lineOf('y = '), { number: 2, line: 2 }],
    ['the last cell', lineOf('print(x)'), { number: 3, line: 2 }],
    ['outputs', lineOf('stdout'), { number: 2, line: undefined }],
    ['outside of all cells', lineOf('nbformat_minor'), undefined],
    ['beyond the end', 9999, undefined],
  ];
  for (const [what, line, cell] of rows) {
    it(what, async () => assert.deepEqual(await cellOf(comment(line)), cell));
  }

  it('are none where lines are gone, the text is no notebook, or the file is another one', async () => {
    const line = lineOf('# Title');
    assert.equal(await cellOf(comment(line, { fate: 'gone' })), undefined);
    assert.equal(await cellOf(comment(line), text.slice(1)), undefined);
    assert.equal(await cellOf(comment(line, { path: 'n.json' })), undefined);
    assert.equal((await withNotebookCells([comment(line)], [undefined]))[0]?.cell, undefined);
  });
});
