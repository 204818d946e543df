// Pages the matches of a search.
import type { FileMatches, TextMatch } from './textSearch.ts';

/** A page of matches, or of files with matches, that fits into an answer. */
export interface MatchPage {
  readonly files: readonly FileMatches[];
  /** Matches, or files, on this page. */
  readonly shown: number;
  /** Whether there is more after this page. */
  readonly cut: boolean;
}

/** UTF-16 units of a match in an answer besides its snippet: line number and columns. */
const matchOverheadChars = 32;
/** UTF-16 units of a context line besides its text. */
const contextOverheadChars = 10;
/** Maximum number of context lines on each side of a match. */
const maxContextLines = 10;

/**
 * The page of matches from `offset` on: as many as fit into `maxChars` UTF-16 units, but at least one.
 *
 * @param byFile whether `offset` counts files instead of matches
 */
export function pageOfMatches(
  files: readonly FileMatches[],
  offset: number,
  maxChars: number,
  byFile: boolean,
): MatchPage {
  const page: FileMatches[] = [];
  let remainingOffset = offset;
  let usedChars = 0;
  let shownCount = 0;
  for (const file of files) {
    const size = byFile ? 1 : file.matches.length;
    if (remainingOffset >= size) {
      remainingOffset -= size;
      continue;
    }
    const remainingMatches = file.matches.slice(remainingOffset);
    remainingOffset = 0;
    usedChars += file.path.length + matchOverheadChars;
    let fittingCount = 0;
    while (fittingCount < remainingMatches.length && (shownCount + fittingCount === 0 || usedChars < maxChars))
      usedChars += estimateCost(remainingMatches[fittingCount++], file);
    if (byFile ? shownCount > 0 && usedChars > maxChars : fittingCount === 0)
      return { files: page, shown: shownCount, cut: true };
    page.push(withMatches(file, remainingMatches.slice(0, fittingCount)));
    shownCount += byFile ? 1 : fittingCount;
    if (fittingCount < remainingMatches.length) return { files: page, shown: shownCount, cut: true };
  }
  return { files: page, shown: shownCount, cut: false };
}

function estimateCost(match: TextMatch | undefined, { context }: FileMatches): number {
  if (match === undefined) return 0;
  const nearbyLines =
    context.length === 0 ? [] : context.filter(({ line }) => Math.abs(line - match.line) <= maxContextLines);
  return (
    matchOverheadChars +
    match.snippet.length +
    nearbyLines.reduce((sum, { text }) => sum + text.length + contextOverheadChars, 0)
  );
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
