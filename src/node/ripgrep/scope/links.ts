// Finds symbolic links, which ripgrep follows or omits.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { RgScope } from './scope.ts';

/** Maximum number of folders listed in parallel. */
const lanes = 32;

/** The symbolic links that a scope includes, and whether the search for them was cut short. */
export interface FoundLinks {
  readonly paths: readonly string[];
  readonly late: boolean;
}

/**
 * Finds symbolic links, which ripgrep follows or omits, in the folders that it would enter. Follows none.
 *
 * @param allowance milliseconds after the first folder at which the search is cut short
 */
export async function findLinks(
  { scope, filter, walk, ignore }: RgScope,
  allowance: number,
  signal: AbortSignal | undefined,
): Promise<FoundLinks> {
  let deadline = Infinity;
  const mayEnter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  const isIgnored = async (path: string, isFolder: boolean): Promise<boolean> =>
    walk.rules !== 'none' && (await ignore.ignoringRule(path, isFolder)) !== undefined;
  const paths: string[] = [];
  let folders: string[] = [...walk.paths];
  let late = false;
  while (folders.length > 0) {
    const below: string[] = [];
    const visit = async (folder: string): Promise<void> => {
      signal?.throwIfAborted();
      late ||= performance.now() > deadline;
      if (late) return;
      // Ripgrep counts folders that cannot be listed.
      const entries = await readdir(join(scope.root, folder), { withFileTypes: true }).catch(() => []);
      deadline = Math.min(deadline, performance.now() + allowance);
      for (const entry of entries) {
        const isLink = entry.isSymbolicLink();
        if ((!isLink && !entry.isDirectory()) || entry.name.includes('\uFFFD')) continue;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if ((isLink ? filter : mayEnter)(path) !== 'wanted') continue;
        // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
        if (!(await isIgnored(path, !isLink))) (isLink ? paths : below).push(path);
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- from the top down
    await forEachConcurrently(folders, visit, lanes);
    folders = below;
  }
  return { paths, late };
}
