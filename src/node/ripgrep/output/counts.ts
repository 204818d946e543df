// Finds the files with a match, and the number of their matches, with ripgrep.

import { comparePaths } from '../../../core/path/comparePaths.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { FileMatches, SearchLimits, TextQuery } from '../../../core/search/textSearch.ts';
import { pathArguments, queryArguments, stuckCheck, walkArguments, type RgWalk } from '../scope/arguments.ts';
import { checkOutcome, runRg } from '../process.ts';
import { FirstItems } from '../../bigFile/firstItems.ts';
import { nameReader } from './outputReader.ts';

/** A search of the files on disk, without unsaved text. */
export interface MatchSearch {
  readonly rg: string;
  readonly root: string;
  readonly walk: RgWalk;
  readonly query: TextQuery;
  /** Whether files with zero bytes are searched, too; `accept` then rejects binary files. */
  readonly asText: boolean;
  readonly limits: SearchLimits;
  /** Whether a file counts. */
  readonly accept: (path: string) => boolean;
  readonly signal: AbortSignal | undefined;
}

export interface FoundFilesWithMatches {
  /** The first `keep` files, in path order. */
  readonly files: readonly FileMatches[];
  readonly total: number;
  readonly searched: number | undefined;
  readonly unreadable: number;
}

/** Shared by tens of thousands of files, to save memory. */
const none: readonly [] = [];

/**
 * Finds all files with a match, in the mode `counts` with the number of their matches.
 *
 * @param keep maximum number of files to return, the first in path order
 */
export async function findFilesWithMatches(search: MatchSearch, keep = Infinity): Promise<FoundFilesWithMatches> {
  const first = await run(search, keep, true);
  // Statistics come last; without them the temporary file was full, and the output is incomplete.
  const isComplete = first.searched !== undefined || first.unreadable === 0;
  return isComplete ? first : run(search, keep, false);
}

async function run(search: MatchSearch, keep: number, throughFile: boolean): Promise<FoundFilesWithMatches> {
  const { rg, root, walk, query, limits, accept, signal } = search;
  const counting = limits.mode === 'counts';
  const files = new FirstItems<FileMatches>(keep, (a, b) => comparePaths(a.path, b.path));
  let searched: number | undefined;
  const read = counting ? countReader() : nameOnly;
  const outcome = await runRg({
    rg,
    args: [
      ...walkArguments(walk),
      counting ? '--count-matches' : '--files-with-matches',
      '--null',
      '--with-filename',
      '--stats',
      ...(search.asText ? ['--text'] : []),
      ...queryArguments(query),
      ...pathArguments(walk.paths),
    ],
    cwd: root,
    signal,
    ...stuckCheck(walk),
    throughFile,
    output: nameReader(counting ? 10 : 0, async (lines) => {
      const matched: FileMatches[] = [];
      await forEachConcurrently(
        lines,
        (line) => {
          const one = read(line);
          if (one === undefined) searched = searchedIn(line) ?? searched;
          else if (!one.path.includes('\uFFFD') && accept(one.path))
            matched.push({ ...one, matches: none, context: none });
        },
        1,
      );
      await files.add(matched);
    }),
  });
  const unreadable = checkOutcome(outcome, query);
  return { files: await files.sorted(), total: files.total, searched, unreadable };
}

type Counted = Pick<FileMatches, 'path' | 'count'>;

/** The number of searched files, if this line of the statistics contains it. */
function searchedIn(text: string): number | undefined {
  const figure = /^(\d+) files searched$/m.exec(text)?.[1];
  return figure === undefined ? undefined : Number(figure);
}

/** Parses lines of path, NUL and number; a path may contain line breaks. */
function countReader(): (line: string) => Counted | undefined {
  let pathStart = '';
  return (text) => {
    const line = pathStart + text;
    const end = line.indexOf('\0');
    pathStart = end < 0 && line.startsWith('./') ? `${line}\n` : '';
    return end < 0 ? undefined : { path: line.slice(2, end), count: Number(line.slice(end + 1)) };
  };
}

function nameOnly(text: string): Counted | undefined {
  return text.startsWith('./') ? { path: text.slice(2), count: 1 } : undefined;
}
