// Asks whether the tests of src/core would notice a fault:
//
//   npm run mutate -- [--all | --most N] [--seed N] [path…]
//
// Each mutant is a small change of one source file; the tests that load the file are run on it, until one fails. A mutant
// that hangs counts as noticed. Prints those that nobody notices, and the share that is noticed.
/* oxlint-disable no-console -- a program that prints */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf, type Mutant } from './mutation/mutants.ts';
import { randomFrom } from '../test/random.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    most: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'mutate-'));

function mocha(tests: readonly string[], flags: readonly string[], env: Readonly<Record<string, string>>): boolean {
  const args = [
    ...flags,
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    '--timeout=0',
    '--bail',
    '--require',
    './test/fixedSeed.ts',
  ];
  const run = spawnSync(process.execPath, [...args, ...tests], {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: 60_000,
    stdio: 'ignore',
  });
  return run.status === 0;
}

/** For each source file, the test files that load it, those of its own folder first. */
function coverage(): ReadonlyMap<string, readonly string[]> {
  const covering = new Map<string, string[]>();
  for (const test of globSync('test/{core,tools}/**/*.test.ts', { cwd: root })) {
    const out = join(folder, 'coverage');
    mocha([test], [], { NODE_V8_COVERAGE: out });
    for (const name of readdirSync(out)) {
      const report: { result: { url: string }[] } = JSON.parse(readFileSync(join(out, name), 'utf8'));
      for (const { url } of report.result) {
        if (!url.startsWith('file:') || !url.includes('/src/core/')) continue;
        const file = relative(root, fileURLToPath(url));
        covering.set(file, [...(covering.get(file) ?? []), test]);
      }
    }
    rmSync(out, { recursive: true });
  }
  const isNear = (file: string, test: string): boolean =>
    test.startsWith(file.replace('src/', 'test/').replace(/\/[^/]*$/, ''));
  for (const [file, tests] of covering) tests.sort((a, b) => Number(isNear(file, b)) - Number(isNear(file, a)));
  return covering;
}

function isNoticed(file: string, { start, end, text }: Mutant, tests: readonly string[]): boolean {
  const source = readFileSync(join(root, file), 'utf8');
  const mutated = join(folder, 'mutant.ts');
  writeFileSync(mutated, source.slice(0, start) + text + source.slice(end));
  const env = { MUTANT_FILE: join(root, file), MUTANT_TEXT: mutated };
  return !mocha(tests, ['--import', './scripts/mutation/replaced.ts'], env);
}

const covering = coverage();
const files = globSync('src/core/**/*.ts', { cwd: root }).filter(
  (file) => positionals.length === 0 || positionals.some((wanted) => file.startsWith(wanted)),
);
const random = randomFrom(Number(values.seed));
const every = files
  .flatMap((file) =>
    mutantsOf(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, mutant, order: random() })),
  )
  .toSorted((a, b) => a.order - b.order);
const chosen = values.all === true ? every : every.slice(0, Number(values.most));
let noticed = 0;
for (const { file, mutant } of chosen) {
  const tests = covering.get(file) ?? [];
  if (tests.length > 0 && isNoticed(file, mutant, tests)) noticed++;
  else console.log(`${file}:${mutant.line} ${mutant.what}`);
}
rmSync(folder, { recursive: true });
console.log(
  `${noticed} of ${chosen.length} mutants noticed (${((100 * noticed) / chosen.length).toFixed(1)} %), of ${every.length} in all`,
);
