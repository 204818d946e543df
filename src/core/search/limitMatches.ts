// Limits the matches and files of a search's answer.
import { comparePaths, firstByPath } from '../path/comparePaths.ts';
import type { FileMatches, SearchLimits, TextMatch } from './textSearch.ts';

/** Files up to a limit. */
export interface LimitedMatches {
  readonly files: readonly FileMatches[];
  /** Whether the limit omitted matches, or files. */
  readonly truncated: boolean;
}

/** The first results in path order, up to `maxMatches`: matches, or in the other modes files. */
export function limitResults(
  files: readonly FileMatches[],
  { mode, maxMatches, contextLines }: SearchLimits,
): LimitedMatches {
  return mode === 'matches' ? limitMatches(files, maxMatches, contextLines) : limitFiles(files, maxMatches);
}

/**
 * The first matches of several files, in path order. The last file may lose some matches, and the context lines that are
 * near none of the rest.
 */
function limitMatches(files: readonly FileMatches[], maxMatches: number, contextLines: number): LimitedMatches {
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
function limitFiles(files: readonly FileMatches[], maxFiles: number): LimitedMatches {
  const firstFiles = firstByPath(files, maxFiles, ({ path }) => path);
  return { files: firstFiles, truncated: files.length > maxFiles };
}
