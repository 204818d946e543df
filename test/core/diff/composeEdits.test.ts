import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { composeEdits } from '../../../src/core/diff/composeEdits.ts';
import { applyEdits, type TextEdit } from '../../../src/core/text/text.ts';

/** A list of steps whose edits are sorted, apart, and inside the text that each step meets. */
const steps = fc
  .tuple(
    fc.string({ maxLength: 30 }),
    fc.array(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.string({ maxLength: 5 })), { maxLength: 4 }), { maxLength: 5 }),
  )
  .map(([before, raw]) => {
    let text = before;
    const made = raw.map((step) => {
      const cuts = step.flatMap(([a, b]) => [a % (text.length + 1), b % (text.length + 1)]).sort((a, b) => a - b);
      const edits = step.map(([, , insert], index): TextEdit => ({
        start: cuts[index * 2] ?? 0,
        end: cuts[index * 2 + 1] ?? 0,
        text: insert,
      }));
      text = applyEdits(text, edits);
      return edits;
    });
    return { before, made };
  });

describe('composeEdits', () => {
  it('has the same result as the steps in sequence', () => {
    fc.assert(
      fc.property(steps, ({ before, made }) => {
        assert.equal(applyEdits(before, composeEdits(before, made)), made.reduce(applyEdits, before));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('leaves out text that no step changed', () => {
    const composed = composeEdits('one two three', [
      [{ start: 4, end: 7, text: '2' }],
      [{ start: 4, end: 5, text: 'II' }],
    ]);
    assert.deepEqual(composed, [{ start: 4, end: 7, text: 'II' }]);
    assert.deepEqual(composeEdits('abc', [[{ start: 1, end: 2, text: 'x' }], [{ start: 1, end: 2, text: 'b' }]]), []);
  });
});
