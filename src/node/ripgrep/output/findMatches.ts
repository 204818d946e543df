// Finds matches with ripgrep, the first by path if there are more than the limit.

import { sortPaths } from '../../../core/path/comparePaths.ts';
import type { SearchLimits, TextQuery } from '../../../core/search/textSearch.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { queryArguments, runWalk } from '../scope/walk.ts';
import { MatchCollector, type CollectedFile } from './collector.ts';
import { findFilesWithMatches, type MatchSearch } from './findFilesWithMatches.ts';
import { countUnreadable, type RgOutcome } from '../runRg.ts';
import { createRecordReader } from './outputReader.ts';

export interface FoundMatches {
  /** The first matches by path, at least one more than the limit if there are so many. */
  readonly files: readonly CollectedFile[];
  /** Number of searched files; `undefined` if the search stopped early. */
  readonly searchedCount: number | undefined;
  readonly unreadableCount: number;
  /** Paths of files with a match on a line over 1 MiB, possibly repeated. */
  readonly overlong: readonly string[];
}

/** Minimum time limit for the second way of `findMatches`, in milliseconds, since a short first run says little. */
const minSortedMs = 300;

/**
 * Finds the first matches by path. Ripgrep keeps that order on one core only, so there are three ways with one result:
 *
 * 1. Search on all cores. This is enough if there are no more matches than the limit.
 * 2. Otherwise, search on one core with `--sort=path`, which usually reaches the limit soon.
 * 3. If that takes over twice as long as the first, list the files with a match on all cores, and search the first
 *    of these.
 */
export async function findMatches(search: MatchSearch): Promise<FoundMatches> {
  const startedMs = performance.now();
  const parallelRun = await collectMatches(search, []);
  if (parallelRun.outcome.ended === 'itself') return toFoundMatches(parallelRun, parallelRun.collector.searchedCount);
  const timeLimitMs = minSortedMs + 2 * (performance.now() - startedMs);
  const sortedRun = await collectMatches(search, ['--sort=path'], timeLimitMs);
  // The sorted run stops at the time limit, before all files are searched.
  if (sortedRun.outcome.ended !== 'late') return toFoundMatches(sortedRun, undefined);
  return searchFirstFiles(search);
}

interface RipgrepRun {
  readonly collector: MatchCollector;
  readonly outcome: RgOutcome;
  readonly unreadableCount: number;
}

function toFoundMatches({ collector, unreadableCount }: RipgrepRun, searchedCount: number | undefined): FoundMatches {
  return { files: collector.files, overlong: collector.overlong, searchedCount, unreadableCount };
}

async function collectMatches(
  search: MatchSearch,
  extraArguments: readonly string[],
  timeLimitMs?: number,
): Promise<RipgrepRun> {
  const { query, limits, accept, includesBinary } = search;
  const collector = new MatchCollector(accept, limits.maxMatches, limits.contextLines);
  const args = [...(includesBinary ? ['--text'] : []), ...jsonArguments(query, limits), ...extraArguments];
  const output = createRecordReader((record, isOverlong) => collector.take(record, isOverlong));
  const outcome = await runWalk(search, args, { output, timeLimitMs });
  return { collector, outcome, unreadableCount: countUnreadable(outcome, query) };
}

/** Arguments for matches as JSON messages, with no more matches of one file than an answer can contain. */
export function jsonArguments(query: TextQuery, { maxMatches, contextLines }: SearchLimits): string[] {
  const context = contextLines > 0 ? [`--context=${contextLines}`] : [];
  return ['--json', `--max-count=${maxMatches + 1}`, ...context, ...queryArguments(query)];
}

/** Bytes that each path takes in a command besides its own: `./` and a separator. */
const pathOverheadBytes = 3;
/** Maximum bytes of paths in one command: Windows takes 32,767 characters in all, other systems a megabyte or more. */
const maxPathBytes = process.platform === 'win32' ? 20_000 : 400_000;

/** The third way of `findMatches`. */
async function searchFirstFiles(search: MatchSearch): Promise<FoundMatches> {
  const { walk, limits } = search;
  const { files: filesWithMatches, unreadableCount } = await findFilesWithMatches({
    ...search,
    limits: { ...limits, mode: 'files' },
  });
  const files: CollectedFile[] = [];
  const overlong: string[] = [];
  let total = 0;
  const paths = await runYielding(sortPaths(filesWithMatches.map(({ path }) => path)));
  for (const part of splitIntoCommands(paths)) {
    if (total > limits.maxMatches) break;
    const run = await collectMatches({ ...search, walk: { ...walk, paths: part, nameGlobs: [] } }, ['--sort=path']);
    files.push(...run.collector.files);
    overlong.push(...run.collector.overlong);
    total += run.collector.total;
  }
  return { files, searchedCount: undefined, unreadableCount, overlong };
}

/** Splits paths into parts that fit into one command. */
export function* splitIntoCommands(paths: readonly string[]): Generator<readonly string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    part.push(path);
    bytes += Buffer.byteLength(path) + pathOverheadBytes;
    if (bytes < maxPathBytes) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}
