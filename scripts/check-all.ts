import path from 'node:path';
import { runSuitesInCodeServer } from '../test/host/in-host/code-server.ts';
import { runSuites } from '../test/host/in-host/run-suites.ts';
import { repositoryRoot } from '../test/host/driver/paths.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { sumOf, verdictOf, type Count } from '../test/host/driver/results.ts';
import { counted, runLanes } from './counted.ts';
import { packageExtension } from './package.mjs';

interface Check {
  readonly name: string;
  /** A check that is no test counts as one. */
  readonly run: () => Promise<Count>;
}

const bin = (name: string): string => path.join(repositoryRoot, 'node_modules', name);

const checks: readonly Check[] = [
  { name: 'types', run: program(bin('typescript/bin/tsc'), '--noEmit') },
  { name: 'lint', run: program(bin('oxlint/bin/oxlint'), '--type-aware') },
  { name: 'rooms', run: program('scripts/rooms.mjs') },
  { name: 'format', run: program(bin('prettier/bin/prettier.cjs'), '--check', '.') },
  { name: 'manifest', run: program('scripts/manifest.mjs', '--check') },
  { name: 'translations', run: program('scripts/l10n.mjs') },
  { name: 'unused code', run: program(bin('knip/bin/knip.js')) },
  { name: 'dependencies', run: program('scripts/dependencies.mjs') },
  { name: 'unit tests', run: unitTests },
  { name: 'package', run: packaging },
  { name: 'in-host suites', run: () => runSuites(runSuitesInCodeServer, { lanes: 2 }) },
  { name: 'scenarios', run: scenarios },
];

/** Two halves of about the same length: in the second are those that wait most, for git and the bridge. */
function unitTests(): Promise<Count> {
  return runLanes([
    { name: 'unit', args: ['test/!(host|node|bridge)/**/*.test.ts', 'test/node/{,!(watch)/**/}*.test.ts'] },
    { name: 'unit-second', args: ['test/{node/watch,bridge}/**/*.test.ts'] },
  ]);
}

/** Two halves of about the same length: in the second are those that need a VS Code of their own. */
function scenarios(): Promise<Count> {
  const files = 'test/host/scenarios';
  const second = 'guard|history|ownHost|team|watch';
  return runLanes([
    { name: 'scenarios', args: ['--retries=1', `${files}/{,!(${second})/}*.test.ts`] },
    { name: 'scenarios-second', args: ['--retries=1', `${files}/@(${second})/*.test.ts`] },
  ]);
}

/**
 * `npm test`: every check, each with its counts; the last line is `N passed, N failed` over all.
 * `npm test -- package scenarios` runs those two only.
 */
async function main(names: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const lines: string[] = [];
  const counts: Count[] = [];
  const wanted = checks.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length < names.length) throw new Error(`The checks are: ${checks.map(({ name }) => name).join(', ')}.`);
  for (const { name, run } of wanted) {
    console.log(`\n── ${name}`);
    const start = Date.now();
    const count = await run();
    const { passed, failed, skipped } = count;
    const more = skipped === 0 ? '' : `, ${skipped} skipped`;
    const line = `${name}: ${passed} passed, ${failed} failed${more} (${((Date.now() - start) / 1000).toFixed(1)} s)`;
    console.log(line);
    lines.push(line);
    counts.push(count);
  }
  const verdict = verdictOf(sumOf(counts));
  console.log(`\n${[...lines, '', ...verdict.lines].join('\n')}`);
  process.exitCode = verdict.passed ? 0 : 1;
}

/** A check that passes if the program ends with 0. */
function program(script: string, ...args: readonly string[]): () => Promise<Count> {
  return () => counted(() => runToEnd(process.execPath, [script, ...args], { cwd: repositoryRoot }));
}

function packaging(): Promise<Count> {
  return counted(async () => {
    for (const { title, bytes, budget } of await packageExtension()) {
      if (bytes > budget) throw new Error(`${title}: ${bytes} bytes, and the budget is ${budget}.`);
    }
  });
}

await main(process.argv.slice(2));
