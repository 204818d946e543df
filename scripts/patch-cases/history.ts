// Reads commits, contents and diffs of a real git repository.

import { execFileSync } from 'node:child_process';
import type { Files } from './git.ts';

/** A commit of a real history: what it changes, by path, as bytes written as Latin-1. */
export interface Commit {
  readonly name: string;
  readonly before: Files;
  readonly after: Files;
  /** Whether it creates or changes a symbolic link or a submodule, which patches must not; then without contents. */
  readonly special: boolean;
}

const maxBytes = 2_000_000;

function git(repo: string, args: readonly string[], input = ''): Buffer {
  const settings = ['-c', 'core.quotePath=true', '-c', 'diff.renames=false', '-c', 'safe.directory=*'];
  return execFileSync('git', ['-C', repo, ...settings, ...args], { input, maxBuffer: 1 << 30 });
}

/** The commits with one parent, oldest first. */
export function listCommits(repo: string): readonly string[] {
  const names = git(repo, ['rev-list', '--reverse', '--max-parents=1', '--min-parents=1', 'HEAD']);
  return names.toString('latin1').split('\n').filter(Boolean);
}

interface Entry {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly modes: readonly string[];
}

/** Reads a commit; `undefined` for one that changes more than two million bytes or a hundred files. */
export function readCommit(repo: string, name: string): Commit | undefined {
  const entries = changedBy(repo, name);
  if (entries.length > 100) return undefined;
  const special = entries.some(({ modes }) => modes.some((mode) => mode === '120000' || mode === '160000'));
  if (special) return { name, before: {}, after: {}, special };
  const blobs = readBlobs(
    repo,
    entries.flatMap(({ before, after }) => [before, after]),
  );
  if ([...blobs.values()].reduce((total, text) => total + text.length, 0) > maxBytes) return undefined;
  const side = (of: 'before' | 'after'): Files =>
    Object.fromEntries(
      entries.flatMap((entry) => {
        const text = blobs.get(entry[of]);
        return text === undefined ? [] : [[entry.path, text] as const];
      }),
    );
  return { name, before: side('before'), after: side('after'), special };
}

function changedBy(repo: string, name: string): readonly Entry[] {
  const parts = git(repo, ['diff-tree', '-r', '-z', '--no-renames', `${name}^`, name])
    .toString('utf8')
    .split('\0');
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', before = '', after = ''] = (parts[at] ?? '').slice(1).split(' ');
    entries.push({ path: parts[at + 1] ?? '', before, after, modes: [oldMode, newMode] });
  }
  return entries;
}

function readBlobs(repo: string, names: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(names)].filter((name) => !/^0+$/.test(name));
  const blobs = new Map<string, string>();
  if (wanted.length === 0) return blobs;
  const data = git(repo, ['cat-file', '--batch'], `${wanted.join('\n')}\n`);
  for (let at = 0; at < data.length;) {
    const end = data.indexOf(10, at);
    const [name = '', , size = '0'] = data.toString('latin1', at, end).split(' ');
    const next = end + 1 + Number(size);
    blobs.set(name, data.toString('latin1', end + 1, next));
    at = next + 1;
  }
  return blobs;
}

/** The output of `git diff` with these options for a commit, in bytes written as Latin-1. */
export function diffCommit(repo: string, name: string, options: readonly string[]): string {
  const settings = options[0] === '-c' ? options.slice(0, 2) : [];
  return git(repo, [...settings, 'diff', ...options.slice(settings.length), `${name}^`, name]).toString('latin1');
}

/** The diff of two blobs under a path, as `git diff` writes it; in bytes written as Latin-1. */
export function diffBlobs(repo: string, path: string, before: string, after: string): string {
  const patch = git(repo, ['diff', '--no-renames', before, after]).toString('latin1');
  const name = Buffer.from(path, 'utf8').toString('latin1');
  return patch.replaceAll(`a/${before}`, `a/${name}`).replaceAll(`b/${after}`, `b/${name}`);
}

/** The files at a commit's parent that a patch copies from without changing them; in bytes written as Latin-1. */
export function sourcesOf(repo: string, name: string, patch: string): Files {
  const raw = git(repo, ['diff', '--raw', '-z', '-M30%', '-C', '--find-copies-harder', `${name}^`, name]).toString(
    'utf8',
  );
  const copied = /^copy from /m.test(patch) ? raw.matchAll(/ ([0-9a-f]+) [0-9a-f]+ C\d+\0([^\0]+)\0/g) : [];
  const entries = [...copied].map(([, blob = '', path = '']) => [path, git(repo, ['cat-file', 'blob', blob])] as const);
  return Object.fromEntries(entries.map(([path, bytes]) => [path, bytes.toString('latin1')]));
}

/** The names of the versions of each regular file through the history, oldest first. */
export function versionsOf(repo: string): ReadonlyMap<string, readonly string[]> {
  const log = git(repo, ['log', '--reverse', '--no-renames', '--raw', '--no-abbrev', '-z', '--format=', 'HEAD']);
  const parts = log.toString('utf8').split('\0');
  const versions = new Map<string, string[]>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, , blob = ''] = (parts[at] ?? '').split(' ');
    const path = parts[at + 1] ?? '';
    if (mode !== '100644' && mode !== '100755') continue;
    versions.set(path, [...(versions.get(path) ?? []), blob]);
  }
  return versions;
}

/** The texts of blobs, as bytes written as Latin-1. */
export function textsOf(repo: string, blobs: readonly string[]): readonly string[] {
  const texts = readBlobs(repo, blobs);
  return blobs.map((blob) => texts.get(blob) ?? '');
}
