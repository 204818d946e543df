import assert from 'node:assert/strict';
import { runSync } from '../../../src/core/async/yielding.ts';
import { renderChangedCells } from '../../../src/core/notebook/changedCells.ts';

const notebookOf = (...sources: string[]): string =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: sources.map((source) => ({ cell_type: 'markdown', metadata: {}, source })),
  });

describe('changed cells of a notebook', () => {
  it('include a cell that was inserted beside its equal', () => {
    const cells = runSync(renderChangedCells(notebookOf('one', 'two'), notebookOf('one', 'one', 'two')));
    assert.equal(cells?.length, 2);
    assert.match(cells[1] ?? '', /one/);
  });

  it('leave out cells that were moved or deleted', () => {
    assert.deepEqual(runSync(renderChangedCells(notebookOf('one', 'one', 'two'), notebookOf('two', 'one'))), []);
  });
});
