import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { changeKind, deleteCell, insertCell, moveCell } from '../../../src/core/notebook/cellStructure.ts';
import { detectStyle } from '../../../src/core/notebook/jsonStyle.ts';
import { renderCells } from '../../../src/core/notebook/rendition.ts';
import { parseNotebook, readNotebook, type Notebook, type NotebookCell } from '../../../src/core/notebook/notebook.ts';
import { cellAt, cells, edited, odd, read, writer, writers, type Made } from './corpus.ts';

const textOf = ({ source }: Made): string => (typeof source === 'string' ? source : source.join(''));
const rawOf = ({ text }: Notebook, { span }: NotebookCell): string => text.slice(span.start, span.end);
const unescaped = (text: string): unknown => JSON.parse(text);

describe('a notebook', () => {
  it('is rendered in pages of so many bytes, not of so many characters', () => {
    const source = `${'漢'.repeat(100)}\n`;
    const notebook = read(writers['jupyter']?.(Array.from({ length: 30 }, () => ({ kind: 'markdown', source }))) ?? '');
    const { lines, next } = renderCells(notebook, 1, 30, 1, { maxLines: 1000, maxBytes: 4000, column: 0 });
    assert.ok(next !== undefined);
    assert.ok(Buffer.byteLength(lines.join('\n')) < 5000, `${Buffer.byteLength(lines.join('\n'))} bytes`);
  });

  for (const [name, write] of Object.entries(writers)) {
    it(`of ${name} is read as cells`, () => {
      const { cells, language, format } = read(write(odd));
      assert.deepEqual(
        cells.map(({ source }) => source.text),
        odd.map(textOf),
      );
      assert.deepEqual(
        cells.map(({ kind }) => kind),
        odd.map(({ kind }) => kind),
      );
      assert.deepEqual(
        cells.map(({ id }) => id),
        odd.map(({ id }) => id),
      );
      assert.deepEqual([language, format[0]], ['python', 4]);
      assert.match(cells[1]?.outputs.join('; ') ?? '', /^stdout 20 bytes; image\/png 12 bytes, text\/html 7 bytes$/);
    });
  }

  it('tells the bytes of an output, not of its JSON', () => {
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['é\n', '"\ud800"'] },
      { output_type: 'stream', name: 'stderr', text: 'é' },
      { output_type: 'execute_result', data: { 'application/json': { é: [1] }, 'text/plain': [] }, metadata: {} },
    ];
    const cell = { cell_type: 'code', metadata: {}, source: '', outputs };
    assert.deepEqual(
      read(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] })).cells[0]?.outputs,
      ['stdout 8 bytes', 'stderr 2 bytes', 'application/json 10 bytes, text/plain 0 bytes'],
    );
  });

  it('of format 3 is read from its worksheets', () => {
    const { cells } = read(
      JSON.stringify({
        nbformat: 3,
        nbformat_minor: 0,
        metadata: { name: '' },
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 1, source: 'T' },
              { cell_type: 'code', input: ['a\n', 'b'], language: 'python', outputs: [], prompt_number: 3 },
            ],
          },
        ],
      }),
    );
    assert.deepEqual(
      cells.map(({ kind, source, executionCount, language }) => [kind, source.text, executionCount, language]),
      [
        ['heading', 'T', undefined, undefined],
        ['code', 'a\nb', 3, 'python'],
      ],
    );
  });

  const broken: readonly (readonly [string, RegExp])[] = [
    ['', /missing/],
    ['{}', /nbformat is neither/],
    ['{"nbformat":4}', /no cells/],
    ['{"nbformat":4,"cells":[]} x', /more text/],
    ['{"nbformat":4,"cells":[],"cells":[]}', /"cells" twice/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a","source":"b"}]}', /"source" twice/],
    ['{"nbformat":4,"cells":[{"cell_type":"code"}]}', /cell 1 has no source/],
    ['{"nbformat":4,"cells":[{"source":"a"}]}', /cell 1 has no cell_type/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":7}]}', /"\[" is missing/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":[1]}]}', /quotes is missing/],
    ['{"nbformat":4,\n<<<<<<< HEAD\n"cells":[]}', /quotes is missing/],
    ['{"nbformat":4,"cells":[],}', /quotes is missing/],
    ['{"nbformat":4,"cells":[,]}', /"\{" is missing/],
    ['{"nbformat":4,"cells":[] /* */}', /"," or "\}" is missing/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a\u0000b"}]}', /invalid character/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"\\x41"}]}', /invalid character/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a', /does not end/],
    ['{"nbformat":4,"cells":[],"metadata":[01]}', /invalid/],
    ['{"nbformat":4,"cells":[],"metadata":{"a":[1}}', /"," or "\]" is missing/],
    [`{"nbformat":4,"cells":[],"metadata":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested too deeply/],
    ['{"nbformat":5,"cells":[]}', /neither 3 nor 4/],
    ['{"nbformat":4,"cells":[],"worksheets":[{"cells":[]}]}', /not where format 4 has them/],
    ['{"nbformat":3,"cells":[],"worksheets":[{"cells":[]}]}', /not where format 3 has them/],
    ['{"nbformat":4,"worksheets":[{"cells":[]}]}', /not where format 4 has them/],
    ['\ufeff{"nbformat":4,"cells":[]}', /missing/],
  ];
  for (const [text, reason] of broken) {
    it(`is refused with words: ${JSON.stringify(text.slice(0, 70))}`, () => {
      const fault = parseNotebook(text);
      assert.ok('reason' in fault);
      assert.match(fault.reason, reason);
    });
  }

  it('is read in steps, however long its texts are', () => {
    const texts = ['a'.repeat(3_000_000), 'a"b'.repeat(1_000_000), 'a\n'.repeat(1_000_000).split(/(?<=\n)/)];
    for (const text of texts) {
      const cell = { cell_type: 'code', source: 'x', outputs: [{ data: { 'text/plain': text } }] };
      const steps = readNotebook(JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells: [cell] }));
      let count = 0;
      let last = steps.next();
      for (; last.done !== true; last = steps.next()) count++;
      assert.ok('cells' in last.value && count >= 3, `${count} steps`);
    }
  });

  it('names the line of a fault', () => {
    const fault = parseNotebook('{"nbformat":4,\n<<<<<<< HEAD\n"cells":[]}');
    assert.deepEqual('reason' in fault ? fault.line : undefined, 2);
  });

  it('is read exactly where JSON.parse reads it', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', '}', '0', ' ', '\n', '-', '{'),
        (json, at, bit) => {
          const mutated = json.slice(0, at % (json.length + 1)) + bit + json.slice((at % (json.length + 1)) + (at % 2));
          const text = `{"nbformat":4,"cells":[],"metadata":{"x":${mutated}}}`;
          let isValid = true;
          try {
            JSON.parse(text);
          } catch {
            isValid = false;
          }
          const found = parseNotebook(text);
          // Names that stand twice are refused where JSON.parse takes the last.
          if ('reason' in found && found.reason.endsWith('twice')) return;
          assert.equal('reason' in found, !isValid || !Object.hasOwn(JSON.parse(text), 'cells'), text);
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });
});

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
