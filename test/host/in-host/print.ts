import type { TestResult } from '../driver/results.ts';

/** Prints results that mocha reported where nobody could see it. */
export function printResults(results: readonly TestResult[]): void {
  const marks = { passed: '✔', failed: '✖', pending: '-' };
  for (const { title, state, duration, error } of results) {
    console.log(`  ${marks[state]} ${title}${duration > 200 ? ` (${duration} ms)` : ''}`);
    if (error !== undefined) console.log(error.replace(/^/gm, '      '));
  }
}
