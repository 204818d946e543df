// Finds the files with a match, and the number of their matches, with ripgrep.

import { comparePaths } from '../../../core/path/comparePaths.ts';
import { forEachInSequence } from '../../../async/eventLoop.ts';
import type { FileMatches, SearchLimits, TextQuery } from '../../../core/search/textSearch.ts';
import { queryArguments, runWalk, type WalkRun } from '../scope/walk.ts';
import { countUnreadable } from '../runRg.ts';
import { FirstItems } from './firstItems.ts';
import { createNameReader, lineFeed, nul } from './outputReader.ts';

/** A search of the files on disk, without unsaved text, and what it needs. */
export interface MatchSearch extends WalkRun {
  readonly query: TextQuery;
  /** Whether files with zero bytes are searched, too; `accept` then rejects binary files. */
  readonly includesBinary: boolean;
  readonly limits: SearchLimits;
  /** Whether matches in a file count: the walk may reach more files than the scope includes. */
  readonly accept: (path: string) => boolean;
}

export interface FoundFilesWithMatches {
  /** The first files, as many as were asked for, in path order. */
  readonly files: readonly FileMatches[];
  /** Number of files with a match, including those omitted from `files`. */
  readonly total: number;
  /** Number of searched files; `undefined` if ripgrep did not report it. */
  readonly searchedCount: number | undefined;
  /** Number of files and folders that could not be read. */
  readonly unreadableCount: number;
}

/** Shared by tens of thousands of files, to save memory. */
const noItems: readonly [] = [];

/**
 * Finds all files with a match, in the mode `counts` with the number of their matches.
 *
 * @param maxFiles maximum number of files to return, the first in path order
 */
export async function findFilesWithMatches(search: MatchSearch, maxFiles = Infinity): Promise<FoundFilesWithMatches> {
  const result = await runSearch(search, { maxFiles, usesFile: true });
  // If the temporary file's disk is full, ripgrep's statistics, which come last, are missing: then uses a pipe.
  const isComplete = result.searchedCount !== undefined || result.unreadableCount === 0;
  return isComplete ? result : runSearch(search, { maxFiles, usesFile: false });
}

async function runSearch(
  search: MatchSearch,
  { maxFiles, usesFile }: { readonly maxFiles: number; readonly usesFile: boolean },
): Promise<FoundFilesWithMatches> {
  const { query, limits, accept } = search;
  const isCounting = limits.mode === 'counts';
  const files = new FirstItems<FileMatches>(maxFiles, (a, b) => comparePaths(a.path, b.path));
  let searchedCount: number | undefined;
  const parseLine = isCounting ? createCountParser() : parseName;
  const args = [
    isCounting ? '--count-matches' : '--files-with-matches',
    '--null',
    '--with-filename',
    '--stats',
    ...(search.includesBinary ? ['--text'] : []),
    ...queryArguments(query),
  ];
  const output = createNameReader(isCounting ? lineFeed : nul, async (lines) => {
    const matchedFiles: FileMatches[] = [];
    const takeLine = (line: string): void => {
      const fileCount = parseLine(line);
      if (fileCount === undefined) searchedCount = parseSearchedCount(line) ?? searchedCount;
      // No tool could open a file by a name with U+FFFD, which is not valid UTF-8.
      else if (!fileCount.path.includes('\uFFFD') && accept(fileCount.path))
        matchedFiles.push({ ...fileCount, matches: noItems, context: noItems });
    };
    await forEachInSequence(lines, takeLine);
    await files.add(matchedFiles);
  });
  const outcome = await runWalk(search, args, { output, usesFile });
  const unreadableCount = countUnreadable(outcome, query);
  return { files: await files.sorted(), total: files.total, searchedCount, unreadableCount };
}

type FileCount = Pick<FileMatches, 'path' | 'count'>;

/**
 * Finds the number of searched files in a text, which may be only a part of the statistics; undefined if no line
 * contains it.
 */
function parseSearchedCount(text: string): number | undefined {
  const digits = /^(\d+) files searched$/m.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Creates a parser of lines of path, NUL and number. It keeps the start of a path that contains line breaks. */
function createCountParser(): (line: string) => FileCount | undefined {
  let pathStart = '';
  return (text) => {
    const line = pathStart + text;
    const end = line.indexOf('\0');
    pathStart = end < 0 && line.startsWith('./') ? `${line}\n` : '';
    return end < 0 ? undefined : { path: line.slice(2, end), count: Number(line.slice(end + 1)) };
  };
}

/** Parses a path; undefined for the statistics, which come after the last NUL. */
function parseName(text: string): FileCount | undefined {
  return text.startsWith('./') ? { path: text.slice(2), count: 1 } : undefined;
}
