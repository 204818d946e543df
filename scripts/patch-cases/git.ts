// Makes diffs and merges of made-up files with git.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The contents of files by path; bytes as Latin-1 text, so that JSON can hold any bytes. */
export type Files = Readonly<Record<string, string>>;

/** The environment of a git without the user's configuration. */
const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
const identity = [
  '-c',
  'user.name=nobody',
  '-c',
  'user.email=nobody@example.com',
  '-c',
  'core.autocrlf=false',
  '-c',
  'core.fileMode=true',
];

function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'patch-cases-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, 'latin1');
  }
}

/** The output of `git diff` with these options from one tree to another. */
export function diffTrees(before: Files, after: Files, options: readonly string[]): string {
  return withFolder((folder) => {
    const git = (...args: string[]): string =>
      execFileSync('git', [...identity, ...args], {
        cwd: folder,
        encoding: 'latin1',
        env: { ...process.env, ...quiet },
        maxBuffer: 1 << 28,
      });
    git('init', '-q');
    write(folder, before);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'before');
    for (const path of Object.keys(before)) if (!(path in after)) rmSync(join(folder, path));
    write(folder, after);
    git('add', '-A');
    return git('diff', '--cached', ...options);
  });
}

/** A three-way merge of one file, or `undefined` for one with conflicts. */
export function mergeFile(ours: string, base: string, theirs: string): string | undefined {
  return withFolder((folder) => {
    write(folder, { ours, base, theirs });
    const merged = spawnSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
      cwd: folder,
      encoding: 'latin1',
    });
    return merged.status === 0 ? merged.stdout : undefined;
  });
}
