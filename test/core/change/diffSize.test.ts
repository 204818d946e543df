import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { exceedsDiffEditor, mayExceedDiffEditor } from '../../../src/core/change/diffSize.ts';
import { countsOf } from '../../../src/core/change/summary.ts';
import { create, locationOf, remove, update } from './changes.ts';

const lines = (count: number, word: string): string => `${word}\n`.repeat(count);
/** Lines of which each second one has the word. */
const blocks = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\nline ${index}\n`).join('');
/** Blocks of lines, of which either each first or each third line is missing. */
const turns = (count: number, hasFirst: boolean): string =>
  Array.from({ length: count }, (_, n) =>
    hasFirst ? `first ${n}\nline ${n}\nlast ${n}\n` : `line ${n}\nthird ${n}\nlast ${n}\n`,
  ).join('');

const rows: readonly (readonly [title: string, before: string | undefined, after: string | undefined, is: boolean])[] =
  [
    ['one line', 'a\n', 'b\n', false],
    ['as many replaced lines as the editor draws', lines(20_000, 'a'), lines(20_000, 'b'), false],
    ['one more', lines(20_001, 'a'), lines(20_001, 'b'), true],
    ['as many blocks as the editor draws', blocks(10_000, 'a'), blocks(10_000, 'b'), false],
    ['one more block', blocks(10_001, 'a'), blocks(10_001, 'b'), true],
    ['as many blocks that add and remove in turn', turns(5_000, true), turns(5_000, false), false],
    ['two more of them', turns(5_001, true), turns(5_001, false), true],
    ['many new lines', 'a\n', lines(400_000, 'b'), false],
    ['a new file of many lines', undefined, lines(400_000, 'b'), false],
    ['many lines that are removed', lines(400_000, 'b'), 'b\n', true],
    ['a file of many lines that is deleted', lines(400_000, 'b'), undefined, true],
    ['many equal lines around a change', `${lines(400_000, 'b')}a\n`, `${lines(400_000, 'b')}c\n`, false],
  ];

describe('changes that are too large for a diff editor', () => {
  for (const [title, before, after, is] of rows) {
    it(title, () => {
      const change = changeOf(before, after);
      assert.equal(exceedsDiffEditor(change), is);
      // The counts of lines alone must tell so, too.
      assert.ok(!is || mayExceedDiffEditor(countsOf(change)));
    });
  }

  it('is not what is no text', () => {
    const bytes = { kind: 'binary', bytes: new Uint8Array(9), sha256: '' } as const;
    assert.equal(exceedsDiffEditor({ kind: 'create', at: locationOf('a'), after: bytes }), false);
  });
});

function changeOf(before: string | undefined, after: string | undefined): Change {
  if (before === undefined) return create('a', after ?? '');
  return after === undefined ? remove('a', before) : update('a', before, after);
}
