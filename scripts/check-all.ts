// Runs every check of `npm test`, and sums up their counts.

import path from 'node:path';
import { runSuitesInCodeServer } from '../test/host/in-host/code-server.ts';
import { runSuites } from '../test/host/in-host/run-suites.ts';
import { repositoryRoot } from '../test/host/driver/paths.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { sumOf, verdictOf, type Count } from '../test/host/driver/results.ts';
import { compiledOnce, counted, runLanes } from './counted.ts';
import { packageExtension } from './package.mjs';

interface Check {
  readonly name: string;
  /** Runs the check; one without tests counts as one test. */
  readonly run: () => Promise<Count>;
}

const bin = (name: string): string => path.join(repositoryRoot, 'node_modules', name);

const checks: readonly Check[] = [
  { name: 'types', run: program(bin('typescript/bin/tsc'), '--noEmit') },
  { name: 'lint', run: program(bin('oxlint/bin/oxlint'), '--type-aware') },
  { name: 'rooms', run: program('scripts/rooms.mjs') },
  { name: 'format', run: program(bin('prettier/bin/prettier.cjs'), '--check', '.') },
  { name: 'manifest', run: program('scripts/generate/manifest.mjs', '--check') },
  { name: 'translations', run: program('scripts/l10n.mjs') },
  { name: 'unused code', run: program(bin('knip/bin/knip.js')) },
  { name: 'dependencies', run: program('scripts/dependencies.mjs') },
  { name: 'unit tests', run: unitTests },
  { name: 'package', run: packaging },
  { name: 'in-host suites', run: () => runSuites(runSuitesInCodeServer, { lanes: 2 }) },
  { name: 'scenarios', run: scenarios },
];

/**
 * Runs the unit tests in two lanes of about the same length; the second has those that mostly wait for git, the bridge
 * and hooks.
 */
function unitTests(): Promise<Count> {
  return runLanes([
    {
      name: 'unit',
      args: ['test/!(host|node|bridge)/**/*.test.ts', 'test/node/{,!(watch|connect|endpoint)/**/}*.test.ts'],
    },
    { name: 'unit-second', args: ['test/{node/{watch,connect,endpoint},bridge}/**/*.test.ts'] },
  ]);
}

/**
 * Runs the scenarios in two lanes of about the same length. Starting a VS Code takes long, so files with equal options
 * follow each other in one lane. The first has those whose changes are reviewed later, and most without options of
 * their own; the second those with settings of the chat, with hooks, and in which windows are killed. `guard` and
 * `uninstall` come last: what the person allows an agent to read in `guard` stays allowed, and uninstalling ends the VS
 * Code.
 */
function scenarios(): Promise<Count> {
  const files = 'test/host/scenarios';
  const second = 'gate|history|ownHost|team|watch';
  const later = ['review/chooseWhen', 'agents/feedback', 'agents/teamPolicy', 'review/commentLater', 'watch/toReview'];
  const automatic = ['ownHost/guardBypass', 'ownHost/guardDeeds', 'ownHost/without-card'];
  const hooked = ['gate/!(handOver|askedOnce)', 'gate/askedOnce'];
  const killed = ['history.restart', 'agentKills', 'agentGate', 'agentWindows', 'transaction.kill', 'turn.kill'];
  const tests = (...names: readonly string[]): string[] => names.map((name) => `${files}/${name}.test.ts`);
  return runLanes([
    {
      name: 'scenarios',
      env: compiledOnce,
      args: [
        '--retries=1',
        ...tests(...later, `{,!(${second}|guard|connect)/}*`, 'guard/*', 'connect/!(uninstall)', 'connect/uninstall'),
      ],
    },
    {
      name: 'scenarios-second',
      env: compiledOnce,
      args: [
        '--retries=1',
        ...tests(
          ...automatic,
          ...hooked,
          `@(${second})/!(toReview|${killed.join('|')})`,
          ...killed.map((name) => `ownHost/${name}`),
        ),
      ],
    },
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

/** A check that passes if the program exits with 0. */
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
