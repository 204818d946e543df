// Lists the files of a walk with ripgrep, finds those whose bytes match a pattern, and counts what a scope excludes.

import { forEachInSequence } from '../../../async/eventLoop.ts';
import type { ExcludedCounts } from '../../../core/search/textSearch.ts';
import { runWalk, toRgExcludes, type RgWalk, type WalkRun } from './walk.ts';
import { countUnreadable, requireRun } from '../runRg.ts';
import { createNameReader, nul } from '../output/outputReader.ts';
import { findLinks, type FoundLinks } from './findLinks.ts';
import type { RgScope } from './scope.ts';

/** How complete a listing is. */
export interface ListingResult {
  /** Number of files and folders that could not be read. */
  readonly unreadableCount: number;
  /** Whether the time limit cut the listing short. */
  readonly isLate: boolean;
}

/** Milliseconds to wait for the first output, since a busy machine takes time to start a program. */
const maxStartupMs = 1000;

/**
 * Lists the files of a walk, some at a time, in no order. Omits files whose names are not valid UTF-8: no tool could open
 * them by name.
 *
 * @param timeLimitMs milliseconds after the first file at which the listing is cut short
 */
export async function listFiles(
  listing: WalkRun,
  onFiles: (paths: readonly string[]) => void | Promise<void>,
  timeLimitMs?: number,
): Promise<ListingResult> {
  // Ripgrep prints the `./` with which `runWalk` begins each path.
  const output = createNameReader(nul, (names) =>
    onFiles(names.filter((name) => !name.includes('\uFFFD')).map((name) => name.slice(2))),
  );
  const outcome = await runWalk(listing, ['--files', '--null'], { output, timeLimitMs, maxStartupMs });
  return { unreadableCount: countUnreadable(outcome), isLate: outcome.ended === 'late' };
}

/**
 * Finds the files, in no order, whose bytes match a regular expression.
 *
 * @throws `ToolError` `IO_ERROR` if ripgrep fails, but not for single files that it cannot read
 */
export async function findFilesWithBytes(
  walkRun: WalkRun,
  pattern: string,
  onFile: (path: string) => void,
): Promise<void> {
  const args = ['--files-with-matches', '--null', '--text', '--no-mmap', `--regexp=${pattern}`];
  const output = createNameReader(nul, (names) => {
    for (const name of names) if (name.startsWith('./')) onFile(name.slice(2));
  });
  requireRun(await runWalk(walkRun, args, { output }));
}

/** Part of the search's duration that may be spent on counting excluded files, so that an empty answer stays fast. */
const countingShare = 1 / 16;
/** Minimum time limit for counting excluded files, in milliseconds. */
const minCountMs = 40;
/** Minimum time limit for counting links, in milliseconds; longer, since our own code is slower than ripgrep. */
const minLinkCountMs = 100;

/**
 * Counts the files that a scope excludes, by reason, using only their names.
 *
 * @param spentMs duration of the search in milliseconds, which limits that of counting
 * @param foundLinks the links of the scope, if the search has found them
 */
export async function countExcluded(
  rg: string,
  rgScope: RgScope,
  spentMs: number,
  signal: AbortSignal | undefined,
  foundLinks?: FoundLinks,
): Promise<ExcludedCounts> {
  const { scope, filter, walk, ignore } = rgScope;
  const counts = { wanted: 0, byGlob: 0, byExcludes: 0, hidden: 0, byRules: 0, ignored: 0 };
  const { mayRead = () => true } = scope;
  const countFile = async (path: string): Promise<void> => {
    // Counts a denied file as such whatever its name, so that the numbers do not reveal whether a glob matches it.
    const verdict = mayRead(path) ? filter(path) : 'byRules';
    // By our own reading of the ignore rules, not by the difference between ripgrep's listings with and without them,
    // which would be wrong if the time limit cut one short.
    const isIgnored =
      verdict === 'wanted' && walk.rules !== 'none' && (await ignore.ignoringRule(path, false)) !== undefined;
    counts[isIgnored ? 'ignored' : verdict]++;
  };
  const timeLimitMs = Math.max(minCountMs, spentMs * countingShare);
  const listing: WalkRun = { rg, root: scope.root, walk: createFullWalk(rgScope), signal };
  const [files, links] = await Promise.all([
    listFiles(listing, (paths) => forEachInSequence(paths, countFile), timeLimitMs),
    foundLinks ?? findLinks(rgScope, Math.max(minLinkCountMs, timeLimitMs), signal),
  ]);
  const { wanted: _wanted, ...excluded } = counts;
  return { ...excluded, links: links.paths.length, atLeast: files.isLate || links.isLate };
}

/** The walk over all files of a scope's path, except those in `.git` and in folders that are searched separately. */
function createFullWalk({ scope, walk }: RgScope): RgWalk {
  const { excludes } = toRgExcludes({ ...scope, path: '', globs: [], excludes: [] });
  return { ...walk, paths: [scope.path], nameGlobs: [], includesHidden: true, rules: 'none', excludes };
}
