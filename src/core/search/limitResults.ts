// Limits the matches and files of a search's answer to the first by path, and context lines to those near matches.
import { comparePaths, firstByPath } from '../path/comparePaths.ts';
import type { FileMatches, SearchLimits, TextMatch } from './textSearch.ts';

/** The files with matches that a search returns, within its limit. */
export interface LimitedResults {
  readonly files: readonly FileMatches[];
  /** Whether the limit omitted matches (in mode `matches`) or files. */
  readonly truncated: boolean;
}

/** The first results in path order. `maxMatches` limits matches in mode `matches`, and files in the other modes. */
export function limitResults(
  files: readonly FileMatches[],
  { mode, maxMatches, contextLines }: SearchLimits,
): LimitedResults {
  return mode === 'matches' ? limitMatches(files, maxMatches, contextLines) : limitFiles(files, maxMatches);
}

/**
 * The first matches of several files, in path order. If the last file loses matches, it keeps only the context lines
 * near those that are left.
 */
function limitMatches(files: readonly FileMatches[], maxMatches: number, contextLines: number): LimitedResults {
  const limitedFiles: FileMatches[] = [];
  let remainingMatches = maxMatches;
  for (const file of files.toSorted((a, b) => comparePaths(a.path, b.path))) {
    if (remainingMatches <= 0) return { files: limitedFiles, truncated: true };
    const matches = file.matches.slice(0, remainingMatches);
    remainingMatches -= matches.length;
    const isCut = matches.length < file.matches.length;
    limitedFiles.push(isCut ? { ...file, matches, context: contextNear(file.context, matches, contextLines) } : file);
    if (isCut) return { files: limitedFiles, truncated: true };
  }
  return { files: limitedFiles, truncated: false };
}

/** The lines that are at most `contextLines` above or below a match. */
export function contextNear<T extends { readonly line: number }>(
  context: readonly T[],
  matches: readonly Pick<TextMatch, 'line' | 'endLine'>[],
  contextLines: number,
): T[] {
  const isNear = (line: number): boolean =>
    matches.some((match) => line >= match.line - contextLines && line <= match.endLine + contextLines);
  return context.filter(({ line }) => isNear(line));
}

/** The first files, in path order. */
function limitFiles(files: readonly FileMatches[], maxFiles: number): LimitedResults {
  const firstFiles = firstByPath(files, maxFiles, ({ path }) => path);
  return { files: firstFiles, truncated: files.length > maxFiles };
}
