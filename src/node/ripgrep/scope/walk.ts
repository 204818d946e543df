// Builds ripgrep's command line arguments, for the files to walk over, the excludes, and the query, and runs ripgrep over
// a walk.

import {
  lineBreakPattern,
  matchesLineBreak,
  type SearchScope,
  type TextQuery,
} from '../../../core/search/textSearch.ts';
import { compileUsableExcludes } from '../../../core/search/searchFilter.ts';
import { runRg, type RgOutcome, type RgRun } from '../runRg.ts';

/** The files that ripgrep walks over. */
export interface RgWalk {
  /** Paths relative to the root, `''` for the root itself. */
  readonly paths: readonly string[];
  /** Globs of file names, one of which must match; empty for all files. */
  readonly nameGlobs: readonly string[];
  readonly includesHidden: boolean;
  /**
   * The program that applies the ignore rules: `ripgrep`; `own`, our code, on the results of ripgrep without rules; or
   * `none`.
   */
  readonly rules: 'ripgrep' | 'own' | 'none';
  /**
   * Whether rules do not apply in a repository inside the one they belong to, as in git. Ripgrep then applies
   * `.gitignore` only inside repositories, so the paths must be in one.
   */
  readonly endsAtRepositories: boolean;
  /** Whether ignore files above the paths count. */
  readonly readsRulesAbove: boolean;
  /** Ignore files outside the tree that also apply, lowest precedence first. */
  readonly outerFiles: readonly string[];
  /** Whether rules are compared without case. */
  readonly ignoreCase: boolean;
  /** Ripgrep's name of the encoding of files without a byte order mark; undefined for UTF-8. */
  readonly encoding: string | undefined;
  /** Globs of files and folders to leave out, in ripgrep's syntax without its `!`. */
  readonly excludes: readonly string[];
  /** Finds out whether ripgrep will hang forever on some ignore file; used as `RgRun.isStuck`. */
  readonly isStuck?: () => Promise<boolean>;
}

/** Arguments for the walk, except its paths, which come last (`runWalk`). Ripgrep reads no configuration file. */
function walkArguments(walk: RgWalk): string[] {
  return [
    '--no-config',
    '--color=never',
    '--path-separator=/',
    '--no-ignore-global',
    ...(walk.endsAtRepositories ? [] : ['--no-require-git']),
    ...(walk.includesHidden ? ['--hidden'] : []),
    ...ignoreArguments(walk),
    ...(walk.ignoreCase ? ['--ignore-file-case-insensitive'] : []),
    ...(walk.encoding === undefined ? [] : [`--encoding=${walk.encoding}`]),
    ...walk.excludes.map((glob) => `--glob=!${glob}`),
    ...walk.nameGlobs.map((name) => `--type-add=wanted:${name}`),
    ...(walk.nameGlobs.length > 0 ? ['--type=wanted'] : []),
  ];
}

function ignoreArguments({ rules, readsRulesAbove, outerFiles }: RgWalk): string[] {
  if (rules !== 'ripgrep') return ['--no-ignore'];
  return [...(readsRulesAbove ? [] : ['--no-ignore-parent']), ...outerFiles.map((file) => `--ignore-file=${file}`)];
}

/**
 * Matches globs that ripgrep reads differently: with `?` (a byte to ripgrep), classes, escapes, empty alternatives, an
 * initial `!`, or a final `/` or space.
 */
const readDifferently = /[?[\]\\\0]|[{,][,}]|^!|[/\s]$/;

/**
 * Converts the excludes and negated globs of a scope to ripgrep's globs (`RgWalk.excludes`), except for globs that
 * ripgrep would read differently, which are left to the filter. `isExact`: no glob is left.
 */
export function toRgExcludes(scope: SearchScope): { readonly excludes: readonly string[]; readonly isExact: boolean } {
  // Ripgrep takes only a leading `/` for the root.
  const normalizeRoot = (pattern: string): string => pattern.replace(/^(?:\.?\/)+/, '/');
  const isForAnyDepth = (pattern: string): boolean => /^\*\*(?:\/|$)/.test(pattern);
  const settingPatterns = compileUsableExcludes(scope).map(({ pattern }) =>
    isForAnyDepth(pattern) ? pattern : normalizeRoot(`/${pattern}`),
  );
  const negatedGlobs = scope.globs.filter((glob) => glob.startsWith('!')).map((glob) => normalizeRoot(glob.slice(1)));
  const patterns = [...settingPatterns, ...negatedGlobs];
  const usable = patterns.filter((pattern) => !readDifferently.test(pattern) && !hasSlashInBraces(pattern));
  // Paths with wildcards, or with a final space, which ripgrep strips, are left to the filter.
  const isPlainPath = (path: string): boolean => /^[\w./@+ -]*[\w./@+-]$/.test(path);
  const separateFolders = (scope.separateFolders ?? []).filter(isPlainPath).map((path) => `/${path}`);
  // Without this, ripgrep would leave out the requested path itself.
  const isInGitFolder = /(?:^|\/)\.git(?:\/|$)/.test(scope.path);
  const excludes = [...usable, ...separateFolders, ...(isInGitFolder ? [] : ['.git'])];
  return { excludes, isExact: usable.length === patterns.length };
}

/** Whether a glob has `/` in braces: ripgrep then anchors all its alternatives to the root, even those without `/`. */
function hasSlashInBraces(pattern: string): boolean {
  let depth = 0;
  for (const character of pattern) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === '/' && depth > 0) return true;
  }
  return false;
}

/**
 * Arguments for the query. `--engine=auto` passes regular expressions with look-around or back-references to PCRE2. The
 * presence of `--multiline` tells the caller whether matches may span lines.
 */
export function queryArguments(query: TextQuery): string[] {
  const hasLineBreak = matchesLineBreak(query);
  // A text with line breaks becomes a regular expression, since CRLF must match, too.
  const literalArguments = hasLineBreak ? [] : ['--fixed-strings'];
  return [
    '--crlf',
    '--no-mmap',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.wholeWord ? ['--word-regexp'] : []),
    ...(query.multiline || hasLineBreak ? ['--multiline'] : []),
    ...(query.isRegex ? ['--engine=auto'] : literalArguments),
    `--regexp=${createPattern(query, hasLineBreak)}`,
  ];
}

/** The query as ripgrep's pattern, in which a line break also matches CRLF. */
function createPattern({ text, isRegex }: TextQuery, hasLineBreak: boolean): string {
  if (!hasLineBreak) return text;
  if (isRegex)
    return text.replace(lineBreakPattern, (part) => (part === '\\n' || part === '\n' ? '(?:\\r?\\n)' : part));
  return text.replace(/[\\.+*?()|[\]{}^$#&\-~]/g, '\\$&').replace(/\r?\n/g, '\\r?\\n');
}

/** The parameters of a run of ripgrep over a walk. */
export interface WalkRun {
  /** Path of ripgrep. */
  readonly rg: string;
  /** Absolute path of the folder to which the walk is relative. */
  readonly root: string;
  readonly walk: RgWalk;
  readonly signal: AbortSignal | undefined;
}

/** Runs ripgrep over a walk; each path in its output begins with `./`. @param args what to look for and to print */
export function runWalk(
  { rg, root, walk, signal }: WalkRun,
  args: readonly string[],
  options: Omit<RgRun, 'rg' | 'args' | 'cwd' | 'signal' | 'input' | 'isStuck'>,
): Promise<RgOutcome> {
  const paths = walk.paths.map((path) => (path === '' ? './' : `./${path}`));
  // Ripgrep can hang on an ignore file only if it reads them.
  const isStuck = walk.rules === 'ripgrep' ? walk.isStuck : undefined;
  return runRg({ ...options, rg, args: [...walkArguments(walk), ...args, '--', ...paths], cwd: root, signal, isStuck });
}
