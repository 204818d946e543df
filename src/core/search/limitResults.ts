// Limits the matches and files of a search's answer to the first by path, and context lines to those near matches. Also
// cuts the results into pages that fit into an answer.
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

/** A page of matches, or of files with matches, that fits into an answer. */
export interface MatchPage {
  readonly files: readonly FileMatches[];
  /** Number of matches (`pageOfMatches`) or files (`pageOfFiles`) on this page: the next page starts after them. */
  readonly shown: number;
  /** Whether there is more after this page. */
  readonly cut: boolean;
}

/** UTF-16 units of a match in an answer besides its snippet: line number and columns. */
const matchOverheadChars = 32;
/** UTF-16 units of a context line besides its text. */
const contextOverheadChars = 10;
/**
 * Maximum number of context lines on each side of a match that a search may be asked for. A page keeps all lines that
 * are so near to its matches, since it does not know how many were asked for.
 */
export const maxContextLines = 10;

/**
 * The page of matches from `offset` on: as many as fit into `maxChars` UTF-16 units. If a single match does not, since
 * it spans very many lines, only the lines near its ends are kept.
 */
export function pageOfMatches(files: readonly FileMatches[], offset: number, maxChars: number): MatchPage {
  const page: FileMatches[] = [];
  let skippedCount = 0;
  let shownCount = 0;
  let usedChars = 0;
  for (const file of files) {
    // The first `offset` matches, on earlier pages, are skipped.
    const remainingMatches = file.matches.slice(offset - skippedCount);
    skippedCount += file.matches.length - remainingMatches.length;
    if (remainingMatches.length === 0) continue;
    usedChars += file.path.length + matchOverheadChars;
    const fittingMatches: TextMatch[] = [];
    for (const match of remainingMatches) {
      const cost = estimateCost(match, file);
      if (usedChars + cost > maxChars && shownCount > 0) break;
      usedChars += cost;
      fittingMatches.push(match);
      shownCount++;
    }
    if (fittingMatches.length > 0) {
      const fittingFile = withMatches(file, fittingMatches);
      page.push(usedChars > maxChars ? withEndsOfMatches(fittingFile) : fittingFile);
    }
    if (fittingMatches.length < remainingMatches.length) return { files: page, shown: shownCount, cut: true };
  }
  return { files: page, shown: shownCount, cut: false };
}

/** The page of files from `offset` on, without matches: as many as fit into `maxChars` UTF-16 units, at least one. */
export function pageOfFiles(files: readonly FileMatches[], offset: number, maxChars: number): MatchPage {
  const remainingFiles = files.slice(offset);
  const page: FileMatches[] = [];
  let usedChars = 0;
  for (const file of remainingFiles) {
    usedChars += file.path.length + matchOverheadChars;
    if (page.length > 0 && usedChars > maxChars) break;
    page.push(file);
  }
  return { files: page, shown: page.length, cut: page.length < remainingFiles.length };
}

/**
 * UTF-16 units that a match takes in an answer with its context; lines shared by neighbouring matches count for each of
 * them.
 */
function estimateCost(match: TextMatch, { context }: FileMatches): number {
  const nearbyLines = contextNear(context, [match], maxContextLines);
  const contextChars = nearbyLines.reduce((sum, { text }) => sum + text.length + contextOverheadChars, 0);
  return matchOverheadChars + match.snippet.length + contextChars;
}

/** A file with some consecutive matches and their context. */
function withMatches(file: FileMatches, matches: readonly TextMatch[]): FileMatches {
  const [first, last] = [matches[0], matches.at(-1)];
  if (matches.length === file.matches.length || first === undefined || last === undefined) return file;
  const context = file.context.filter(
    ({ line }) => line >= first.line - maxContextLines && line <= last.endLine + maxContextLines,
  );
  return { ...file, matches, context };
}

/** A file with only the context that is near the first or the last line of a match. */
function withEndsOfMatches(file: FileMatches): FileMatches {
  const ends = file.matches.flatMap(({ line, endLine }) => [
    { line, endLine: line },
    { line: endLine, endLine },
  ]);
  return { ...file, context: contextNear(file.context, ends, maxContextLines) };
}
