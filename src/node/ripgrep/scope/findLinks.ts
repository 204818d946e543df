// Finds the symbolic links of a scope by walking the folders, since ripgrep either follows or omits links.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import type { RgScope } from './scope.ts';

/** The symbolic links that a scope includes, and whether the search for them was cut short. */
export interface FoundLinks {
  readonly paths: readonly string[];
  readonly isLate: boolean;
}

/**
 * Finds the symbolic links in the folders that ripgrep would enter, breadth-first. Follows none.
 *
 * @param timeLimitMs milliseconds after the first folder at which the search is cut short
 */
export async function findLinks(
  { scope, filter, walk, ignore }: RgScope,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Promise<FoundLinks> {
  const mayEnter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  const isIgnored = async (path: string, isFolder: boolean): Promise<boolean> =>
    walk.rules !== 'none' && (await ignore.ignoringRule(path, isFolder)) !== undefined;
  const paths: string[] = [];
  let deadline = Infinity;
  let isLate = false;
  const findSubfolders = async (folder: string): Promise<readonly string[]> => {
    signal?.throwIfAborted();
    isLate ||= performance.now() > deadline;
    if (isLate) return [];
    const subfolders: string[] = [];
    // Unlistable folders need no report here: ripgrep's own run counts them.
    const entries = await readdir(join(scope.root, folder), { withFileTypes: true }).catch(() => []);
    deadline = Math.min(deadline, performance.now() + timeLimitMs);
    for (const entry of entries) {
      const isLink = entry.isSymbolicLink();
      if ((!isLink && !entry.isDirectory()) || entry.name.includes('\uFFFD')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const verdict = isLink ? filter(path) : mayEnter(path);
      if (verdict !== 'wanted' || (await isIgnored(path, !isLink))) continue;
      if (isLink) paths.push(path);
      else subfolders.push(path);
    }
    return subfolders;
  };
  let level = walk.paths;
  while (level.length > 0) level = (await mapConcurrently(level, findSubfolders)).flat();
  return { paths, isLate };
}
