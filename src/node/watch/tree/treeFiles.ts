// Defines what is stored of a working tree between scans: its state, also as JSON, and its files, which are flushed and
// checked here.

import { createHash, randomBytes } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Yielding } from '../../../core/async/yielding.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { isFulfilled } from '../../../async/isFulfilled.ts';
import { partBytes } from '../../files/digest.ts';
import { flushFiles, flushFolders } from '../../files/safeWrites.ts';
import type { WorkTreeView } from '../repository/privateRepository.ts';
import type { UnindexedFile } from './unindexedFiles.ts';
import type { WatchState } from '../../../core/watch/watchState.ts';

/** The state of a working tree after a scan, besides its stored files. */
export interface TreeState {
  /** Absolute path of its repository's top-level folder. */
  readonly top: string;
  /**
   * Base name of the tree's stored files. Each scan that finds a change of the tree or its ignore rules chooses a new
   * name.
   */
  readonly storedName: string;
  /** Files that are not in the index, by path. */
  readonly unindexed: ReadonlyMap<string, UnindexedFile>;
  /** Narrow permissions of files and folders, by path. */
  readonly permissions: ReadonlyMap<string, number>;
}

/** The working trees of a workspace folder (`''`) and of nested repositories, by path; none before the first scan. */
export type Trees = ReadonlyMap<string, TreeState>;

export function createStoredName(): string {
  return randomBytes(12).toString('hex');
}

/** Extensions of a tree's stored files. They are on users' disks: do not change them. */
const extensions = [
  'index',
  // Ignore rules of the user and the repository.
  'rules',
  // `.gitignore` files that are not in the index.
  'unindexed',
] as const;
export type TreeFileExtension = (typeof extensions)[number];

/** Path of a stored file of a tree. @param store absolute path of Watch's private folder, also below */
export function treeFile(store: string, storedName: string, extension: TreeFileExtension): string {
  return path.join(treesFolder(store), `${storedName}.${extension}`);
}

/** Writes a stored file of a tree; returns its path. */
export async function writeTreeFile(
  store: string,
  storedName: string,
  extension: TreeFileExtension,
  content: string | Uint8Array,
): Promise<string> {
  const file = treeFile(store, storedName, extension);
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

export function treesFolder(store: string): string {
  return path.join(store, 'trees');
}

/** A view for commands that read only the index. As `root` is `top`, git prints paths from the repository's root. */
export function createIndexView(store: string, { storedName }: TreeState): WorkTreeView {
  return { top: store, root: store, index: treeFile(store, storedName, 'index') };
}

export async function flushTreeFiles(store: string, storedName: string): Promise<void> {
  await flushFiles(extensions.map((extension) => treeFile(store, storedName, extension)));
  await flushFolders([treesFolder(store)]);
}

/**
 * Whether a scan can continue from a tree's stored files: the index is undamaged, and `rules` exists. `unindexed` may
 * be missing: the scan then takes the present rules for it.
 */
export async function areTreeFilesIntact(
  store: string,
  storedName: string,
  algorithm: 'sha1' | 'sha256',
): Promise<boolean> {
  const index = await readFile(treeFile(store, storedName, 'index')).catch(() => undefined);
  if (index === undefined || !(await runYielding(hasValidChecksum(index, algorithm)))) return false;
  return isFulfilled(access(treeFile(store, storedName, 'rules')));
}

/** Whether an index is undamaged: it ends with the checksum of the rest, which git itself does not verify. */
function* hasValidChecksum(index: Buffer, algorithm: 'sha1' | 'sha256'): Yielding<boolean> {
  const hash = createHash(algorithm);
  const end = index.length - (algorithm === 'sha1' ? 20 : 32);
  for (let at = 0; at < end; at += partBytes) {
    hash.update(index.subarray(at, Math.min(end, at + partBytes)));
    yield;
  }
  return end > 0 && hash.digest().equals(index.subarray(end));
}

/**
 * The trees of the last scan; none before the first. The stored format calls a path `below`, `storedName` `name`, and
 * `unindexed` `withheld`.
 */
export function restoreTrees({ head }: WatchState): Trees {
  return new Map(
    head.trees.map(({ below, top, name, withheld, permissions }) => [
      below,
      {
        top,
        storedName: name,
        unindexed: new Map(withheld.map(({ path, ...file }) => [path, file])),
        permissions: new Map(permissions),
      },
    ]),
  );
}

/** The trees in the stored format, which `restoreTrees` reads. */
export function toStoredTrees(trees: Trees): WatchState['head']['trees'] {
  return [...trees].map(([below, { top, storedName, unindexed, permissions }]) => ({
    below,
    top,
    name: storedName,
    withheld: [...unindexed].map(([path, file]) => ({ path, ...file })),
    permissions: [...permissions],
  }));
}

/** Whether trees equal the trees of a stored state; see `TreeState.storedName`. */
export function areSameTrees(trees: Trees, storedTrees: WatchState['head']['trees']): boolean {
  return (
    trees.size === storedTrees.length && storedTrees.every(({ below, name }) => trees.get(below)?.storedName === name)
  );
}
