// Runs the tests in a real VS Code.

import { buildExtension } from './build.mjs';
import { packageExtension } from './package.mjs';
import { runSuitesInCodeServer } from '../test/host/in-host/code-server.ts';
import { runSuites } from '../test/host/in-host/run-suites.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { verdictOf } from '../test/host/driver/results.ts';

/**
 * `npm run test:host`: packages the extension, then runs the in-host suites everywhere and the scenarios on the .vsix.
 * With `-- --where=disk` only the suites in that place, with `-- --grep=text` only the scenarios with this text.
 */
async function main(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const where = args.find((argument) => argument.startsWith('--where='))?.slice('--where='.length);
  if (where === undefined) await packageExtension();
  else await buildExtension();
  if (args.length === 0 || where !== undefined) {
    const { lines, passed } = verdictOf(await runSuites(runSuitesInCodeServer, { only: where, lanes: 2 }));
    console.log(lines.join('\n'));
    if (!passed) process.exitCode = 1;
  }
  if (where !== undefined) return;
  try {
    await runToEnd(process.execPath, ['scripts/mocha.ts', ...args, 'test/host/scenarios/**/*.test.ts']);
  } catch {
    // Mocha has told what failed.
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
