import assert from 'node:assert/strict';
import { indexOfNextWarning, type ShownWarning } from '../../../../src/vscode/review/warnings/warningSteps.ts';

const warnings = ['a', 'twin', 'twin', 'b'].map((text) => ({ text }));

describe('the keys for the next and the previous warning', () => {
  for (const step of [1, -1] as const)
    it(`show all in turn, also those of equal text, ${step > 0 ? 'forwards' : 'backwards'}`, () => {
      const shown: number[] = [];
      for (let last: ShownWarning | undefined; shown.length < 5;) {
        const index = indexOfNextWarning(warnings, last, step);
        shown.push(index);
        last = { warning: warnings[index] ?? { text: '' }, index };
      }
      assert.deepEqual(shown, step > 0 ? [0, 1, 2, 3, 0] : [3, 2, 1, 0, 3]);
    });

  it('go on from the same warning after an edit, or else begin again', () => {
    const last = { warning: { text: 'b' }, index: 1 };
    assert.equal(indexOfNextWarning(warnings, last, -1), 2);
    assert.equal(indexOfNextWarning(warnings.slice(0, 3), last, 1), 0);
    assert.equal(indexOfNextWarning(warnings.slice(0, 3), last, -1), 2);
  });
});
