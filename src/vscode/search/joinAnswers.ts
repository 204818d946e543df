// Joins the answers of searches in several workspace folders into one, and converts their paths to display paths.

import {
  maxListedSkipped,
  type ExcludedCounts,
  type FileMatches,
  type FoundFiles,
  type SearchAnswer,
  type SkippedFiles,
} from '../../core/search/textSearch.ts';
import type { WorkspaceFiles, WorkspaceMatches } from '../../tools/ports/queryPorts.ts';

/** The answer of a search in one workspace folder. Its paths are relative to the folder; `displayPath` converts them. */
export interface FolderAnswer<A extends SearchAnswer | FoundFiles> {
  readonly answer: A;
  /** Number of files that were not searched, since reading them requires a prompt. */
  readonly secrets: number;
  readonly displayPath: (path: string) => string;
}

/**
 * Joins the text searches of several workspace folders, in their order; the caller has applied the limit.
 * @param options.isCut whether further folders were not searched, or their matches dropped, since the limit was reached
 */
export function joinMatches(
  parts: readonly FolderAnswer<SearchAnswer>[],
  { isCut }: { readonly isCut: boolean },
): WorkspaceMatches {
  const files = parts.flatMap(({ answer, displayPath }) =>
    answer.files.map((file): FileMatches => ({ ...file, path: displayPath(file.path) })),
  );
  return {
    files,
    truncated: isCut || parts.some(({ answer }) => answer.truncated),
    filesSearched: isCut ? undefined : sumIfKnown(parts.map(({ answer }) => answer.filesSearched)),
    skipped: joinSkipped(parts),
    ...joinCommon(parts, files.length),
  };
}

function joinSkipped(parts: readonly FolderAnswer<SearchAnswer>[]): SkippedFiles {
  const files = parts.flatMap(({ answer, displayPath }) =>
    answer.skipped.files.map(({ path, reason }) => ({ path: displayPath(path), reason })),
  );
  const count = parts.reduce((all, { answer }) => all + answer.skipped.count, 0);
  return { count, files: files.slice(0, maxListedSkipped) };
}

/** Joins the files found in several workspace folders, up to the limit. */
export function joinFiles(parts: readonly FolderAnswer<FoundFiles>[], limit: number): WorkspaceFiles {
  const found = parts.flatMap(({ answer: { files, times }, displayPath }) =>
    files.map((path, index) => ({ path: displayPath(path), time: times?.[index] ?? 0 })),
  );
  // If sorted by path, no file has a time, and the stable sort keeps the files of each folder together. `|| 0`: files
  // without a readable time have `-Infinity`, whose difference is NaN.
  const files = found.toSorted((a, b) => b.time - a.time || 0).map(({ path }) => path);
  const total = parts.reduce((all, { answer }) => all + answer.total, 0);
  const links = parts.flatMap(({ answer, displayPath }) => answer.links.map(displayPath));
  return { files: files.slice(0, limit), total, links, ...joinCommon(parts, files.length) };
}

/** The fields that both kinds of answers have. Excluded files are only reported if nothing was found in any folder. */
function joinCommon(parts: readonly FolderAnswer<SearchAnswer | FoundFiles>[], foundCount: number) {
  const secrets = parts.reduce((all, part) => all + part.secrets, 0);
  const excluded =
    foundCount > 0 ? undefined : parts.map((part) => part.answer.excluded).reduce(addExcluded, undefined);
  return { excluded, notes: [...new Set(parts.flatMap(({ answer }) => answer.notes))], secrets };
}

/** Adds the counts of two searches; ignores a search that has not counted (undefined). */
function addExcluded(a: ExcludedCounts | undefined, b: ExcludedCounts | undefined): ExcludedCounts | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    byGlob: a.byGlob + b.byGlob,
    byExcludes: a.byExcludes + b.byExcludes,
    hidden: a.hidden + b.hidden,
    ignored: a.ignored + b.ignored,
    byRules: a.byRules + b.byRules,
    links: a.links + b.links,
    atLeast: a.atLeast || b.atLeast,
  };
}

/** The sum of numbers; undefined if any of them is unknown. */
function sumIfKnown(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0);
}
