import assert from 'node:assert/strict';
import { describeExclusions } from '../../../src/tools/pipeline/answer.ts';
import type { ExcludedPath } from '../../../src/tools/ports/ports.ts';

const hundred = Array.from({ length: 100 }, (_, at) => `f${at}`);
const many = ['1', '2', '3', '4', '5', '6'].map((path) => ({ path, reason: 'not ours' }));

const cases: readonly (readonly [what: string, leftOut: readonly ExcludedPath[], said: readonly string[]])[] = [
  ['nothing', [], []],
  ['one without a reason', [{ path: 'a' }], ['The user excluded: a.']],
  [
    'some with the same reason, one with none',
    [{ path: 'a', reason: 'old' }, { path: 'b' }, { path: 'c', reason: 'old' }],
    ['The user excluded: a, c. Their reason: old.', 'The user excluded: b.'],
  ],
  ['many are counted', many, ['The user excluded 6 files: 1, 2, 3, 4, 5, 6. Their reason: not ours.']],
  [
    'of very many, the first are named',
    [...hundred, 'y', 'z'].map((path) => ({ path })),
    [`The user excluded 102 files: ${hundred.join(', ')} and 2 more.`],
  ],
];

describe('what the model is told of what was left out', () => {
  for (const [what, leftOut, said] of cases) {
    it(what, () => {
      assert.deepEqual(describeExclusions(leftOut), said);
    });
  }
});
