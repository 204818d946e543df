import { eachInLanes } from '../../../tools/pipeline/yielding.ts';
import type { Excluded } from '../../../core/search/textSearch.ts';
import { pathArguments, stuckCheck, walkArguments, type RgWalk } from './rgArguments.ts';
import { checkOutcome } from '../output/rgFailure.ts';
import { nameReader } from '../output/outputReader.ts';
import { runRg } from '../rgProcess.ts';
import { findLinks } from './rgLinks.ts';
import type { RgScope } from './rgScope.ts';

/** Which files a listing reaches. */
export interface Listing {
  readonly rg: string;
  readonly root: string;
  readonly walk: RgWalk;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds after which the listing is cut short, counted from its first file. */
  readonly allowance?: number;
}

/** How many places could not be read, and whether the listing was cut short. */
export interface Listed {
  readonly unreadable: number;
  readonly late: boolean;
}

/** Lists files in no order. Names that are not valid UTF-8 are not among them, since nobody could ask for them. */
export async function listFiles(
  listing: Listing,
  onFiles: (paths: readonly string[]) => void | Promise<void>,
): Promise<Listed> {
  const { rg, root, walk, signal, allowance } = listing;
  const outcome = await runRg({
    rg,
    args: [...walkArguments(walk), '--files', '--null', ...pathArguments(walk.paths)],
    cwd: root,
    signal,
    ...stuckCheck(walk),
    ...(allowance === undefined ? {} : { allowance, patience }),
    output: nameReader(0, (names) =>
      onFiles(names.filter((name) => !name.includes('\uFFFD')).map((name) => name.slice(2))),
    ),
  });
  return { unreadable: checkOutcome(outcome), late: outcome.ended === 'late' };
}

/** What a busy machine may take to start a program, in milliseconds. */
const patience = 1000;
/** Least time for counting what was left out, in milliseconds. */
const leastAllowance = 40;
/** The same for links, which are looked for without a program that is fast at it. */
const leastForLinks = 250;

/**
 * Counts what a scope leaves out and why, by names alone: what could not be read, or is no text, is not left out.
 *
 * @param spent milliseconds that the search took: counting gets a sixteenth of it, so that an answer of nothing takes
 *   hardly longer than another one
 */
export async function countExcluded(
  rg: string,
  ready: RgScope,
  spent: number,
  signal: AbortSignal | undefined,
): Promise<Excluded> {
  const { scope, filter, walk, ignore } = ready;
  const counts = { wanted: 0, byGlob: 0, byExcludes: 0, hidden: 0, byRules: 0 };
  let left = 0;
  const allowance = Math.max(leastAllowance, spent / 16);
  const listing = { rg, root: scope.root, signal, allowance };
  const all: RgWalk = { ...walk, paths: [scope.path], names: [], hidden: true, rules: 'none', excludes: ['.git'] };
  const isLeft = async (path: string): Promise<boolean> =>
    filter(path) === 'wanted' && (walk.rules !== 'own' || (await ignore.reason(path, false)) === undefined);
  const [some, rest, links] = await Promise.all([
    listFiles({ ...listing, walk: all }, (paths) => eachInLanes(paths, (path) => void counts[filter(path)]++, 1)),
    listFiles({ ...listing, walk }, (paths) =>
      eachInLanes(paths, async (path) => void (left += (await isLeft(path)) ? 1 : 0), 1),
    ),
    findLinks(ready, Math.max(leastForLinks, allowance), signal),
  ]);
  const { byGlob, byExcludes, hidden, byRules } = counts;
  const ignored = Math.max(0, counts.wanted - left);
  return {
    byGlob,
    byExcludes,
    hidden,
    ignored,
    byRules,
    links: links.paths.length,
    atLeast: some.late || rest.late || links.late,
  };
}
