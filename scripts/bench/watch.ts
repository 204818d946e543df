// Measures Watch on a large repository, beside git.

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWatch } from '../../src/node/watch/openWatch.ts';
import type { FolderWatch, WriteAttribution } from '../../src/tools/ports/watchPort.ts';
import { defineBlockWatch } from './blocks.ts';
import { median, type ChangeRow } from './time.ts';
import { makeTree } from './tree.mjs';

const files = 40_000;
const changed = 5000;
const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const attribution: WriteAttribution = {
  whenRecorded: () => Promise.resolve(),
  isInNestedFolder: () => false,
  originOf: () => ({ kind: 'outside' }),
  writesOf: () => [],
  bytesOf: () => Promise.resolve(undefined),
};

/** Measures Watch in a repository of 40,000 files, in turns with git's own commands. */
export async function benchWatch(rounds: number): Promise<readonly ChangeRow[]> {
  await defineBlockWatch();
  const base = mkdtempSync(path.join(tmpdir(), 'redline-bench-watch-'));
  try {
    const root = path.join(base, 'tree');
    makeTree(root, { tracked: files, ignored: files });
    const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
    execFileSync('git', [...author, '-c', 'gc.auto=0', 'commit', '-qm', 'tree'], { cwd: root, env: environment });
    execFileSync('git', ['repack', '-adq'], { cwd: root });
    // A file as new as the index would be read again, by git and by Watch.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    execFileSync('git', ['update-index', '--force-write-index'], { cwd: root });
    return await measure(root, base, rounds);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function measure(root: string, base: string, rounds: number): Promise<readonly ChangeRow[]> {
  const git = (...args: string[]) =>
    time(async () => execFileSync('git', args, { cwd: root, env: environment, stdio: 'ignore' }));
  const [first, add, again, status]: Timed[][] = [[], [], [], []];
  let watch: FolderWatch | undefined;
  for (let round = 0; round < rounds; round++) {
    watch?.dispose();
    const store = path.join(base, `store-${round}`);
    mkdirSync(store, { mode: 0o700 });
    const place = { folder: pathToFileURL(root).toString(), storage: pathToFileURL(store).toString() };
    first?.push(
      await time(async () => {
        watch = await openWatch({ ...place, isSecret: (name) => name.endsWith('.env') });
        await watch.scan(attribution);
      }),
    );
    const scratch = path.join(base, `index-${round}`);
    const bare = path.join(base, `bare-${round}`);
    execFileSync('git', ['init', '-q', '--bare', bare]);
    const run = { ...environment, GIT_DIR: bare, GIT_WORK_TREE: root, GIT_INDEX_FILE: scratch };
    add?.push(await time(async () => execFileSync('git', ['add', '-A'], { cwd: root, env: run, stdio: 'ignore' })));
    again?.push(await time(async () => watch?.scan(attribution)));
    status?.push(await git('status', '--porcelain'));
  }
  if (watch === undefined) throw new Error('Nothing was measured.');
  const listed = await timeMany(root, watch);
  watch.dispose();
  return rowsOf({ first, add, again, status, listed });
}

interface Measured {
  readonly first: readonly Timed[] | undefined;
  readonly add: readonly Timed[] | undefined;
  readonly again: readonly Timed[] | undefined;
  readonly status: readonly Timed[] | undefined;
  readonly listed: Timed;
}

function rowsOf({ first, add, again, status, listed }: Measured): readonly ChangeRow[] {
  const [firstTime, addTime] = [middle(first), middle(add)];
  const [againTime, statusTime] = [middle(again), middle(status)];
  return [
    {
      name: `the first look at ${files} files, with the user's index`,
      ours: firstTime,
      other: addTime,
      than: '`git add -A` into an empty repository',
      block: longest(first),
      goal: '≤ 1.5 s, no block over 50 ms',
      met: firstTime <= 1500 && longest(first) <= 50,
    },
    {
      name: 'a look at which nothing has changed',
      ours: againTime,
      other: statusTime,
      than: '`git status`',
      block: longest(again),
      goal: '≤ 2 × `git status`',
      met: againTime <= 2 * statusTime,
    },
    {
      name: `${changed} changed files, until they are listed`,
      ours: listed.time,
      other: undefined,
      than: '',
      block: listed.block,
      goal: '≤ 3 s, no block over 50 ms',
      met: listed.time <= 3000 && listed.block <= 50,
    },
  ];
}

/** Changes many files, and looks. */
async function timeMany(root: string, watch: FolderWatch): Promise<Timed> {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 28 })
    .toString()
    .split('\0');
  for (const name of names.slice(0, changed - 1000)) appendFileSync(path.join(root, name), '// changed\n');
  mkdirSync(path.join(root, 'made'));
  for (let index = 0; index < 1000; index++) writeFileSync(path.join(root, `made/file-${index}.ts`), `${index}\n`);
  const timed = await time(() => watch.scan(attribution));
  if (watch.items.size !== changed) throw new Error(`${watch.items.size} files were listed.`);
  return timed;
}

interface Timed {
  readonly time: number;
  /** The longest block of the event loop, in milliseconds. */
  readonly block: number;
}

async function time(work: () => Promise<unknown>): Promise<Timed> {
  const endWatch = watchBlocks();
  const start = performance.now();
  await work();
  const taken = performance.now() - start;
  return { time: taken, block: endWatch() };
}

function middle(times: readonly Timed[] = []): number {
  return median(times.map((each) => each.time)) ?? Infinity;
}

function longest(times: readonly Timed[] = []): number {
  return Math.max(...times.map(({ block }) => block));
}
