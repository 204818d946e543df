import { parseArgs } from 'node:util';
import { packageExtension } from '../../../scripts/package.mjs';
import { runSuitesInCodeServer } from '../in-host/code-server.ts';
import type { Where } from '../in-host/where.ts';
import { runDisk } from './disk.ts';
import { runKills } from './kills.ts';
import { runLarge } from './large.ts';
import { runLeaks } from './leaks.ts';
import { runOpenFiles } from './openFiles.ts';
import { runWatcher } from './watcher.ts';
import { runWindows } from './windows.ts';

/** Runs a part, tells as it goes, and answers a line of figures. Throws where a promise is broken. */
type Part = (told: (line: string) => void) => Promise<string>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '100' } },
});
const [named, seed = '1'] = positionals;

const parts: Readonly<Record<string, Part>> = {
  foreign: suites('another program'),
  readonly: suites('read-only'),
  storage: suites('storage'),
  clock: suites('clock'),
  trash: suites('trash'),
  stopped: suites('stopped'),
  disk: async (told) => `${await suites('a full disk')(told)}; ${await runDisk(told)}`,
  attacks: suites('paths in every field', { name: 'disk', host: 'node', opens: 'disk' }),
  windows: async (told) => `${await suites('two windows')(told)}; ${await runWindows(told)}`,
  watcher: runWatcher,
  large: runLarge,
  'open-files': runOpenFiles,
  leaks: runLeaks,
  kills: async (told) => JSON.stringify(await runKills(Number(values.count), Number(seed), told)),
};

/** The in-host suites whose titles have this text, their tables as a whole. */
function suites(grep: string, where: Where = { name: 'faults', host: 'node', opens: 'disk', folder: 'faults' }): Part {
  return async (told) => {
    const results = await runSuitesInCodeServer({ ...where, grep, whole: true });
    for (const { title, state, error } of results) told(`${state}: ${title}${error === undefined ? '' : `\n${error}`}`);
    const failed = results.filter(({ state }) => state === 'failed').length;
    if (failed > 0 || results.length === 0) throw new Error(`${failed} of ${results.length} cases failed`);
    return `${results.length} cases`;
  };
}

/**
 * `npm run test:faults [-- part]`: what goes wrong around a call, on the packaged extension; without a name all parts.
 * `-- kills [seed] [--count N]` kills the extension host N times. Each part ends with a line of figures.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const chosen = Object.entries(parts).filter(([name]) => named === undefined || name === named);
  if (chosen.length === 0) throw new Error(`There is no part ${named}. Parts are: ${Object.keys(parts).join(', ')}.`);
  await packageExtension();
  const lines: string[] = [];
  for (const [name, run] of chosen) {
    const start = performance.now();
    const line = await run((said) => console.log(`  ${name}: ${said}`)).then(
      (figures) => `passed: ${figures}`,
      (cause: unknown) => {
        process.exitCode = 1;
        return `FAILED: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
      },
    );
    lines.push(`${name} (${Math.round((performance.now() - start) / 1000)} s) ${line}`);
    console.log(lines.at(-1));
  }
  console.log(`\n${lines.join('\n')}`);
}

await main();
