// Measures whether the tests in plain Node would notice a fault:
//
//   npm run mutate -- [--all | --most N] [--seed N] [path…]
//
// Each mutant is a small change of one source file below the paths (src/core without any); the tests that load the file
// are run on it, the fastest first, until one fails. A mutant that hangs counts as noticed. Prints those that nobody
// notices, and the share that is noticed. Files that no test loads are named and left out; those that import `vscode`
// are among them.
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
/** Paths of the sources to mutate. */
const wanted = positionals.length === 0 ? ['src/core'] : positionals;
/** Folders of the tests that may load them. */
const floors = wanted.every((each) => each.startsWith('src/core'))
  ? '{core,tools}'
  : '{tools,engine,apply,journal,node,vscode}';
const folder = mkdtempSync(join(tmpdir(), 'mutate-'));

/** Milliseconds after which a mutant counts as hanging, in one test and in all of them. */
const maxTestMs = 60_000;
const maxMutantMs = 900_000;

/** Runs test files; returns whether all tests passed. */
function runTests(tests: readonly string[], flags: readonly string[], env: Readonly<Record<string, string>>): boolean {
  const args = [
    ...flags,
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    `--timeout=${maxTestMs}`,
    '--bail',
    '--require',
    './test/fixedSeed.ts',
  ];
  const run = spawnSync(process.execPath, [...args, ...tests], {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: maxMutantMs,
    stdio: 'ignore',
  });
  return run.status === 0;
}

/** The source files in a coverage report. None if it is cut off: its process, which a test had started, was killed. */
function sourcesIn(report: string): readonly string[] {
  const text = readFileSync(report, 'utf8');
  if (!text.endsWith('}')) return [];
  const { result }: { result: { url: string }[] } = JSON.parse(text);
  const isSource = (url: string): boolean => url.startsWith('file:') && url.includes('/src/');
  return result.flatMap(({ url }) => (isSource(url) ? [relative(root, fileURLToPath(url))] : []));
}

/** Finds for each source file the test files that load it: those of its own folder first, then the fastest. */
function findCoveringTests(): ReadonlyMap<string, readonly string[]> {
  const covering = new Map<string, string[]>();
  const durationMs = new Map<string, number>();
  for (const test of globSync(`test/${floors}/**/*.test.ts`, { cwd: root })) {
    const out = join(folder, 'coverage');
    const start = performance.now();
    runTests([test], [], { NODE_V8_COVERAGE: out });
    durationMs.set(test, performance.now() - start);
    for (const file of new Set(readdirSync(out).flatMap((name) => sourcesIn(join(out, name)))))
      covering.set(file, [...(covering.get(file) ?? []), test]);
    rmSync(out, { recursive: true });
  }
  const isNear = (file: string, test: string): boolean =>
    test.startsWith(file.replace('src/', 'test/').replace(/\/[^/]*$/, ''));
  const order = (file: string, a: string, b: string): number =>
    Number(isNear(file, b)) - Number(isNear(file, a)) || (durationMs.get(a) ?? 0) - (durationMs.get(b) ?? 0);
  for (const [file, tests] of covering) tests.sort((a, b) => order(file, a, b));
  return covering;
}

function isNoticed(file: string, { start, end, text }: Mutant, tests: readonly string[]): boolean {
  const source = readFileSync(join(root, file), 'utf8');
  const mutated = join(folder, 'mutant.ts');
  writeFileSync(mutated, source.slice(0, start) + text + source.slice(end));
  const env = { MUTANT_FILE: join(root, file), MUTANT_TEXT: mutated };
  return !runTests(tests, ['--import', './scripts/mutation/replaced.ts'], env);
}

/** The beginning of the text that a mutant replaces, in one line. */
function describeReplaced(file: string, { start, end }: Mutant): string {
  return readFileSync(join(root, file), 'utf8')
    .slice(start, Math.min(end, start + 80))
    .replace(/\s+/g, ' ');
}

const covering = findCoveringTests();
const all = globSync('src/**/*.ts', { cwd: root }).filter((file) => wanted.some((each) => file.startsWith(each)));
const files = all.filter((file) => covering.has(file));
for (const file of all) if (!covering.has(file)) console.log(`${file}: no test loads it`);
const random = randomFrom(Number(values.seed));
const mutants = files
  .flatMap((file) =>
    mutantsOf(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, mutant, order: random() })),
  )
  .toSorted((a, b) => a.order - b.order);
const chosen = values.all === true ? mutants : mutants.slice(0, Number(values.most));
let noticed = 0;
for (const { file, mutant } of chosen) {
  const tests = covering.get(file) ?? [];
  if (isNoticed(file, mutant, tests)) noticed++;
  else console.log(`${file}:${mutant.line} ${mutant.what}: ${describeReplaced(file, mutant)}`);
}
rmSync(folder, { recursive: true });
console.log(
  `${noticed} of ${chosen.length} mutants noticed (${((100 * noticed) / chosen.length).toFixed(1)} %), of ${mutants.length} in all`,
);
