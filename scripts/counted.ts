// Runs checks and tests, and counts what passed.

import type { SpawnOptions } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../test/host/driver/paths.ts';
import { runToEnd } from '../test/host/driver/processes.ts';
import { countOf, resultsVariable, sumOf, type Count } from '../test/host/driver/results.ts';

/** Counts work as one test: passed, or failed if it throws. */
export async function counted(work: () => Promise<void>): Promise<Count> {
  try {
    await work();
    return { passed: 1, failed: 0, skipped: 0, failures: [], secondTries: [] };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0, failures: [], secondTries: [] };
  }
}

/**
 * Runs mocha and counts its tests. A run that ends with an error, or without a test, counts as a failure.
 * @param name of the file with the results
 * @param options of the process, besides its working directory
 */
export async function runMocha(name: string, args: readonly string[] = [], options: SpawnOptions = {}): Promise<Count> {
  const results = path.join(repositoryRoot, 'out/results', `${name}.json`);
  rmSync(results, { force: true });
  const env = { ...process.env, ...options.env, [resultsVariable]: results };
  const { failed: badEnd } = await counted(() =>
    runToEnd(process.execPath, ['scripts/mocha.ts', ...args], { ...options, cwd: repositoryRoot, env }),
  );
  const count = countOf(existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : []);
  const noneRan = count.passed + count.failed === 0 ? 1 : 0;
  return { ...count, failed: Math.max(count.failed, badEnd, noneRan) };
}

/** A run of mocha beside others, under the name of its results. */
export interface Lane {
  readonly name: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Environment of lanes that often start VS Code and agents: Node then caches the compiled code of these large programs.
 */
export const compiledOnce: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: path.join(repositoryRoot, 'out/compiled') };

/**
 * Runs several mochas at the same time, as `runMocha` does one, since each mostly waits. The first prints while it
 * runs, the others once all have ended.
 */
export async function runLanes(lanes: readonly Lane[]): Promise<Count> {
  const run = async ({ name, args, env = {} }: Lane, index: number): Promise<{ count: Count; log?: string }> => {
    const since = Date.now();
    const log = path.join(repositoryRoot, 'out/results', `${name}.log`);
    mkdirSync(path.dirname(log), { recursive: true });
    const file = index === 0 ? undefined : openSync(log, 'w');
    const count = await runMocha(name, args, { env, stdio: file === undefined ? 'inherit' : ['ignore', file, file] });
    console.log(`${name}: ${((Date.now() - since) / 1000).toFixed(1)} s`);
    return file === undefined ? { count } : { count, log };
  };
  const ended = await Promise.all(lanes.map(run));
  for (const { log } of ended) if (log !== undefined) console.log(readFileSync(log, 'utf8'));
  return sumOf(ended.map(({ count }) => count));
}
