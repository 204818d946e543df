// Implements file search in JavaScript, for hosts that cannot run ripgrep.
import { comparePaths } from '../path/comparePaths.ts';
import type { FileTree } from './fileTree.ts';
import type { FileFinder, SearchScope } from './textSearch.ts';
import { noteUnreadable } from './unreadableNote.ts';
import { walkFiles } from './walk.ts';

/** Finds files if ripgrep cannot run: in virtual workspaces and in the browser. */
export function createOwnFinder(treeOf: (scope: SearchScope, signal: AbortSignal | undefined) => FileTree): FileFinder {
  return {
    async find(scope, limit, sortBy, signal, withLinks) {
      const tree = treeOf(scope, signal);
      const walk = walkFiles(tree, scope, 'files');
      const files: string[] = [];
      for await (const path of walk.files) files.push(path);
      const links = withLinks === 'links' ? walk.links : [];
      for (const link of links) files.push(link);
      if (links.length > 0) files.sort(comparePaths);
      const excluded = files.length === 0 ? walk.excluded() : undefined;
      // `any` allows the order of paths, in which the walk finds the files.
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

/** The files changed last, those of unknown time at the end; equal times keep path order. */
async function sortByLastChange(tree: FileTree, files: readonly string[], limit: number) {
  const timeByPath = new Map<string, number>();
  // Shared by the readers: each takes the next path of this one iterator.
  const queue = files.values();
  const readNext = async (): Promise<void> => {
    for (const path of queue) {
      // oxlint-disable-next-line no-await-in-loop -- bounded parallelism
      timeByPath.set(path, (await tree.modified(path)) ?? -Infinity);
    }
  };
  await Promise.all(Array.from({ length: maxParallelReads }, readNext));
  const timeOf = (path: string): number => timeByPath.get(path) ?? -Infinity;
  // The difference of two unknown times is NaN, which sorts them as equal.
  const newest = files.toSorted((a, b) => timeOf(b) - timeOf(a) || 0).slice(0, limit);
  return { files: newest, times: newest.map(timeOf) };
}
