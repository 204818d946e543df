// Defines what is stored of a working tree between scans; flushes its files, and checks that they are intact.

import { createHash, randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Yielding } from '../../../core/async/yielding.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { isFulfilled } from '../../../async/isFulfilled.ts';
import { partBytes } from '../../files/digest.ts';
import { flushFiles, flushFolders } from '../../files/flush.ts';
import type { TreeView } from '../repository/privateRepository.ts';
import type { UnindexedFile } from './unindexedFiles.ts';
import type { WatchState } from '../../../core/watch/watchState.ts';

/** The state of a working tree after a scan, besides its stored files. */
export interface TreeState {
  /** Absolute path of its repository's top-level folder. */
  readonly top: string;
  /** Base name of its stored files. */
  readonly name: string;
  /** Files that are not in the index, by path. */
  readonly unindexed: ReadonlyMap<string, UnindexedFile>;
  /** Narrow permissions of files and folders, by path. */
  readonly permissions: ReadonlyMap<string, number>;
}

/** The working trees of a workspace folder (`''`) and of nested repositories, by path; none before the first scan. */
export type Trees = ReadonlyMap<string, TreeState>;

/** A new name for the stored files of a tree: see `TreeState.name`. */
export function createStoredName(): string {
  return randomBytes(12).toString('hex');
}

/** Extensions of a tree's stored files. */
const extensions = [
  'index',
  // Ignore rules of the user and the repository.
  'rules',
  // `.gitignore` files that are not in the index.
  'unindexed',
] as const;
export type TreeFileExtension = (typeof extensions)[number];

/** Path of a stored file of a tree. @param store absolute path of Watch's private folder, also below */
export function treeFile(store: string, name: string, extension: TreeFileExtension): string {
  return path.join(treesFolder(store), `${name}.${extension}`);
}

/** Path of the folder with the stored files of all trees. */
export function treesFolder(store: string): string {
  return path.join(store, 'trees');
}

/** A view for commands that read only the index. As `root` is `top`, git prints paths from the repository's root. */
export function createIndexView(store: string, { name }: TreeState): TreeView {
  return { top: store, root: store, index: treeFile(store, name, 'index') };
}

/** Writes a tree's stored files to the device. */
export async function flushTreeFiles(store: string, name: string): Promise<void> {
  await flushFiles(extensions.map((extension) => treeFile(store, name, extension)));
  await flushFolders([treesFolder(store)]);
}

/**
 * Whether a scan can continue from a tree's stored files; `unindexed` may be missing.
 * @param algorithm of the index's checksum
 */
export async function areTreeFilesIntact(store: string, name: string, algorithm: 'sha1' | 'sha256'): Promise<boolean> {
  const index = await readFile(treeFile(store, name, 'index')).catch(() => undefined);
  if (index === undefined || !(await runYielding(hasValidChecksum(index, algorithm)))) return false;
  return isFulfilled(access(treeFile(store, name, 'rules')));
}

/** An index ends with the checksum of the rest. Git itself does not verify it. */
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
 * The trees of the last scan; none before the first. The stored format calls a path `below`, and `unindexed`
 * `withheld`.
 */
export function restoreTrees({ head }: WatchState): Trees {
  return new Map(
    head.trees.map(({ below, top, name, withheld, permissions }) => [
      below,
      {
        top,
        name,
        unindexed: new Map(withheld.map(({ path, ...file }) => [path, file])),
        permissions: new Map(permissions),
      },
    ]),
  );
}

/** The trees in the stored format, which `restoreTrees` reads. */
export function toStoredTrees(trees: Trees): WatchState['head']['trees'] {
  return [...trees].map(([below, { top, name, unindexed, permissions }]) => ({
    below,
    top,
    name,
    withheld: [...unindexed].map(([path, file]) => ({ path, ...file })),
    permissions: [...permissions],
  }));
}

/** Whether trees are those of a stored state. A scan that finds a change in a tree gives it a new name. */
export function areSameTrees(trees: Trees, storedTrees: WatchState['head']['trees']): boolean {
  return trees.size === storedTrees.length && storedTrees.every(({ below, name }) => trees.get(below)?.name === name);
}
