import assert from 'node:assert/strict';
import { textTable } from '../../../src/core/wording/textTable.ts';

const cases: readonly (readonly [name: string, rows: readonly (readonly string[])[], lines: readonly string[]])[] = [
  ['nothing', [], []],
  [
    'columns of different widths',
    [
      ['a', 'bb', 'c'],
      ['aaa', 'b', 'cc'],
    ],
    ['a    bb  c', 'aaa  b   cc'],
  ],
  [
    'wide signs',
    [
      ['时间', 'x'],
      ['12345', 'x'],
    ],
    ['时间   x', '12345  x'],
  ],
  [
    'a cell that is too wide for the others',
    [
      ['x'.repeat(50), 'a'],
      ['bb', 'c'],
      ['b', 'c'],
    ],
    [`${'x'.repeat(50)}  a`, 'bb  c', 'b   c'],
  ],
  ['a row of one cell, which widens nothing', [['a very long remark'], ['a', 'b']], ['a very long remark', 'a  b']],
];

describe('a table as text', () => {
  for (const [name, rows, lines] of cases) it(name, () => assert.deepEqual(textTable(rows), lines));
});
