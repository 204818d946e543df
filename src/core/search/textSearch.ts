// Declares the ports that search text and find files, and their data. They are implemented with ripgrep, and by
// `ownSearch.ts`; both use the test for line breaks and the note about unreadable files here.

/** A search query. */
export interface TextQuery {
  /** Literal unless `isRegex`; a line break in it matches LF and CRLF. */
  readonly text: string;
  readonly isRegex: boolean;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Whether matches may span lines; implied by a line break in `text`. */
  readonly multiline: boolean;
}

/**
 * Matches line breaks in a regular expression: `\r\n`, `\r?\n`, `\n`, and a literal one. Also matches every other escape
 * and every class, so that a `\n` in `\\n` or `[\n]` is not taken for a line break. Callers ignore such matches.
 */
export const lineBreakPattern = /\\r\\n|\\r\?\\n|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\n/g;

/** Whether a query asks for a line break, so that its matches may span lines. */
export function matchesLineBreak({ text, isRegex }: Pick<TextQuery, 'text' | 'isRegex'>): boolean {
  return text.includes('\n') || (isRegex && withoutOtherEscapes(text).includes('\\n'));
}

/** A regular expression without its classes and its escapes, except line breaks. */
function withoutOtherEscapes(text: string): string {
  return text.replace(lineBreakPattern, (part) => (part.endsWith('\\n') || part === '\n' ? '\\n' : ''));
}

/** The files to search. All paths and globs are relative to `root`, with `/`. */
export interface SearchScope {
  /** Absolute path of a workspace folder, in the system's form. */
  readonly root: string;
  /** The folder or file to search, `''` for all; it is searched even if it is ignored or excluded itself. */
  readonly path: string;
  /** The caller's globs, in the syntax of `createSearchFilter`. */
  readonly globs: readonly string[];
  /**
   * Patterns of `files.exclude` and `search.exclude`, relative to the top unless they start with `**`, as in VS Code.
   */
  readonly excludes: readonly string[];
  /** Whether to search names that begin with a dot; `.git` is never searched. */
  readonly includeHidden: boolean;
  /** Whether to search files ignored by `.gitignore`, `.git/info/exclude`, `.ignore` and `.rgignore`. */
  readonly includeIgnored: boolean;
  /** Encoding of files without a byte order mark, by its label in the Encoding Standard; UTF-8 if omitted. */
  readonly encoding?: string;
  /** Whether the access rules allow a file in answers; if omitted, all are allowed. */
  readonly mayRead?: (path: string) => boolean;
  /** Whether the answer may report matches in a searched file; if omitted, in all. The file still counts as searched. */
  readonly mayReport?: (path: string) => boolean;
  /** Subfolders that are searched by separate calls, and skipped here. */
  readonly separateFolders?: readonly string[];
}

/** A file with unsaved changes, whose text is searched instead of the disk's. */
export interface UnsavedFile {
  readonly path: string;
  readonly text: string;
}

/** Limits and form of a search's answer. */
export interface SearchLimits {
  /** Maximum number of matches; in the other modes, of files. */
  readonly maxMatches: number;
  /** Lines above and below each match. */
  readonly contextLines: number;
  /** Kind of result: all matches, the files with a match, or the number of matches in each file. */
  readonly mode: 'matches' | 'files' | 'counts';
}

/** A match. Lines are 1-based, columns 0-based in UTF-16 units of the line, ends exclusive. */
export interface TextMatch {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The line on which it starts, truncated to `maxSnippetChars` around the match. */
  readonly snippet: string;
  /** Columns of the match in `snippet`. */
  readonly snippetStart: number;
  readonly snippetEnd: number;
}

/** A line of a match, or near one; `text` is truncated to `maxSnippetChars`. */
export interface ContextLine {
  readonly line: number;
  readonly text: string;
}

/** The matches in one file. */
export interface FileMatches {
  readonly path: string;
  /** In order; empty in the modes `files` and `counts`. */
  readonly matches: readonly TextMatch[];
  /** In order; empty if `contextLines` is 0. */
  readonly context: readonly ContextLine[];
  /** Number of matches in the file; in the mode `files` always 1. */
  readonly count: number;
}

/** Numbers of files that were not searched, by the first reason that applied, in this order. */
export interface ExcludedCounts {
  readonly byGlob: number;
  /** By the user's settings `files.exclude` and `search.exclude`. */
  readonly byExcludes: number;
  readonly hidden: number;
  readonly ignored: number;
  readonly byRules: number;
  /** Symbolic links, which are not followed. */
  readonly links: number;
  /** Whether the numbers are lower bounds, since counting was limited. */
  readonly atLeast: boolean;
}

/** Files that were opened, but not searched. */
export interface SkippedFiles {
  readonly count: number;
  /** The first `maxListedSkipped` of these files. */
  readonly files: readonly { readonly path: string; readonly reason: string }[];
}

/** Maximum number of skipped files that an answer lists. */
export const maxListedSkipped = 20;

/** The result of a text search. */
export interface SearchAnswer {
  /** Sorted by `comparePaths`; the same files in every run, even with a limit. */
  readonly files: readonly FileMatches[];
  /** Files with matches on lines too long to list, which a note names; unset by `ownSearch.ts`, which lists all. */
  readonly overlong?: readonly string[];
  /** Whether the limit omitted matches, or in the other modes files. */
  readonly truncated: boolean;
  /** Number of files with a match, including those beyond the limit; `undefined` if the search stopped at the limit. */
  readonly filesMatched: number | undefined;
  /** Number of searched files; `undefined` if the search stopped at the limit, or read some files only in part. */
  readonly filesSearched: number | undefined;
  /** Files that are not text; not counted in `filesSearched`. */
  readonly skipped: SkippedFiles;
  /** Counted only if nothing was found. */
  readonly excluded: ExcludedCounts | undefined;
  /** Further notes for the caller, as sentences. */
  readonly notes: readonly string[];
}

/** The note about unreadable files, or none for 0 files. Omits the names of the files, which the access rules may hide. */
export function noteUnreadable(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 file or directory' : `${count} files or directories`;
  return [
    `${what} could not be read and ${count === 1 ? 'was' : 'were'} skipped. Ask the user for permission to read there.`,
  ];
}

/** Searches text in the files of a folder. */
export interface TextSearch {
  /**
   * Finds matches up to the limit, in the order of paths. Skips binary files, and does not follow links.
   *
   * @throws `ToolError` `VALIDATION_ERROR` for an invalid regular expression (with the engine's own reason) or glob,
   *   `NOT_FOUND` for a missing path, `IO_ERROR`; the signal's reason once it is aborted
   */
  search(
    query: TextQuery,
    scope: SearchScope,
    limits: SearchLimits,
    unsaved: readonly UnsavedFile[],
    signal?: AbortSignal,
  ): Promise<SearchAnswer>;
}

/** The result of a file search. */
export interface FoundFiles {
  /** Paths, sorted as requested. */
  readonly files: readonly string[];
  /** Total number of files, including those beyond the limit. */
  readonly total: number;
  /** Times of the files' last changes, in milliseconds since 1970; set if the files are sorted by them. */
  readonly times?: readonly number[];
  /** The symbolic links among `files`; empty unless requested. */
  readonly links: readonly string[];
  /** Counted only if nothing was found, and not for the order `any`. */
  readonly excluded: ExcludedCounts | undefined;
  readonly notes: readonly string[];
}

/**
 * The order of found files, which also decides which of them are within the limit. `path`: by `comparePaths`.
 * `modified`: the last changed first. `any`: the first by path, but in any order. For a comparison, which would take a
 * link that is found later for a new one, `any` also finds all links, however long it takes; the others have a time limit.
 */
export type SortOrder = 'path' | 'modified' | 'any';

/** Finds files by their paths. */
export interface FileFinder {
  /**
   * Finds the files that match a glob of the scope (`Glob.matches`) and no negated one; at most `limit` of them.
   *
   * @param links also finds symbolic links by their own paths; none is followed
   * @throws as `TextSearch.search` does
   */
  find(
    scope: SearchScope,
    limit: number,
    sortBy: SortOrder,
    signal?: AbortSignal,
    links?: 'links',
  ): Promise<FoundFiles>;
}
