// Finds the symbolic links of a scope by walking the folders, since ripgrep either follows or omits links.

import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import { listFolder } from '../../disk/listFolder.ts';
import type { RgScope } from './scope.ts';

/** The symbolic links that a scope includes. */
export interface FoundLinks {
  readonly paths: readonly string[];
  /** Whether the time limit cut the search short, so that links may be missing. */
  readonly isLate: boolean;
}

/**
 * Finds the symbolic links in the folders that ripgrep would enter, breadth-first. Follows none.
 *
 * @param timeLimitMs time limit in milliseconds, counted from when the first folder has been listed
 */
export async function findLinks(
  { scope, filter, walk, ignore }: RgScope,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Promise<FoundLinks> {
  // Globs and access rules are about files: an excluded folder may contain links that are not excluded.
  const folderFilter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  const isIgnored = async (path: string, isFolder: boolean): Promise<boolean> =>
    walk.rules !== 'none' && (await ignore.ignoringRule(path, isFolder)) !== undefined;
  const paths: string[] = [];
  // Set by the first listing: a busy machine or a sleeping disk may be slow to begin, which must not use up the time.
  let deadline = Infinity;
  let isLate = false;
  const visitFolder = async (folder: string): Promise<readonly string[]> => {
    signal?.throwIfAborted();
    isLate ||= performance.now() > deadline;
    if (isLate) return [];
    const subfolders: string[] = [];
    // A folder that cannot be read needs no report here: ripgrep's own run counts it.
    const entries = await listFolder(join(scope.root, folder)).catch(() => undefined);
    deadline = Math.min(deadline, performance.now() + timeLimitMs);
    if (entries === undefined) return [];
    ignore.recordNames(
      folder,
      entries.map(({ name }) => name),
    );
    for (const entry of entries) {
      const isLink = entry.isSymbolicLink();
      // A name with U+FFFD is not UTF-8, so the entry cannot be opened by this string.
      if ((!isLink && !entry.isDirectory()) || entry.name.includes('\uFFFD')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const verdict = isLink ? filter(path) : folderFilter(path);
      if (verdict !== 'wanted' || (await isIgnored(path, !isLink))) continue;
      if (isLink) paths.push(path);
      else subfolders.push(path);
    }
    return subfolders;
  };
  let level = walk.paths;
  while (level.length > 0) level = (await mapConcurrently(level, visitFolder)).flat();
  return { paths, isLate };
}
