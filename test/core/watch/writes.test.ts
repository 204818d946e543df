import assert from 'node:assert/strict';
import { absentState, anyState, divideByWrites, type Write } from '../../../src/core/watch/writes.ts';

const later = { kind: 'later', entry: '7' } as const;
const did = (before: string, after: string, by: Write['by'] = 'reviewed'): Write => ({
  before,
  after,
  by,
  isDone: true,
});
const may = (before: string, after: string): Write => ({ ...did(before, after), isDone: false });

describe('the parts of a change', () => {
  const table: readonly (readonly [string, string, string, readonly Write[], readonly string[]])[] = [
    ['without a known write', 'A', 'B', [], ['A>B']],
    ['all of it a save', 'A', 'B', [did('A', 'B')], ['A>B reviewed']],
    ['an agent, then a save', 'A', 'C', [did('B', 'C')], ['A>B', 'B>C reviewed']],
    ['a save, then an agent', 'A', 'C', [did('A', 'B')], ['A>B reviewed', 'B>C']],
    ['saves around an agent', 'A', 'D', [did('A', 'B'), did('C', 'D')], ['A>B reviewed', 'B>C', 'C>D reviewed']],
    ['a save and its formatter', 'A', 'C', [did('A', 'B'), did('B', 'C')], ['A>B reviewed', 'B>C reviewed']],
    ['a write that was seen before', 'A', 'B', [did('X', 'Y')], ['A>B']],
    ['changed and changed back', 'A', 'A', [did('A', 'B'), did('B', 'A')], ['A>B reviewed', 'B>A reviewed']],
    ['a write that has not come', 'A', 'A', [may('A', 'B')], []],
    ['a write that may have come', 'A', 'B', [may('A', 'B')], ['A>B reviewed']],
    ['another one than was approved', 'A', 'C', [may('A', 'B')], ['A>C']],
    ['a call that is reviewed later', 'A', 'B', [did('A', 'B', later)], ['A>B later']],
    ['the same, saved by the editor for it', 'A', 'B', [did('A', 'B', later), did('A', 'B')], ['A>B later']],
    ['a new file', absentState, 'A', [did(absentState, 'A')], ['absent>A reviewed']],
    ['deleted with its folder', 'A', absentState, [did(anyState, absentState)], ['A>absent reviewed']],
    ['moved, then changed', absentState, 'B', [did(absentState, 'A')], ['absent>A reviewed', 'A>B']],
    ['a mode that was set', 'A', 'A', [{ ...did('A', 'A'), executable: true }], ['A>A reviewed']],
    ['made in the editor', absentState, 'A', [did(absentState, 'A', 'editor')], ['absent>A editor']],
    ['an agent, then the editor', 'A', 'C', [did('B', 'C', 'editor')], ['A>B', 'B>C editor']],
    ['the editor, then an agent', 'A', 'C', [did('A', 'B', 'editor')], ['A>B editor', 'B>C']],
    [
      'made in the editor, then saved',
      'A',
      'C',
      [did('A', 'B', 'editor'), did('B', 'C')],
      ['A>B editor', 'B>C reviewed'],
    ],
    ['a call that makes and saves it there', 'A', 'C', [may('A', 'C'), did('A', 'B', 'editor')], ['A>C reviewed']],
    ['the same, then an agent', 'A', 'D', [did('A', 'C'), did('A', 'B', 'editor')], ['A>C reviewed', 'C>D']],
    ['a later call, saved there for it', 'A', 'B', [did('A', 'B', later), did('A', 'B', 'editor')], ['A>B later']],
    ['deleted, and made by an agent', 'A', 'B', [did(anyState, absentState)], ['A>absent reviewed', 'absent>B']],
  ];
  it('tell when they were made at the latest', () => {
    const times = (before: string, after: string): unknown[] =>
      divideByWrites(before, after, [{ ...did('B', 'C'), time: 5 }]).map(({ write }) => write?.time);
    assert.deepEqual(
      [times('A', 'C'), times('B', 'D')],
      [
        [5, 5],
        [5, undefined],
      ],
    );
  });
  for (const [title, before, after, writes, parts] of table) {
    it(`are right: ${title}`, () => {
      const told = divideByWrites(before, after, writes).map((part) => {
        const by = part.isGap ? undefined : part.write?.by;
        const author = by === undefined ? '' : typeof by === 'string' ? ` ${by}` : ' later';
        return `${part.before}>${part.after}${author}`;
      });
      assert.deepEqual(told, parts);
    });
  }
});
