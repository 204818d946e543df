import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { changeKind, deleteCell, insertCell, moveCell } from '../../../src/core/notebook/cellStructure.ts';
import { detectStyle } from '../../../src/core/notebook/jsonStyle.ts';
import type { Notebook, NotebookCell } from '../../../src/core/notebook/notebook.ts';
import { cellAt, cells, edited, odd, read, writer, writers } from './corpus.ts';

const rawOf = ({ text }: Notebook, { span }: NotebookCell): string => text.slice(span.start, span.end);
const unescaped = (text: string): unknown => JSON.parse(text);

describe('cells', () => {
  const anyWriter = Object.entries(writers);

  it('are inserted as the program that wrote the notebook would', () => {
    for (const [name, write] of anyWriter) {
      if (name === 'colab') continue;
      const notebook = read(write(odd));
      for (const after of [0, 3, odd.length]) {
        const text = edited(notebook, insertCell(notebook, after, 'markdown', '# é\nb', detectStyle(notebook)));
        const id = read(text).cells[after]?.id;
        assert.equal(id !== undefined, notebook.format[1] >= 5, name);
        // The makers give every cell metadata; an inserted one has none.
        const bare = (json: string): string => {
          const place = cellAt(read(json), after).members.find(({ name: member }) => member === 'metadata')?.value;
          assert.ok(place);
          return `${json.slice(0, place.start)}{}${json.slice(place.end)}`;
        };
        const made = { kind: 'markdown', source: ['# é\n', 'b'], ...(id === undefined ? {} : { id }) } as const;
        const expected = bare(write([...odd.slice(0, after), made, ...odd.slice(after)]));
        // With tabs the maker has Colab's order of members.
        if (name === 'tabs') assert.deepEqual(unescaped(text), unescaped(expected));
        else assert.equal(text, expected, name);
      }
    }
  });

  it('are inserted into an empty notebook, in its own layout', () => {
    const text = '{\n  "cells": [],\n  "metadata": {},\n  "nbformat": 4,\n  "nbformat_minor": 4\n}\n';
    const notebook = read(text);
    const after = edited(notebook, insertCell(notebook, 0, 'code', 'a', detectStyle(notebook)));
    assert.equal(
      after,
      text.replace(
        '[]',
        '[\n    {\n      "cell_type": "code",\n      "execution_count": null,\n      "metadata": {},\n      "outputs": [],\n      "source": [\n        "a"\n      ]\n    }\n  ]',
      ),
    );
  });

  it('are deleted and moved with every byte of the others', () => {
    fc.assert(
      fc.property(writer, cells, fc.nat(), fc.nat(), (name, made, which, where) => {
        const notebook = read(writers[name]?.(made) ?? '');
        const cell = cellAt(notebook, which % made.length);
        const raws = notebook.cells.map((each) => rawOf(notebook, each));
        const without = read(edited(notebook, deleteCell(notebook, cell, detectStyle(notebook))));
        assert.deepEqual(
          without.cells.map((each) => rawOf(without, each)),
          raws.toSpliced(cell.number - 1, 1),
        );
        const to = where % made.length;
        const moved = read(edited(notebook, moveCell(notebook, cell, to, detectStyle(notebook))));
        const expected = raws.toSpliced(cell.number - 1, 1).toSpliced(to, 0, raws[cell.number - 1] ?? '');
        assert.deepEqual(
          moved.cells.map((each) => rawOf(moved, each)),
          expected,
        );
        if (made.length > 1 && name !== 'compact') assert.equal(moved.text.length, notebook.text.length);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  it('change their kind, with the members that belong to it', () => {
    for (const [name, write] of anyWriter) {
      const notebook = read(write(odd));
      const style = detectStyle(notebook);
      const text = edited(notebook, changeKind(notebook, cellAt(notebook, 1), 'markdown', style));
      const [, now] = read(text).cells;
      assert.deepEqual(
        [now?.kind, now?.outputs.length, now?.executionCount, now?.id],
        ['markdown', 0, undefined, 'b2'],
        name,
      );
      const code = read(edited(notebook, changeKind(notebook, cellAt(notebook, 0), 'code', style)));
      const value = unescaped(code.text) as { cells: readonly object[] };
      assert.deepEqual(
        Object.entries(value.cells[0] ?? {}).filter(([member]) => ['outputs', 'execution_count'].includes(member)),
        [
          ['execution_count', null],
          ['outputs', []],
        ],
      );
      assert.deepEqual(
        code.cells.slice(1).map((each) => rawOf(code, each)),
        notebook.cells.slice(1).map((each) => rawOf(notebook, each)),
      );
    }
  });

  it('get an id that no other cell has', () => {
    const notebook = read(writers['jupyter']?.([{ kind: 'code', source: 'a', id: 'x' }]) ?? '');
    const first = edited(notebook, insertCell(notebook, 0, 'code', 'a', detectStyle(notebook)));
    const id = read(first).cells[0]?.id ?? '';
    const taken = read(notebook.text.replace('"x"', JSON.stringify(id)));
    const second = read(edited(taken, insertCell(taken, 0, 'code', 'a', detectStyle(taken))));
    assert.equal(new Set(second.cells.map((each) => each.id)).size, 2);
    assert.match(second.cells[0]?.id ?? '', /^[0-9a-f]{8}$/);
  });
});
