import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { countOf, recordResults, sumOf, verdictOf, type Count, type TestResult } from '../host/driver/results.ts';

const told = (count: Partial<Count>): Count => ({
  passed: 9,
  failed: 0,
  skipped: 0,
  failures: [],
  secondTries: [],
  ...count,
});

describe('what is told of a run', () => {
  it('counts what passed, failed and was skipped, and names what failed or needed a second try', () => {
    const count = countOf([
      { title: 'a', state: 'passed', duration: 1 },
      { title: 'b', state: 'passed', duration: 1, firstError: 'late' },
      { title: 'c', state: 'failed', duration: 1, error: 'wrong', firstError: 'wrong' },
      { title: 'd', state: 'pending', duration: 0 },
    ]);
    assert.deepEqual(count, { passed: 2, failed: 1, skipped: 1, failures: ['c'], secondTries: ['b'] });
    assert.deepEqual(sumOf([count, count]).secondTries, ['b', 'b']);
  });

  const verdicts: readonly (readonly [title: string, count: Count, inCI: boolean, lines: readonly string[]])[] = [
    ['all passed', told({}), true, ['9 passed, 0 failed']],
    ['a failure', told({ failed: 1, failures: ['c'] }), false, ['FAILED: c', '9 passed, 1 failed']],
    ['nothing ran', told({ passed: 0 }), false, ['0 passed, 0 failed']],
    [
      'two second tries in CI',
      told({ secondTries: ['a', 'b'] }),
      true,
      ['SECOND TRY: a', 'SECOND TRY: b', '9 passed, 0 failed'],
    ],
    [
      'three second tries in CI',
      told({ secondTries: ['a', 'b', 'c'] }),
      true,
      [
        'SECOND TRY: a',
        'SECOND TRY: b',
        'SECOND TRY: c',
        'FAILED: 3 tests needed a second try; in CI at most 2 may',
        '9 passed, 1 failed',
      ],
    ],
    [
      'three second tries elsewhere',
      told({ secondTries: ['a', 'b', 'c'] }),
      false,
      ['SECOND TRY: a', 'SECOND TRY: b', 'SECOND TRY: c', '9 passed, 0 failed'],
    ],
  ];
  for (const [title, count, inCI, lines] of verdicts) {
    it(`ends with these lines: ${title}`, () => {
      const verdict = verdictOf(count, inCI);
      assert.deepEqual(verdict.lines, lines);
      assert.equal(verdict.passed, verdict.lines.at(-1) === '9 passed, 0 failed');
    });
  }

  it('keeps the error of a first try, and with it no other test of the same title', async () => {
    let tries = 0;
    const results = await resultsOf((suite, Test) => {
      suite.addTest(
        new Test('same', () => {
          tries++;
          assert.equal(tries, 2, 'the first try');
        }),
      );
      suite.addTest(new Test('same', () => undefined));
      suite.addTest(new Test('bad', () => assert.fail('both tries')));
    });
    assert.deepEqual(
      results.map(({ title, state }) => [title, state]),
      [
        ['same', 'passed'],
        ['same', 'passed'],
        ['bad', 'failed'],
      ],
    );
    assert.match(results[0]?.firstError ?? '', /the first try/);
    assert.equal(results[1]?.firstError, undefined);
    assert.match(results[2]?.error ?? '', /both tries/);
  });
});

/** Runs tests with one retry, unseen. */
function resultsOf(fill: (suite: Mocha.Suite, Test: typeof Mocha.Test) => void): Promise<readonly TestResult[]> {
  const mocha = new Mocha({ retries: 1, reporter: silent as unknown as string });
  fill(mocha.suite, Mocha.Test);
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve(recorded));
    const recorded = recordResults(runner, undefined);
  });
}

function silent(): void {
  // Nothing: the results are what counts.
}
