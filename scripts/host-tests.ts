import { printResults } from '../test/host/in-host/print.ts';
import { runSuitesInCodeServer } from '../test/host/in-host/code-server.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { packageExtension } from './package.mjs';

/** `npm run test:host [-- --grep=text]`: packages the extension, then the in-host suites and the scenarios on the .vsix. */
async function main(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  await packageExtension();
  if (args.length === 0) {
    const results = await runSuitesInCodeServer();
    printResults(results);
    if (results.some((result) => result.state === 'failed')) process.exitCode = 1;
  }
  try {
    await runToEnd(process.execPath, ['scripts/mocha.ts', ...args, 'test/host/scenarios/**/*.test.ts']);
  } catch {
    // Mocha has told what failed.
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
