import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Runner } from 'mocha';

/** What came of one test, or of a hook that failed. */
export interface TestResult {
  /** With the titles of the suites around it. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'pending';
  /** Milliseconds. */
  readonly duration: number;
  /** Message and stack of a failure. */
  readonly error?: string;
  /** The same of the first try, where the test was tried again. */
  readonly firstError?: string;
}

/** How many tests passed, failed, and say why they do not run where they were. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The titles of what failed. */
  readonly failures: readonly string[];
  /** The titles of what passed at its second try only. */
  readonly secondTries: readonly string[];
}

export function countOf(results: readonly TestResult[]): Count {
  const of = (state: TestResult['state']): readonly TestResult[] => results.filter((result) => result.state === state);
  const titles = (some: readonly TestResult[]): string[] => some.map(({ title }) => title);
  return {
    passed: of('passed').length,
    failed: of('failed').length,
    skipped: of('pending').length,
    failures: titles(of('failed')),
    secondTries: titles(of('passed').filter(({ firstError }) => firstError !== undefined)),
  };
}

/** The name of the environment variable that says where a run of tests is to write its results. */
export const resultsVariable = 'REDLINE_RESULTS';

export function sumOf(counts: readonly Count[]): Count {
  const sum = (of: (count: Count) => number): number => counts.reduce((all, count) => all + of(count), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    failures: counts.flatMap(({ failures }) => failures),
    secondTries: counts.flatMap(({ secondTries }) => secondTries),
  };
}

/** How many tests may need a second try in CI; more say that a change made something depend on time. */
const maxSecondTries = 2;

interface Verdict {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

/**
 * The last lines of a run, and whether it passed. Names each test that needed a second try.
 * @param inCI whether more than a few of them count as one failure.
 */
export function verdictOf(count: Count, inCI = process.env.CI !== undefined): Verdict {
  const { passed, failures, secondTries } = count;
  const tooMany = inCI && secondTries.length > maxSecondTries;
  const failed = count.failed + (tooMany ? 1 : 0);
  const why = `FAILED: ${secondTries.length} tests needed a second try; in CI at most ${maxSecondTries} may`;
  const lines = [
    ...failures.map((title) => `FAILED: ${title}`),
    ...secondTries.map((title) => `SECOND TRY: ${title}`),
    ...(tooMany ? [why] : []),
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, passed: failed === 0 && passed > 0 };
}

/** The errors of the first tries of tests that are tried again, by the full title of the test. */
const firstErrors = new Map<string, string>();

/** Says that a test is about to be tried again, whether mocha does that or a hook of its own. */
export function recordFirstTry(title: string, error: unknown): void {
  firstErrors.set(title, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Gathers the results of a run, and writes them as JSON when it ends, to the file if one is named. */
export function recordResults(runner: Runner, file: string | undefined): readonly TestResult[] {
  const results: TestResult[] = [];
  runner.on('retry', (test, error: Error) => recordFirstTry(test.fullTitle(), error));
  runner.on('pass', (test) => {
    const title = test.fullTitle();
    const firstError = firstErrors.get(title);
    // Another test may have the same title.
    firstErrors.delete(title);
    const result = { title, state: 'passed', duration: test.duration ?? 0 } as const;
    results.push(firstError === undefined ? result : { ...result, firstError });
  });
  runner.on('pending', (test) => {
    results.push({ title: test.fullTitle(), state: 'pending', duration: 0 });
  });
  runner.on('fail', (test, error: Error) => {
    const title = test.fullTitle();
    const firstError = firstErrors.get(title);
    const text = [error.stack ?? error.message, ...(firstError === undefined ? [] : ['First try:', firstError])];
    results.push({ title, state: 'failed', duration: test.duration ?? 0, error: text.join('\n') });
  });
  if (file !== undefined) mkdirSync(path.dirname(file), { recursive: true });
  runner.on('test', (test) => {
    // Whoever waits in vain for the results learns what they waited for.
    if (file !== undefined)
      writeFileSync(`${file}.now`, `${results.length} tests have ended; now: ${test.fullTitle()}`);
  });
  runner.once('end', () => {
    if (file !== undefined) writeResults(file, results);
  });
  return results;
}

/** Writes the file whole or not at all, since somebody waits for it to appear. */
export function writeResults(file: string, results: readonly TestResult[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(results, undefined, 1));
  renameSync(`${file}.part`, file);
}
