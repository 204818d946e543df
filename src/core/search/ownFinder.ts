import { comparePaths } from '../path/comparePaths.ts';
import type { FileTree } from './fileTree.ts';
import type { FileFinder, SearchScope } from './textSearch.ts';
import { walk } from './walk.ts';

/** Finds files where no ripgrep can run; see `FileFinder` for what it promises. */
export function ownFinder(treeOf: (scope: SearchScope, signal: AbortSignal | undefined) => FileTree): FileFinder {
  return {
    async find(scope, limit, sortBy, signal, withLinks) {
      const tree = treeOf(scope, signal);
      const walked = walk(tree, scope, true);
      const files: string[] = [];
      for await (const path of walked.files) files.push(path);
      const links = withLinks === 'links' ? walked.links : [];
      if (links.length > 0) files.push(...links);
      if (links.length > 0) files.sort(comparePaths);
      const excluded = files.length === 0 ? walked.excluded() : undefined;
      const sorted = sortBy === 'path' ? files : await lastChangedFirst(tree, files);
      return { files: sorted.slice(0, limit), total: files.length, links, excluded, notes: [] };
    },
  };
}

/** What nobody knows the time of comes last; equal times keep the order of paths. */
async function lastChangedFirst(tree: FileTree, files: readonly string[]): Promise<string[]> {
  const times = new Map<string, number>();
  const queue = files.values();
  const work = async (): Promise<void> => {
    for (const path of queue) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other in each lane
      times.set(path, (await tree.modified(path)) ?? -Infinity);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const timeOf = (path: string): number => times.get(path) ?? -Infinity;
  return files.toSorted((a, b) => timeOf(b) - timeOf(a) || 0);
}
