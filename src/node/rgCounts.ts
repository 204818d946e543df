import type { FileMatches } from '../core/search/textSearch.ts';
import { pathArguments, queryArguments, walkArguments } from './rgArguments.ts';
import { checkOutcome } from './rgFailure.ts';
import type { MatchSearch } from './rgMatches.ts';
import { nameReader } from './outputReader.ts';
import { runRg } from './rgProcess.ts';

export interface FoundFilesWithMatches {
  readonly files: readonly FileMatches[];
  readonly searched: number | undefined;
  readonly unreadable: number;
}

/** One for tens of thousands of files. */
const none: readonly [] = [];

/** All files with a match, in no order, in the mode `counts` with the number of their matches. */
export async function findFilesWithMatches(search: MatchSearch): Promise<FoundFilesWithMatches> {
  const { rg, root, walk, query, limits, accept, signal } = search;
  const counting = limits.mode === 'counts';
  const files: FileMatches[] = [];
  const add = (path: string, count: number): void => {
    if (!path.includes('\uFFFD') && accept(path)) files.push({ path, matches: none, context: none, count });
  };
  let searched: number | undefined;
  const readStats = (text: string): void => {
    const figure = /^(\d+) files searched$/m.exec(text)?.[1];
    if (figure !== undefined) searched = Number(figure);
  };
  // A line of counts is path, NUL, number; a path may hold line breaks itself.
  let begun = '';
  const takeCount = (line: string): void => {
    const [path, count] = (begun + line).split('\0');
    if (path !== undefined && count !== undefined) add(path.slice(2), Number(count));
    else readStats(line);
    begun = count === undefined && path?.startsWith('./') === true ? `${path}\n` : '';
  };
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
    output: nameReader(counting ? 10 : 0, (names) => {
      for (const text of names) {
        if (counting) takeCount(text);
        else if (text.startsWith('./')) add(text.slice(2), 1);
        else readStats(text);
      }
    }),
  });
  return { files, searched, unreadable: checkOutcome(outcome, query) };
}
