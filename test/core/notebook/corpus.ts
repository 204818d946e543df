// Notebooks as different programs write them.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseNotebook, type Notebook, type NotebookCell } from '../../../src/core/notebook/notebook.ts';
import { applyEdits, type TextEdit } from '../../../src/core/text/text.ts';

/** A cell for the makers below. */
export interface Made {
  readonly kind: 'code' | 'markdown' | 'raw';
  readonly source: string | readonly string[];
  readonly id?: string;
}

const cellOf = ({ kind, source, id }: Made, order: readonly string[]): object => {
  const all: Record<string, unknown> = {
    cell_type: kind,
    metadata: { collapsed: true, ä: '\u2028' },
    source,
    ...(id === undefined ? {} : { id }),
    ...(kind === 'code'
      ? {
          execution_count: 7,
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['one\n', '"source": ["no"]'] },
            {
              output_type: 'display_data',
              data: { 'image/png': 'iVBORw0KGgo=', 'text/html': ['<b>', '</b>'] },
              metadata: {},
            },
          ],
        }
      : {}),
  };
  return Object.fromEntries(order.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
};

const sorted = ['cell_type', 'execution_count', 'id', 'metadata', 'outputs', 'source'];
const colab = ['cell_type', 'source', 'metadata', 'id', 'execution_count', 'outputs'];

const whole = (cells: readonly Made[], order: readonly string[], minor: number): object => ({
  cells: cells.map((cell) => cellOf(cell, order)),
  metadata: { kernelspec: { name: 'python3' }, language_info: { name: 'python', version: '3.12.1' } },
  nbformat: 4,
  nbformat_minor: minor,
});

const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Writer = (cells: readonly Made[]) => string;

/** Jupyter, Colab, VS Code, nbconvert, Python's defaults, one line, CRLF, tabs, members in odd places. */
export const writers: Readonly<Record<string, Writer>> = {
  jupyter: (cells) => `${JSON.stringify(whole(cells, sorted, 5), undefined, 1)}\n`,
  colab: (cells) => {
    const { cells: own, ...rest } = whole(cells, colab, 0) as { cells: object };
    return JSON.stringify({ ...rest, cells: own }, undefined, 2);
  },
  vscode: (cells) => `${JSON.stringify(whole(cells, sorted, 2), undefined, 1)}\n`,
  python: (cells) => ascii(JSON.stringify(whole(cells, sorted, 4), undefined, 1)),
  crlf: (cells) => `${JSON.stringify(whole(cells, sorted, 5), undefined, 4)}\n`.replaceAll('\n', '\r\n'),
  tabs: (cells) => `${JSON.stringify(whole(cells, colab, 5), undefined, '\t')}\n\n`,
  compact: (cells) => JSON.stringify(whole(cells, sorted, 5)),
  spaced: (cells) => JSON.stringify(whole(cells, sorted, 5), undefined, 1).replaceAll(/\n */g, ' '),
};

/** Cells whose sources have odd forms. */
export const odd: readonly Made[] = [
  { kind: 'markdown', source: ['# Title\n', '\n', 'é “quoted” \\ \t tab'], id: 'a1' },
  { kind: 'code', source: 'x = 1\nprint("\u{1F600}")\n', id: 'b2' },
  { kind: 'code', source: ['x = 1\n', 'print("\u{1F600}")\n'], id: 'c3' },
  { kind: 'code', source: [], id: 'd4' },
  { kind: 'raw', source: '', id: 'e5' },
  { kind: 'code', source: ['a', 'b\nc', '\r\n', 'last'], id: 'f6' },
  { kind: 'code', source: ['x = 1\n', 'print("\u{1F600}")\n'], id: 'g7' },
];

export function read(text: string): Notebook {
  const notebook = parseNotebook(text);
  if ('reason' in notebook) assert.fail(`${notebook.reason}, line ${notebook.line}`);
  return notebook;
}

export function cellAt({ cells }: Notebook, index: number): NotebookCell {
  const cell = cells[index];
  assert.ok(cell);
  return cell;
}

export const edited = (notebook: Notebook, edits: readonly TextEdit[]): string => applyEdits(notebook.text, edits);

export const sources = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '"', '\\', 'é', '\u{1F600}', '\u2028', '\u0001') }),
  fc.array(fc.string({ unit: fc.constantFrom('b', '\n', '"', '\\u0041', 'é', '\u{1F600}') })),
);
export const cells = fc.array(
  fc.record({ kind: fc.constantFrom('code' as const, 'markdown' as const, 'raw' as const), source: sources }),
  { minLength: 1, maxLength: 5 },
);
export const writer = fc.constantFrom(...Object.keys(writers));
