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
}

/** The name of the environment variable that says where a run of tests is to write its results. */
export const resultsVariable = 'REDLINE_RESULTS';

/** Gathers the results of a run, and writes them as JSON when it ends, to the file if one is named. */
export function recordResults(runner: Runner, file: string | undefined): readonly TestResult[] {
  const results: TestResult[] = [];
  runner.on('pass', (test) => {
    results.push({ title: test.fullTitle(), state: 'passed', duration: test.duration ?? 0 });
  });
  runner.on('pending', (test) => {
    results.push({ title: test.fullTitle(), state: 'pending', duration: 0 });
  });
  runner.on('fail', (test, error: Error) => {
    const text = error.stack ?? error.message;
    results.push({ title: test.fullTitle(), state: 'failed', duration: test.duration ?? 0, error: text });
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
