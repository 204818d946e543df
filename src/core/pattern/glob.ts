// Compiles the globs of tools' inputs and of VS Code's settings and contributions; `core/rules` compiles its own with
// `compileAlternative`.
import { expandBraces, quotePattern } from './braces.ts';
import { ToolError, validationError } from '../wording/errors.ts';
import { compileWildcard, foldCase, type CaseFold, type Wildcard } from './wildcard.ts';

/** A compiled glob of a tool. Paths are relative to one folder, with `/`, without a leading or trailing one. */
export interface Glob {
  readonly pattern: string;
  /** Whether the pattern begins with `!`: `matches` and `covers` are then inverted. */
  readonly isNegated: boolean;
  /** Whether the whole path matches. */
  readonly matches: (path: string) => boolean;
  /** Whether the path or an ancestor matches, so that a glob that names a folder includes its contents. */
  readonly covers: (path: string) => boolean;
}

export interface GlobOptions {
  /**
   * Whether a pattern without `/` matches only at the top, as in VS Code's `files.exclude`; if not, it matches at any
   * depth.
   */
  readonly isAnchored?: boolean;
  readonly ignoreCase?: boolean;
}

/**
 * Compiles a glob in the syntax of all tools:
 *
 *     * ?          any characters, one character, but no slash
 *     **           as a whole name: folders, any number of them; in last place: everything below
 *     [a-z] [!a]   one of, none of; [[:alpha:]] and the like too
 *     {a,b}        alternatives, also nested
 *     \            escapes one of these characters
 *     !            in first place: everything else
 *
 *     *.ts         without a slash: the last name, at any depth
 *     src/*.ts     with a slash: the path from the folder on, as do /*.ts and ./*.ts
 *     src/         with a trailing slash: everything in the folder
 *     [id]         also the name "[id]" itself, since folders have such names
 *
 * `*` matches names that begin with a dot, too. Matching takes time proportional to path times pattern, whatever the
 * pattern.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for a pattern that is empty, too long, unbalanced, has `..`, or is written
 *   with `\` between names
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  const isNegated = pattern.startsWith('!');
  const body = isNegated ? pattern.slice(1) : pattern;
  checkGlob(body, pattern);
  const fold = options.ignoreCase === true ? 'unicode' : 'exact';
  const alternatives = expandBraces(body);
  // Again after `checkGlob`, since braces may combine to `..`: `{.,a}./`.
  if (alternatives.some(leavesFolder)) throw validationError(leavesFolderProblem(pattern));
  const matchers = alternatives.flatMap((alternative) => {
    // Begins with `/` or `./`, has a `/` before its end, or is `**` as a whole.
    const isAnchored = options.isAnchored === true || /^\.?\/|\/(?=.)|^\*\*\/?$/s.test(alternative);
    return compileAlternative(alternative, fold, isAnchored);
  });
  const matchesAny = (path: string): boolean => matchers.some((matches) => matches(path));
  const isCovered = createCoverageTest(matchesAny);
  return {
    pattern,
    isNegated,
    matches: (path) => matchesAny(foldCase(path, fold)) !== isNegated,
    covers: (path) => isCovered(foldCase(path, fold)) !== isNegated,
  };
}

/** Compiles a glob of VS Code's settings or contributions, in which `!` is a plain character; undefined if invalid. */
export function compileSettingGlob(pattern: string, options: GlobOptions): Glob | undefined {
  try {
    return compileGlob(pattern.replace(/^!/, '\\!'), options);
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    return undefined;
  }
}

/**
 * Returns a test of whether any of several globs matches a path or an ancestor. None may be negated: `matches` would be
 * true of almost all ancestors.
 */
export function coversAny(globs: readonly Glob[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : createCoverageTest((path) => globs.some(({ matches }) => matches(path)));
}

/** Maximum number of cached folders; above it, the cache starts anew. */
const maxCachedFolders = 50_000;

/**
 * Returns a test of whether a path or an ancestor matches. It caches results by folder, since the next path is often in
 * the same one.
 */
function createCoverageTest(matches: (path: string) => boolean): (path: string) => boolean {
  const coveredByFolder = new Map<string, boolean>();
  const isCovered = (path: string): boolean => {
    const end = path.lastIndexOf('/');
    return (end > 0 && isFolderCovered(path.slice(0, end))) || matches(path);
  };
  const isFolderCovered = (folder: string): boolean => {
    const cached = coveredByFolder.get(folder);
    if (cached !== undefined) return cached;
    if (coveredByFolder.size >= maxCachedFolders) coveredByFolder.clear();
    const result = isCovered(folder);
    coveredByFolder.set(folder, result);
    return result;
  };
  return isCovered;
}

/** Maximum length of a glob, in UTF-16 units. The message in `findProblem` repeats it. */
const maxGlobChars = 4096;

/**
 * Validates a glob without its `!`, except its braces and brackets; `pattern` is the text for the error.
 * @throws `ToolError` `VALIDATION_ERROR`
 */
export function checkGlob(body: string, pattern = body): void {
  const problem = findProblem(body, pattern);
  if (problem !== undefined) throw validationError(problem);
}

function findProblem(body: string, pattern: string): string | undefined {
  if (body === '') return 'The glob is empty. Send a pattern such as **/*.ts.';
  if (pattern.length > maxGlobChars) return 'The glob is longer than 4,096 characters. Send a shorter one.';
  if (/\\[\p{L}\p{N}_.]/u.test(body)) return `The glob ${quotePattern(pattern)} has \\ between names. Write / instead.`;
  return leavesFolder(body) ? leavesFolderProblem(pattern) : undefined;
}

/** Whether a name of a glob is `..`. */
function leavesFolder(body: string): boolean {
  return /(?:^|\/)\.\.(?:\/|$)/.test(body);
}

function leavesFolderProblem(pattern: string): string {
  return `The glob ${quotePattern(pattern)} leaves its folder with "..". Send the folder as path instead.`;
}

/**
 * Compiles a glob without braces into its variants: unchanged, and with its brackets as plain text.
 *
 * @param isAnchored whether it matches the path from the folder on; else the last name at any depth
 * @throws `ToolError` `VALIDATION_ERROR` for an unclosed or unknown class, or a lone `\` at the end
 */
export function compileAlternative(alternative: string, fold: CaseFold, isAnchored: boolean): Wildcard['matches'][] {
  // Removes each leading `/` and `./`.
  const anchored = isAnchored ? alternative.replace(/^(?:\.\/|\/)+/, '') : `**/${alternative}`;
  const hasTrailingSlash = /(?:^|[^\\])\/$/.test(alternative);
  const inFolder = hasTrailingSlash ? `${anchored}**` : anchored;
  // Escapes each bracket that is not escaped yet.
  const literalBrackets = inFolder.replace(/\\.|[[\]]/gsu, (part) => (part.startsWith('\\') ? part : `\\${part}`));
  const variants = inFolder.includes('[') ? [inFolder, literalBrackets] : [inFolder];
  return variants.map((pattern) => {
    const wildcard = compileWildcard(pattern, fold);
    // `**` and `**/*` match everything below a folder, but not the folder itself, whose path is ''.
    if (pattern === '**' || pattern === '**/*') return (path) => path !== '';
    if (wildcard !== undefined) return wildcard.matches;
    const what = `The glob ${quotePattern(alternative)} has a [ without a matching ], an unknown [:class:], or ends with \\.`;
    throw validationError(`${what} Write \\[ for the character itself.`);
  });
}
