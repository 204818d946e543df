import type { FileMatches, SearchLimits, TextQuery } from '../core/search/textSearch.ts';
import { pathArguments, queryArguments, stuckCheck, walkArguments, type RgWalk } from './rgArguments.ts';
import { checkOutcome } from './rgFailure.ts';
import { nameReader } from './outputReader.ts';
import { runRg } from './rgProcess.ts';

/** A search for matches, without unsaved text. */
export interface MatchSearch {
  readonly rg: string;
  readonly root: string;
  readonly walk: RgWalk;
  readonly query: TextQuery;
  readonly limits: SearchLimits;
  /** Whether a file counts. */
  readonly accept: (path: string) => boolean;
  readonly signal: AbortSignal | undefined;
}

export interface FoundFilesWithMatches {
  readonly files: readonly FileMatches[];
  readonly searched: number | undefined;
  readonly unreadable: number;
}

/** One for tens of thousands of files. */
const none: readonly [] = [];

/** All files with a match, in no order, in the mode `counts` with the number of their matches. */
export async function findFilesWithMatches(search: MatchSearch): Promise<FoundFilesWithMatches> {
  const first = await run(search, true);
  // Its figures come last: without them a file could not take all, and what it took counts for nothing.
  const isWhole = first.searched !== undefined || first.unreadable === 0;
  return isWhole ? first : run(search, false);
}

async function run({ rg, root, walk, query, limits, accept, signal }: MatchSearch, throughFile: boolean) {
  const counting = limits.mode === 'counts';
  const { files, add, readStats, searched } = fileList(accept);
  const outcome = await runRg({
    rg,
    args: [
      ...walkArguments(walk),
      counting ? '--count-matches' : '--files-with-matches',
      '--null',
      '--with-filename',
      '--stats',
      ...queryArguments(query),
      ...pathArguments(walk.paths),
    ],
    cwd: root,
    signal,
    ...stuckCheck(walk),
    throughFile,
    output: counting ? nameReader(10, takeCounts(add, readStats)) : nameReader(0, takeNames(add, readStats)),
  });
  return { files, searched: searched(), unreadable: checkOutcome(outcome, query) };
}

type Add = (path: string, count: number) => void;
type TakeText = (text: string) => void;

function fileList(accept: (path: string) => boolean) {
  const files: FileMatches[] = [];
  let searched: number | undefined;
  const add: Add = (path, count) => {
    if (!path.includes('\uFFFD') && accept(path)) files.push({ path, matches: none, context: none, count });
  };
  const readStats: TakeText = (text) => {
    const figure = /^(\d+) files searched$/m.exec(text)?.[1];
    if (figure !== undefined) searched = Number(figure);
  };
  return { files, add, readStats, searched: () => searched };
}

/** A line of counts is path, NUL, number; a path may hold line breaks itself. */
function takeCounts(add: Add, readStats: TakeText): (lines: readonly string[]) => void {
  let begun = '';
  return (lines) => {
    for (const text of lines) {
      const line = begun + text;
      const end = line.indexOf('\0');
      if (end >= 0) add(line.slice(2, end), Number(line.slice(end + 1)));
      else readStats(text);
      begun = end < 0 && line.startsWith('./') ? `${line}\n` : '';
    }
  };
}

function takeNames(add: Add, readStats: TakeText): (names: readonly string[]) => void {
  return (names) => {
    for (const text of names) {
      if (text.startsWith('./')) add(text.slice(2), 1);
      else readStats(text);
    }
  };
}
