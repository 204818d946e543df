import { countOf, sumOf, type Count, type TestResult } from '../driver/results.ts';
import { everywhere, type Where } from './where.ts';

export interface RunOptions {
  /** The name of the one place where they are to run; everywhere if undefined. */
  readonly only?: string | undefined;
  /** How many VS Codes may run side by side. Most of the time each waits for something. */
  readonly lanes: number;
}

/** The browser of a place crashed, which says nothing of the suites. */
export class BrowserCrash extends Error {}

/**
 * Runs the in-host suites, and prints what came of them.
 * @param run runs them in one place.
 */
export async function runSuites(
  run: (where: Where) => Promise<readonly TestResult[]>,
  { only, lanes }: RunOptions,
): Promise<Count> {
  const places = everywhere.filter(({ name }) => only === undefined || name === only);
  if (places.length === 0) throw new Error(`Suites run in ${everywhere.map(({ name }) => name).join(', ')}.`);
  const counts: Count[] = [];
  const lane = async (): Promise<void> => {
    for (let where = places.shift(); where !== undefined; where = places.shift()) counts.push(await runAt(where, run));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sumOf(counts);
}

async function runAt(where: Where, run: (where: Where) => Promise<readonly TestResult[]>): Promise<Count> {
  const start = Date.now();
  const results = await runAgainAfterCrash(() => run(where)).catch((error: unknown) => [hostFailure(error)]);
  print(where, results);
  const counts = countOf(results);
  const { passed, failed, skipped } = counts;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${where.name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)\n`);
  const named = (titles: readonly string[]): string[] => titles.map((title) => `${title} (${where.name})`);
  return { ...counts, failures: named(counts.failures), secondTries: named(counts.secondTries) };
}

const hostTitle = 'VS Code runs the suites';

/** Tries once more after a crash, told as the second try that it is. */
async function runAgainAfterCrash(run: () => Promise<readonly TestResult[]>): Promise<readonly TestResult[]> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BrowserCrash)) throw error;
    return [...(await run()), { title: hostTitle, state: 'passed', duration: 0, firstError: error.message }];
  }
}

function hostFailure(error: unknown): TestResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { title: hostTitle, state: 'failed', duration: 0, error: text };
}

/** Mocha reported them where nobody could see it. */
function print(where: Where, results: readonly TestResult[]): void {
  const marks = { passed: '✔', failed: '✖', pending: '-' };
  console.log(`In-host suites: ${where.name} (${where.host} extension host)`);
  for (const { title, state, duration, error, firstError } of results) {
    const again = firstError === undefined ? '' : 'SECOND TRY: ';
    console.log(`  ${marks[state]} ${again}${title}${duration > 200 ? ` (${duration} ms)` : ''}`);
    const told = error ?? firstError;
    if (told !== undefined) console.log(told.replace(/^/gm, '      '));
  }
}
