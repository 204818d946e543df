// Searches the files on disk with ripgrep, and corrects results where ripgrep counts or truncates differently from the
// other tools.

import { findFilesWithMatches, type FoundFilesWithMatches, type MatchSearch } from './output/findFilesWithMatches.ts';
import { findMatches, type FoundMatches } from './output/findMatches.ts';
import type { CollectedFile } from './output/collector.ts';
import { renumberAfterLoneCr } from './loneCr.ts';
import { searchLongLines } from './longLines.ts';
import type { RgScope } from './scope/scope.ts';
import { searchUnsaved, type PartAnswer } from './scope/searchUnsaved.ts';
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

/** The runs of ripgrep that search a scope, one after the other in path order, and numbers that they cannot count. */
interface NarrowedSearch {
  readonly parts: readonly MatchSearch[];
  /** Number of the wanted files; set if the runs also search other files, and count them, too. */
  readonly wantedCount: number | undefined;
  /** Number of folders that could not be read when the wanted files were listed; the runs do not enter them. */
  readonly unreadableCount: number;
}

/**
 * If the walk reaches more than the scope includes (`isExact` is false), lists the wanted files first, so that only these
 * are searched. Ripgrep searches also binary files if it is given their names, which only `end` messages then tell.
 */
async function narrowSearch(search: MatchSearch, rgScope: RgScope): Promise<NarrowedSearch> {
  if (rgScope.isExact) return { parts: [search], wantedCount: undefined, unreadableCount: 0 };
  const { walks, files, unreadableCount } = await narrowWalks(search.rg, rgScope, search.signal);
  const wanted = rgScope.walk.rules === 'own' ? new Set(files) : undefined;
  const accept = wanted === undefined ? search.accept : (path: string) => wanted.has(path) && search.accept(path);
  const rejectsBinary = search.includesBinary || search.limits.mode === 'matches';
  if (walks === undefined || !rejectsBinary)
    return { parts: [{ ...search, accept }], wantedCount: files.length, unreadableCount: 0 };
  // Without a file there is no run, which would refuse an invalid regular expression.
  if (walks.length === 0 && search.query.isRegex) await searchUnsaved(search, [{ path: '', text: '' }]);
  return { parts: walks.map((walk) => ({ ...search, accept, walk })), wantedCount: undefined, unreadableCount };
}

/** The counts of a whole search: those of its runs, corrected by what the runs cannot count. */
function correctCounts(
  { wantedCount, unreadableCount: unlistedCount }: NarrowedSearch,
  { searchedCount, unreadableCount }: Pick<DiskAnswer, 'searchedCount' | 'unreadableCount'>,
): Pick<DiskAnswer, 'searchedCount' | 'unreadableCount'> {
  const isRunCount = wantedCount === undefined || searchedCount === undefined;
  return {
    searchedCount: isRunCount ? searchedCount : wantedCount - unreadableCount,
    unreadableCount: unreadableCount + unlistedCount,
  };
}

async function searchForFiles(search: MatchSearch, rgScope: RgScope): Promise<DiskAnswer> {
  const narrowed = await narrowSearch(search, rgScope);
  let combined: FoundFilesWithMatches = { files: [], total: 0, searchedCount: 0, unreadableCount: 0 };
  for (const part of narrowed.parts) {
    const found = await findFilesWithMatches(part, search.limits.maxMatches + 1);
    combined = {
      files: [...combined.files, ...found.files],
      total: combined.total + found.total,
      ...addCounts(combined, found),
    };
  }
  return { ...combined, ...correctCounts(narrowed, combined), overlong: [] };
}

async function searchForMatches(search: MatchSearch, rgScope: RgScope): Promise<DiskAnswer> {
  const narrowed = await narrowSearch(search, rgScope);
  const matched = await findInSequence(narrowed.parts, search.limits.maxMatches);
  const renumbered = await renumberAfterLoneCr(search, matched.files);
  const { files, unsearched } = await searchOverlongLines(search, renumbered, matched.overlong);
  return {
    ...correctCounts(narrowed, matched),
    overlong: unsearched,
    files: files.map((file) => ({ ...file, count: file.matches.length })),
    total: files.length,
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

/** Runs one search after another, in path order, until there are more matches than the limit. */
async function findInSequence(parts: readonly MatchSearch[], maxMatches: number): Promise<FoundMatches> {
  let combined: FoundMatches = { files: [], searchedCount: 0, unreadableCount: 0, overlong: [] };
  let total = 0;
  for (const part of parts) {
    if (total > maxMatches) return { ...combined, searchedCount: undefined };
    const found = await findMatches(part);
    total += found.files.reduce((sum, { matches }) => sum + matches.length, 0);
    combined = {
      files: [...combined.files, ...found.files],
      overlong: [...combined.overlong, ...found.overlong],
      ...addCounts(combined, found),
    };
  }
  return combined;
}

function addCounts(
  one: Pick<DiskAnswer, 'searchedCount' | 'unreadableCount'>,
  other: Pick<DiskAnswer, 'searchedCount' | 'unreadableCount'>,
): Pick<DiskAnswer, 'searchedCount' | 'unreadableCount'> {
  const areBothCounted = one.searchedCount !== undefined && other.searchedCount !== undefined;
  return {
    searchedCount: areBothCounted ? one.searchedCount + other.searchedCount : undefined,
    unreadableCount: one.unreadableCount + other.unreadableCount,
  };
}
