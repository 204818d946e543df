import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editSource } from '../../../src/core/notebook/cellSource.ts';
import { detectStyle } from '../../../src/core/notebook/jsonStyle.ts';
import { applyEdits, type TextEdit } from '../../../src/core/text/text.ts';
import { cellAt, cells, edited, read, sources, writer, writers } from './corpus.ts';

const unescaped = (text: string): unknown => JSON.parse(text);

describe('an edit of a cell', () => {
  it('changes the bytes of that source alone, and makes of it what was asked', () => {
    fc.assert(
      fc.property(
        writer,
        cells,
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 6 }),
        sources,
        (name, made, which, cuts, source) => {
          const notebook = read(writers[name]?.(made) ?? '');
          const cell = cellAt(notebook, which % made.length);
          const { text } = cell.source;
          const sorted = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
          const part = typeof source === 'string' ? source : source.join('');
          const edits: TextEdit[] = [];
          for (let at = 0; at + 1 < sorted.length; at += 2)
            edits.push({ start: sorted[at] ?? 0, end: sorted[at + 1] ?? 0, text: part });
          const after = edited(notebook, editSource(notebook, cell, edits, detectStyle(notebook)));
          const { span } = cell.source;
          assert.equal(after.slice(0, span.start), notebook.text.slice(0, span.start));
          assert.ok(after.endsWith(notebook.text.slice(span.end)));
          const now = read(after);
          assert.equal(cellAt(now, cell.number - 1).source.text, applyEdits(text, edits));
          assert.equal(cellAt(now, cell.number - 1).source.form, cell.source.form);
          assert.deepEqual(now.cells.length, notebook.cells.length);
          assert.deepEqual(
            { ...(unescaped(after) as object), cells: 0 },
            { ...(unescaped(notebook.text) as object), cells: 0 },
          );
        },
      ),
      { seed: 11, numRuns: 3000 },
    );
  });

  it('leaves the other lines of a list as they are, escapes included', () => {
    const notebook = read(
      String.raw`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","source":["\u0061\/\n" ,  "b\n",
"\u00e9"]}]}`,
    );
    const cell = cellAt(notebook, 0);
    const at = cell.source.text.indexOf('b');
    const after = edited(
      notebook,
      editSource(notebook, cell, [{ start: at, end: at + 1, text: 'c\nd' }], detectStyle(notebook)),
    );
    assert.equal(
      after,
      String.raw`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","source":["\u0061\/\n" ,  "c\n" ,  "d\n",
"\u00e9"]}]}`,
    );
  });

  const lists: readonly (readonly [string, readonly string[], TextEdit, readonly string[]])[] = [
    ['a line in the middle', ['a\n', 'b\n', 'c'], { start: 2, end: 3, text: 'B' }, ['a\n', 'B\n', 'c']],
    ['a line that loses its end', ['a\n', 'b\n', 'c'], { start: 3, end: 4, text: '' }, ['a\n', 'bc']],
    ['a whole line that goes', ['a\n', 'b\n', 'c'], { start: 2, end: 4, text: '' }, ['a\n', 'c']],
    ['lines before the first', ['a\n', 'b'], { start: 0, end: 0, text: 'x\ny\n' }, ['x\n', 'y\n', 'a\n', 'b']],
    ['lines behind the last', ['a\n', 'b'], { start: 3, end: 3, text: '\nc\n' }, ['a\n', 'b\n', 'c\n']],
    ['everything', ['a\n', 'b'], { start: 0, end: 3, text: '' }, []],
    ['a line above empty strings', ['a\n', 'b', '', ''], { start: 0, end: 1, text: 'A' }, ['A\n', 'b', '', '']],
    ['the line above an empty string', ['a\n', 'b', ''], { start: 2, end: 3, text: 'B' }, ['a\n', 'B', '']],
    ['lines around an empty string', ['a\n', '', 'b'], { start: 2, end: 3, text: 'B' }, ['a\n', '', 'B']],
    ['an empty string alone', [''], { start: 0, end: 0, text: 'a' }, ['a']],
    ['an empty cell', [], { start: 0, end: 0, text: 'a\nb' }, ['a\n', 'b']],
    ['strings that are no lines', ['a', 'b\nc'], { start: 2, end: 2, text: 'X' }, ['a', 'bX\nc']],
  ];
  for (const [what, before, edit, after] of lists) {
    for (const [name, write] of Object.entries(writers)) {
      it(`keeps a list a list: ${what} (${name})`, () => {
        const notebook = read(write([{ kind: 'code', source: before, id: 'x' }]));
        const text = edited(notebook, editSource(notebook, cellAt(notebook, 0), [edit], detectStyle(notebook)));
        assert.equal(text, write([{ kind: 'code', source: after, id: 'x' }]));
      });
    }
  }
});
