// Measures patches of many files, and what flushing to the disk costs.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Evaluate, VSCode } from '../../test/host/driver/harness.ts';
import { joined, median, type Measurement, programLines, row, timeIn, type ChangeRow, type Times } from './time.ts';

/** Measures patches of many files: beside `git apply`, and with and without the flushes to the disk, in turns. */
export function measureMany(evaluate: Evaluate, root: string, rounds: number): readonly Measurement[] {
  /** Of the smallest patch, which is measured first. */
  let msPerFile: number | undefined;
  const patches = [100, 300, 1000].map((files) => async () => {
    const { ours, unflushed, git, kept, flushes } = await manyFiles(evaluate, root, files, rounds);
    const isLargest = files === 1000;
    const goal = isLargest ? { goal: '≤ 3 × git apply', maxMs: 3 * git } : linearGoal(msPerFile, files);
    msPerFile ??= (median(ours.times) ?? Infinity) / files;
    const patch = row(`a patch of ${files} files, applied`, ours, { ...goal, other: git, than: 'git apply' });
    const without = { goal: '', maxMs: Infinity, other: median(unflushed.times), than: 'unflushed' };
    const beside = { goal: '', maxMs: Infinity, other: kept, than: 'git apply, git commit, flushed' };
    return isLargest
      ? [
          patch,
          row('the same, beside git with as much kept and flushed', ours, beside),
          row(`the same, ${flushes} flushes included`, ours, without),
        ]
      : patch;
  });
  return [...patches, () => editFlushed(evaluate, root)];
}

/** At most 1.5 times as long for each file as in the smallest patch; no goal for that one itself. */
function linearGoal(msPerFile: number | undefined, files: number): { readonly goal: string; readonly maxMs: number } {
  if (msPerFile === undefined) return { goal: '', maxMs: Infinity };
  return { goal: '≤ 1.5 × linear', maxMs: msPerFile * files * 1.5 };
}

interface Many {
  readonly ours: Times;
  readonly unflushed: Times;
  /** The median of `git apply`, in milliseconds. */
  readonly git: number;
  /** The median of `git apply` and `git commit` with their flushes, which keep as much as our files and history do. */
  readonly kept: number;
  /** Number of flushes of one patch. */
  readonly flushes: number;
}

async function manyFiles(evaluate: Evaluate, root: string, files: number, rounds: number): Promise<Many> {
  const time = timeIn(evaluate);
  const [git, kept]: [number[], number[]] = [[], []];
  const [ours, unflushed]: [Times[], Times[]] = [[], []];
  let flushes = 0;
  for (let round = 0; round < rounds; round++) {
    const folder = (of: string): string => `bench-many-${files}-${round}-${of}`;
    writeFileSync(path.join(root, 'bench.patch'), layPatch(root, folder('git'), files));
    const started = performance.now();
    execFileSync('git', ['apply', 'bench.patch'], { cwd: root });
    git.push(performance.now() - started);
    kept.push(timeKeepingGit(files));
    for (const [of, all, isOn] of [
      ['flushed', ours, true],
      ['unflushed', unflushed, false],
    ] as const) {
      const patchText = layPatch(root, folder(of), files);
      await evaluate(switchFlushes, isOn);
      all.push(await time([{ tool: 'redline_apply_patch', input: { patchText } }]));
      const counted = await evaluate(switchFlushes, true);
      if (isOn) flushes = counted;
    }
  }
  return {
    ours: joined(ours),
    unflushed: joined(unflushed),
    git: median(git) ?? Infinity,
    kept: median(kept) ?? Infinity,
    flushes,
  };
}

/** Milliseconds for git to patch files, to commit their old and new contents, and to flush all of it. */
function timeKeepingGit(files: number): number {
  const root = mkdtempSync(path.join(os.tmpdir(), 'redline-bench-git-'));
  try {
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: root,
        stdio: 'ignore',
      });
    writeFileSync(path.join(root, 'bench.patch'), layPatch(root, 'files', files));
    git('init');
    git('add', 'files');
    git('commit', '-m', 'before');
    const started = performance.now();
    git('apply', '--index', 'bench.patch');
    execFileSync('sync', ['--data', ...readdirSync(path.join(root, 'files'))], { cwd: path.join(root, 'files') });
    git('-c', 'core.fsync=all', 'commit', '-m', 'after');
    return performance.now() - started;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes files in a folder of the workspace, and a patch that changes a line in each of them. */
export function layPatch(root: string, folder: string, files: number): string {
  mkdirSync(path.join(root, folder));
  const patches = Array.from({ length: files }, (_, at) => {
    const lines = programLines(20, at);
    const name = `${folder}/file-${at}.ts`;
    writeFileSync(path.join(root, name), `${lines.join('\n')}\n`);
    return `--- a/${name}\n+++ b/${name}\n@@ -9,3 +9,3 @@\n ${lines[8] ?? ''}\n-${lines[9] ?? ''}\n+changed(${at});\n ${lines[10] ?? ''}\n`;
  });
  return patches.join('');
}

/** Times a small edit with and without its flushes, in turns. */
async function editFlushed(evaluate: Evaluate, root: string): Promise<ChangeRow> {
  const time = timeIn(evaluate);
  writeFileSync(path.join(root, 'bench-flush.txt'), Array.from({ length: 40 }, (_, at) => `line ${at}.\n`).join(''));
  const edit = (round: number): Promise<Times> => {
    const input = { filePath: 'bench-flush.txt', oldString: `line ${round}.\n`, newString: `line ${round} edited\n` };
    return time([{ tool: 'redline_edit_file', input }]);
  };
  const [ours, unflushed]: [Times[], Times[]] = [[], []];
  let flushes = 0;
  for (let round = 0; round < 18; round += 2) {
    await evaluate(switchFlushes, true);
    ours.push(await edit(round));
    flushes = await evaluate(switchFlushes, false);
    unflushed.push(await edit(round + 1));
  }
  await evaluate(switchFlushes, true);
  const goal = { goal: '≤ 100 ms', maxMs: 100, other: median(joined(unflushed).times), than: 'unflushed' };
  return row(`edit of a small file, ${flushes} flushes included`, joined(ours), goal);
}

/**
 * Switches the flushes of this extension host on or off, and returns how many there were since the last switch. They
 * are methods of a file handle and functions of `node:fs`, which all extensions share. Sent to the extension host as
 * source text, so it can use nothing from outside itself.
 */
async function switchFlushes(_vscode: VSCode, isOn: boolean): Promise<number> {
  const fs = process.getBuiltinModule('node:fs');
  const handle = await fs.promises.open(process.execPath);
  const methods: { sync: () => Promise<void>; datasync: () => Promise<void> } = Object.getPrototypeOf(handle);
  await handle.close();
  const fresh = { ...methods, fsync: fs.fsync, fdatasync: fs.fdatasync, count: 0 };
  const shared: typeof globalThis & { redlineBench?: typeof fresh } = globalThis;
  shared.redlineBench ??= { ...fresh, sync: methods.sync, datasync: methods.datasync };
  const bench = shared.redlineBench;
  const { count } = bench;
  bench.count = 0;
  const counted = (flush: () => Promise<void>) =>
    function (this: unknown): Promise<void> {
      bench.count++;
      return isOn ? flush.call(this) : Promise.resolve();
    };
  const called = (flush: typeof fs.fsync) => (fd: number, done: (cause: Error | null) => void) => {
    bench.count++;
    if (isOn) flush(fd, done);
    else setImmediate(done, null);
  };
  methods.sync = counted(bench.sync);
  methods.datasync = counted(bench.datasync);
  Object.assign(fs, { fsync: called(bench.fsync), fdatasync: called(bench.fdatasync) });
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
  return count;
}
