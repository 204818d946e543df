// Searches the files on disk with ripgrep, and corrects results where ripgrep counts or truncates differently from the
// other tools.

import { findFilesWithMatches, type MatchSearch } from './output/findFilesWithMatches.ts';
import { findMatches, type FoundMatches } from './output/findMatches.ts';
import type { CollectedFile } from './output/collector.ts';
import { renumberAfterLoneCr } from './loneCr.ts';
import { searchLongLines } from './longLines.ts';
import type { RgWalk } from './scope/walk.ts';
import type { RgScope } from './scope/scope.ts';
import type { PartAnswer } from './scope/searchUnsaved.ts';
import { narrowWalks } from './scope/wantedFiles.ts';

/** The result of a search of the files on disk. */
interface DiskAnswer extends PartAnswer {
  /** Number of files with a match, including those omitted from `files`. */
  readonly total: number;
  /** Number of searched files; `undefined` if the search stopped early. */
  readonly searchedCount: number | undefined;
  /** Number of files and folders that could not be read. */
  readonly unreadableCount: number;
}

/** Searches the files on disk in the mode of `search.limits`. */
export function searchDisk(search: MatchSearch, rgScope: RgScope): Promise<DiskAnswer> {
  return search.limits.mode === 'matches' ? searchForMatches(search, rgScope) : searchForFiles(search, rgScope);
}

/**
 * Finds files with a match by searching the whole walk, and filters afterwards: ripgrep would search binary files, too,
 * if the command named the wanted files. If the walk reaches more than the scope includes (`isExact` is false), also
 * lists the wanted files, to count them and, with our own rules, to filter by them.
 */
async function searchForFiles(search: MatchSearch, rgScope: RgScope): Promise<DiskAnswer> {
  const pendingNarrowing = rgScope.isExact ? undefined : narrowWalks(search.rg, rgScope, search.signal);
  const hasOwnRules = rgScope.walk.rules === 'own';
  // Files that our own rules drop afterwards must not use up the limit.
  const maxFiles = hasOwnRules ? Infinity : search.limits.maxMatches + 1;
  const [found, narrowed] = await Promise.all([findFilesWithMatches(search, maxFiles), pendingNarrowing]);
  const searchedCount = narrowed === undefined ? found.searchedCount : narrowed.files.length - found.unreadableCount;
  // Without our own rules, `search.accept` has already rejected all other files.
  if (narrowed === undefined || !hasOwnRules) return { ...found, searchedCount, overlong: [] };
  const wanted = new Set(narrowed.files);
  const files = found.files.filter(({ path }) => wanted.has(path));
  return { ...found, files, total: files.length, searchedCount, overlong: [] };
}

/** Finds matches. If the walk is not exact, lists the wanted files first, so that only these are searched. */
async function searchForMatches(search: MatchSearch, rgScope: RgScope): Promise<DiskAnswer> {
  const narrowed = rgScope.isExact ? undefined : await narrowWalks(search.rg, rgScope, search.signal);
  const wanted = narrowed && rgScope.walk.rules === 'own' ? new Set(narrowed.files) : undefined;
  const accept = wanted === undefined ? search.accept : (path: string) => wanted.has(path) && search.accept(path);
  const matched = await findInSequence({ ...search, accept }, narrowed?.walks ?? [rgScope.walk]);
  const renumbered = await renumberAfterLoneCr(search, matched.files);
  const { files, unsearched } = await searchOverlongLines(search, renumbered, matched.overlong);
  // A complete search of the listed files has searched all of them but the unreadable ones.
  const isCounted = narrowed !== undefined && matched.searchedCount !== undefined;
  return {
    ...matched,
    overlong: unsearched,
    files: files.map((file) => ({ ...file, count: file.matches.length })),
    total: files.length,
    searchedCount: isCounted ? narrowed.files.length - matched.unreadableCount : matched.searchedCount,
  };
}

/**
 * Replaces the matches of files with overlong lines, which ripgrep's messages omit, by all their matches. `unsearched`:
 * files in which not all could be found, whose matches stay.
 */
async function searchOverlongLines(
  search: MatchSearch,
  files: readonly CollectedFile[],
  overlong: readonly string[],
): Promise<{ readonly files: readonly CollectedFile[]; readonly unsearched: readonly string[] }> {
  if (overlong.length === 0) return { files, unsearched: [] };
  const filesByPath = new Map(files.map((file) => [file.path, file]));
  const unsearched: string[] = [];
  for (const path of new Set(overlong)) {
    const file = await searchLongLines(search, path);
    if (file === undefined) unsearched.push(path);
    else filesByPath.set(path, { ...file, context: filesByPath.get(path)?.context ?? [] });
  }
  return { files: [...filesByPath.values()], unsearched };
}

/** Searches one walk after another, in path order, until there are more matches than the limit. */
async function findInSequence(search: MatchSearch, walks: readonly RgWalk[]): Promise<FoundMatches> {
  let combined: FoundMatches = { files: [], searchedCount: 0, unreadableCount: 0, overlong: [] };
  let total = 0;
  for (const walk of walks) {
    if (total > search.limits.maxMatches) return { ...combined, searchedCount: undefined };
    const walkMatches = await findMatches({ ...search, walk });
    total += walkMatches.files.reduce((sum, { matches }) => sum + matches.length, 0);
    combined = combineMatches(combined, walkMatches);
  }
  return combined;
}

function combineMatches(one: FoundMatches, other: FoundMatches): FoundMatches {
  const areBothCounted = one.searchedCount !== undefined && other.searchedCount !== undefined;
  return {
    files: [...one.files, ...other.files],
    searchedCount: areBothCounted ? one.searchedCount + other.searchedCount : undefined,
    unreadableCount: one.unreadableCount + other.unreadableCount,
    overlong: [...one.overlong, ...other.overlong],
  };
}
