// Implements the port `FileFinder` in JavaScript, for hosts without ripgrep: virtual workspaces and the browser.
import { comparePaths } from '../path/comparePaths.ts';
import { walkFiles, type FileTree } from './walk.ts';
import { noteUnreadable, type FileFinder, type SearchScope } from './textSearch.ts';

/** Creates the finder. `treeOf` gives access to the folder of a scope. */
export function createOwnFinder(treeOf: (scope: SearchScope, signal: AbortSignal | undefined) => FileTree): FileFinder {
  return {
    async find(scope, limit, sortBy, signal, requestedLinks) {
      const tree = treeOf(scope, signal);
      const walk = walkFiles(tree, scope, 'files');
      const files: string[] = [];
      for await (const path of walk.files) files.push(path);
      const links = requestedLinks === 'links' ? walk.links : [];
      for (const link of links) files.push(link);
      if (links.length > 0) files.sort(comparePaths);
      const excluded = files.length === 0 && sortBy !== 'any' ? walk.excluded() : undefined;
      // The walk finds files in the order of paths, which suffices for `path` and `any`.
      const sorted = sortBy === 'modified' ? await sortByLastChange(tree, files, limit) : { files };
      return {
        ...sorted,
        files: sorted.files.slice(0, limit),
        total: files.length,
        links,
        excluded,
        notes: noteUnreadable(walk.unreadableCount()),
      };
    },
  };
}

/** Number of concurrent reads of file times. */
const maxParallelReads = 8;

/** The first `limit` files by last change, newest first, and their times. Files of unknown time (-Infinity) come last. */
async function sortByLastChange(tree: FileTree, files: readonly string[], limit: number) {
  const timeByPath = new Map<string, number>();
  // All readers share this one iterator, so each path is read once.
  const queue = files.values();
  const readQueue = async (): Promise<void> => {
    for (const path of queue) {
      // oxlint-disable-next-line no-await-in-loop -- bounded parallelism
      timeByPath.set(path, (await tree.modified(path)) ?? -Infinity);
    }
  };
  await Promise.all(Array.from({ length: maxParallelReads }, readQueue));
  const timeOf = (path: string): number => timeByPath.get(path) ?? -Infinity;
  // The difference of two unknown times is NaN, which sorts them as equal.
  const newest = files.toSorted((a, b) => timeOf(b) - timeOf(a) || 0).slice(0, limit);
  return { files: newest, times: newest.map(timeOf) };
}
