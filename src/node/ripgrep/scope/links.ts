// Finds symbolic links, which ripgrep follows or omits.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { RgScope } from './scope.ts';

/** Maximum number of folders listed in parallel. */
const maxConcurrent = 32;

/** The symbolic links that a scope includes, and whether the search for them was cut short. */
export interface FoundLinks {
  readonly paths: readonly string[];
  readonly isLate: boolean;
}

/**
 * Finds symbolic links, which ripgrep follows or omits, in the folders that it would enter. Follows none.
 *
 * @param allowanceMs milliseconds after the first folder at which the search is cut short
 */
export async function findLinks(
  { scope, filter, walk, ignore }: RgScope,
  allowanceMs: number,
  signal: AbortSignal | undefined,
): Promise<FoundLinks> {
  let deadline = Infinity;
  const mayEnter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  const isIgnored = async (path: string, isFolder: boolean): Promise<boolean> =>
    walk.rules !== 'none' && (await ignore.ignoringRule(path, isFolder)) !== undefined;
  const paths: string[] = [];
  let folders: string[] = [...walk.paths];
  let isLate = false;
  while (folders.length > 0) {
    const subfolders: string[] = [];
    const visit = async (folder: string): Promise<void> => {
      signal?.throwIfAborted();
      isLate ||= performance.now() > deadline;
      if (isLate) return;
      // Ripgrep counts folders that cannot be listed.
      const entries = await readdir(join(scope.root, folder), { withFileTypes: true }).catch(() => []);
      deadline = Math.min(deadline, performance.now() + allowanceMs);
      for (const entry of entries) {
        const isLink = entry.isSymbolicLink();
        if ((!isLink && !entry.isDirectory()) || entry.name.includes('\uFFFD')) continue;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if ((isLink ? filter : mayEnter)(path) !== 'wanted') continue;
        // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
        if (!(await isIgnored(path, !isLink))) (isLink ? paths : subfolders).push(path);
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- from the top down
    await forEachConcurrently(folders, visit, maxConcurrent);
    folders = subfolders;
  }
  return { paths, isLate };
}
