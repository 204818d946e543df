// Implements the port `FileFinder`: finds files by name with ripgrep.

import { join } from 'node:path';
import { comparePaths } from '../../core/path/comparePaths.ts';
import {
  type FileFinder,
  type FoundFiles,
  type SearchScope,
  type SortOrder,
  noteUnreadable,
} from '../../core/search/textSearch.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { withOwnSignal } from '../../async/signals.ts';
import { FirstItems } from './output/firstItems.ts';
import { statQuickly } from '../disk/fileStamps.ts';
import { countExcluded } from './scope/listFiles.ts';
import { findLinks, type FoundLinks } from './scope/findLinks.ts';
import { RuleFileCache } from './scope/ruleFileCache.ts';
import { toRgScope, type RgScope } from './scope/scope.ts';
import { listWanted, type TakePaths } from './scope/wantedFiles.ts';

/** Maximum number of concurrent reads of file times. */
const maxConcurrent = 32;

/**
 * Maximum time in milliseconds for finding links; a comparison (`any`) has no limit. Many times what a walk of 10,000
 * folders takes: if each call found another part of the links, the pages of an answer would not fit together.
 */
const maxLinkTimeMs = 10_000;
const linksCutShortNote =
  'There are too many folders to look for symbolic links in all of them, so there may be more; set path to find the links in one folder.';
const noLinks: FoundLinks = { paths: [], isLate: false };

/** Finds files with ripgrep; see `FileFinder` for the contract. */
export function createRipgrepFinder(rg: string, ruleFileCache = new RuleFileCache(rg)): FileFinder {
  return {
    find: (scope, limit, sortBy, signal, links) =>
      withOwnSignal(signal, async (ownSignal) => {
        const findIn = (walkedScope: RgScope): Promise<FoundFiles> =>
          findInScope({ rg, rgScope: walkedScope, limit, sortBy, withLinks: links === 'links', signal: ownSignal });
        const rgScope = await toRgScope(scope, 'files', ownSignal);
        return ruleFileCache.runOrUseOwnRules(rgScope, findIn, async () => {
          if (ruleFileCache.isDistrusted(rgScope)) return undefined;
          // In a repository, the listing itself shows how ripgrep reads the rules.
          const showsRules = rgScope.walk.endsAtRepositories;
          return showsRules ? findIn(rgScope) : ruleFileCache.runAsGit(rgScope, findIn, ownSignal);
        });
      }),
  };
}

interface FindRequest {
  readonly rg: string;
  readonly rgScope: RgScope;
  readonly limit: number;
  readonly sortBy: SortOrder;
  readonly withLinks: boolean;
  readonly signal: AbortSignal;
}

/** Finds the files, and meanwhile the links; if there are none at all, counts the excluded ones, except for `any`. */
async function findInScope({ rg, rgScope, limit, sortBy, withLinks, signal }: FindRequest): Promise<FoundFiles> {
  const startedMs = performance.now();
  const createSorter = (): Sorter =>
    sortBy === 'modified' ? createTimeSorter(rgScope.scope, limit, signal) : createPathSorter(limit, sortBy);
  const [{ files: sorter, unreadableCount }, foundLinks] = await Promise.all([
    listWanted(rg, rgScope, signal, () => {
      const files = createSorter();
      return { files, take: files.take };
    }),
    withLinks ? findLinks(rgScope, sortBy === 'any' ? Infinity : maxLinkTimeMs, signal) : undefined,
  ]);
  const { paths: links, isLate } = foundLinks ?? noLinks;
  await sorter.take(links);
  const { total, ...found } = await sorter.getFirst();
  const spentMs = performance.now() - startedMs;
  const isCounted = total === 0 && sortBy !== 'any';
  const excluded = isCounted ? await countExcluded(rg, rgScope, spentMs, signal, foundLinks) : undefined;
  const notes = [...rgScope.notes(), ...noteUnreadable(unreadableCount), ...(isLate ? [linksCutShortNote] : [])];
  return { ...found, total, links, excluded, notes };
}

/** Collects paths as they are found, and returns the first of them in an order. */
interface Sorter {
  readonly getFirst: () => Promise<Pick<FoundFiles, 'files' | 'times' | 'total'>>;
  readonly take: TakePaths;
}

function createPathSorter(limit: number, sortBy: Exclude<SortOrder, 'modified'>): Sorter {
  const firstPaths = new FirstItems<string>(limit, comparePaths);
  return {
    take: (paths) => firstPaths.add(paths),
    getFirst: async () => {
      const files = await (sortBy === 'path' ? firstPaths.sorted() : firstPaths.unsorted());
      return { files, total: firstPaths.total };
    },
  };
}

/** Puts the last changed files first, and files of unknown time last. */
function createTimeSorter({ root }: SearchScope, limit: number, signal: AbortSignal): Sorter {
  const newestFiles = new FirstItems<{ readonly path: string; readonly time: number }>(
    limit,
    (a, b) => b.time - a.time || comparePaths(a.path, b.path),
  );
  return {
    take: async (paths) => {
      const pathsWithTime: { path: string; time: number }[] = [];
      await forEachConcurrently(
        paths,
        async (path) => {
          signal.throwIfAborted();
          const stats = await statQuickly(join(root, path));
          pathsWithTime.push({ path, time: stats?.mtimeMs ?? -Infinity });
        },
        maxConcurrent,
      );
      await newestFiles.add(pathsWithTime);
    },
    getFirst: async () => {
      const newest = await newestFiles.sorted();
      const times = newest.map(({ time }) => time);
      return { files: newest.map(({ path }) => path), times, total: newestFiles.total };
    },
  };
}
