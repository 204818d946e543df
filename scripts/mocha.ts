// Runs test files with mocha.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import '../test/fixedSeed.ts';
import { repositoryRoot } from '../test/host/driver/paths.ts';
import { recordResults, resultsVariable } from '../test/host/driver/results.ts';

/** The defaults of mocha's own command, in `.mocharc.json`. */
interface Defaults {
  readonly spec: readonly string[];
  /** Milliseconds; only ends a test that hangs. */
  readonly timeout: number;
}

/**
 * `node scripts/mocha.ts [--grep=text] [--retries=N] [glob…]` runs the tests of these files, in the order of the globs,
 * or without a glob the unit tests, and exits with 0 if all passed. Unlike mocha's own command, it also writes the
 * results to the file that REDLINE_RESULTS names, and cleans up on Ctrl+C.
 */
async function main(args: readonly string[]): Promise<void> {
  // An exit, unlike a signal, runs the handlers that end all started processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const option = (name: string): string | undefined =>
    args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  const named = args.filter((argument) => !argument.startsWith('--'));
  const { spec, timeout }: Defaults = JSON.parse(readFileSync(path.join(repositoryRoot, '.mocharc.json'), 'utf8'));
  const globs = named.length === 0 ? spec : named;
  const grep = option('grep');
  const retries = Number(option('retries') ?? 0);
  const mocha = new Mocha({
    ui: 'bdd',
    timeout,
    slow: 2000,
    retries,
    ...(grep === undefined ? {} : { grep }),
  });
  const files = new Set(globs.flatMap((glob) => globSync(glob, { cwd: repositoryRoot }).sort()));
  if (files.size === 0) throw new Error(`No test matches ${globs.join(' ')}.`);
  for (const file of files) mocha.addFile(path.join(repositoryRoot, file));
  await mocha.loadFilesAsync();
  const runner = mocha.run((failures) => process.exit(failures === 0 ? 0 : 1));
  recordResults(runner, process.env[resultsVariable]);
  // A second try is printed, so that readers of the log see which test is flaky.
  runner.on('retry', (test, error) => console.log(`    SECOND TRY: ${test.fullTitle()}: ${error.message}`));
}

await main(process.argv.slice(2));
