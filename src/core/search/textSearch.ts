/** What is looked for. Without `isRegex` the text is literal; a line break in it matches LF and CRLF. */
export interface TextQuery {
  readonly text: string;
  readonly isRegex: boolean;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Matches may go over line ends. Taken as true where the text itself has a line break. */
  readonly multiline: boolean;
}

/** Where is looked. All paths and globs are relative to `root`, with `/`. */
export interface SearchScope {
  /** Absolute path of a workspace folder in the system's form. */
  readonly root: string;
  /** The folder or file to stay in, `''` for all. One that is ignored or excluded itself is searched nevertheless. */
  readonly path: string;
  /** The caller's globs, as `searchFilter` reads them. */
  readonly globs: readonly string[];
  /** Patterns of `files.exclude` and `search.exclude`, as VS Code reads them: without a `**` in front, from the top. */
  readonly excludes: readonly string[];
  /** Also names that begin with a dot. `.git` is never searched. */
  readonly includeHidden: boolean;
  /** Also what `.gitignore`, `.git/info/exclude`, `.ignore` and `.rgignore` leave out. */
  readonly includeIgnored: boolean;
  /** The encoding of files without a byte order mark, by its name in the Encoding Standard; UTF-8 if omitted. */
  readonly encoding?: string;
  /** The rules' verdict on a file; what it forbids is in no answer. */
  readonly mayRead?: (path: string) => boolean;
}

/** A file with changes that are not on disk: its text counts, not the disk's. */
export interface UnsavedFile {
  readonly path: string;
  readonly text: string;
}

export interface SearchLimits {
  /** Most matches; in the other modes most files. */
  readonly maxMatches: number;
  /** Lines before and after each match. */
  readonly contextLines: number;
  /** `matches`: each one; `files`: the files that have one; `counts`: how many each file has. */
  readonly mode: 'matches' | 'files' | 'counts';
}

/** One match. Lines are 1-based, columns 0-based in UTF-16 units of the line, ends exclusive. */
export interface TextMatch {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The line where it begins, at most 200 UTF-16 units of it around the match. */
  readonly snippet: string;
  /** The part of the match that is in `snippet`. */
  readonly snippetStart: number;
  readonly snippetEnd: number;
}

/** A line near a match, or a match's own; `text` is at most 200 UTF-16 units of it. */
export interface ContextLine {
  readonly line: number;
  readonly text: string;
}

export interface FileMatches {
  readonly path: string;
  /** In order; empty in the modes `files` and `counts`. */
  readonly matches: readonly TextMatch[];
  readonly context: readonly ContextLine[];
  /** Matches in the file; in the mode `files` 1 stands for at least one. */
  readonly count: number;
}

/** Files that were not searched, by the first reason that applied, in this order. */
export interface Excluded {
  readonly byGlob: number;
  readonly byExcludes: number;
  readonly hidden: number;
  readonly ignored: number;
  readonly byRules: number;
  /** Symbolic links, which are not followed. */
  readonly links: number;
  /** The counting was cut short: each figure is a lower bound. */
  readonly atLeast: boolean;
}

/** Files that were looked at and not searched. */
export interface SkippedFiles {
  readonly count: number;
  /** The first of them, with what they are. */
  readonly files: readonly { readonly path: string; readonly reason: string }[];
}

/** As many are named. */
export const maxSkippedNamed = 20;

export interface SearchAnswer {
  /** Sorted by `comparePaths`; up to the limit, always the same ones. */
  readonly files: readonly FileMatches[];
  /** There is more than the limit let through. */
  readonly truncated: boolean;
  /** Files with a match, also those beyond the limit; `undefined` where the search stopped at the limit. */
  readonly filesMatched: number | undefined;
  /** `undefined` where the search stopped at the limit, or only looked into some files as far as it had to. */
  readonly filesSearched: number | undefined;
  /** Files of the scope that are no text, which are not among those that were searched. */
  readonly skipped: SkippedFiles;
  /** Counted only when nothing was found. */
  readonly excluded: Excluded | undefined;
  /** What the caller should know besides, in whole sentences. */
  readonly notes: readonly string[];
}

/** Looks for text in the files of a folder. */
export interface TextSearch {
  /**
   * All matches up to the limit, in the order of paths, unsaved text instead of the disk's. Binary files are left out;
   * links are not followed.
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

export interface FoundFiles {
  /** Paths, sorted as asked. */
  readonly files: readonly string[];
  /** How many there are, also beyond the limit. */
  readonly total: number;
  /** Which of `files` are symbolic links; empty where they were not looked for. */
  readonly links: readonly string[];
  /** Counted only when nothing was found. */
  readonly excluded: Excluded | undefined;
  readonly notes: readonly string[];
}

/** Finds files by their paths. */
export interface FileFinder {
  /**
   * The files that match one of the scope's globs (`Glob.matches`) and are left out by none that is negated.
   *
   * @param sortBy `path`: by `comparePaths`; `modified`: the last changed first
   * @param links whether symbolic links are found too, by their own paths; none is followed
   * @throws as `TextSearch.search` does
   */
  find(
    scope: SearchScope,
    limit: number,
    sortBy: 'path' | 'modified',
    signal?: AbortSignal,
    links?: 'links',
  ): Promise<FoundFiles>;
}
