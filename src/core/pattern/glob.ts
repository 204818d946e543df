import { expandBraces, shorten } from './braces.ts';
import { ToolError } from '../wording/errors.ts';
import { compileWildcard, lower, type CaseFold } from './wildcard.ts';

/** A compiled glob. Paths are relative to one folder, with `/`, without a leading or trailing one. */
export interface Glob {
  readonly pattern: string;
  /** The pattern begins with `!`; both tests then answer the opposite. */
  readonly negated: boolean;
  /** Whether the whole path matches. */
  readonly matches: (path: string) => boolean;
  /** Whether the path or a folder above it matches: a glob that names a folder then means all that is in it. */
  readonly covers: (path: string) => boolean;
}

export interface GlobOptions {
  /** A pattern without `/` matches at the top only, as VS Code reads `files.exclude`; else at any depth. */
  readonly anchored?: boolean;
  readonly ignoreCase?: boolean;
}

/**
 * The globs of all tools:
 *
 *     * ?          any characters, one character, but no slash
 *     **           as a whole name: folders, any number of them; in last place: all that is below
 *     [a-z] [!a]   one of, none of; [[:alpha:]] and the like too
 *     {a,b}        alternatives, also nested
 *     \            quotes one of these characters
 *     !            in first place: everything else
 *
 * `*` matches names that begin with a dot. A pattern without `/` matches the last name at any depth, one with `/` the
 * path from the folder on (a leading `/` or `./` only says so); a trailing `/` means all that is in the folder. Since
 * folders are really called `[id]`, brackets also match themselves. Matching takes time proportional to path times
 * pattern, whatever the pattern.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for a pattern that is empty, too long, unbalanced, has `..`, or is written
 *   with `\` between names
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  const negated = pattern.startsWith('!');
  const body = negated ? pattern.slice(1) : pattern;
  check(body, pattern);
  const fold = options.ignoreCase === true ? 'unicode' : 'exact';
  const tests = expandBraces(body)
    .flatMap((alternative) => [alternative, ...withLiteralBrackets(alternative)])
    .map((alternative) => compileAlternative(alternative, options.anchored === true, fold));
  const test = (path: string): boolean => tests.some((one) => one(path));
  const covered = coverage(test);
  return {
    pattern,
    negated,
    matches: (path) => test(lower(path, fold)) !== negated,
    covers: (path) => covered(lower(path, fold)) !== negated,
  };
}

/** Whether one of some globs, none of them negated, matches a path or a folder above it. */
export function coversAny(globs: readonly Glob[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : coverage((path) => globs.some(({ matches }) => matches(path)));
}

/** Remembers the verdict on folders, of which the next path often has the same. */
function coverage(test: (path: string) => boolean): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  const covered = (path: string): boolean => {
    const end = path.lastIndexOf('/');
    return (end > 0 && coveredFolder(path.slice(0, end))) || test(path);
  };
  const coveredFolder = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    if (folders.size >= 50_000) folders.clear();
    const verdict = covered(folder);
    folders.set(folder, verdict);
    return verdict;
  };
  return covered;
}

function check(body: string, pattern: string): void {
  const fault =
    body === ''
      ? 'The glob is empty. Send a pattern such as **/*.ts.'
      : pattern.length > 4096
        ? 'The glob is longer than 4,096 characters. Send a shorter one.'
        : /\\[\p{L}\p{N}_.]/u.test(body)
          ? `The glob ${shorten(pattern)} has \\ between names. Write / instead.`
          : /(?:^|\/)\.\.(?:\/|$)/.test(body)
            ? `The glob ${shorten(pattern)} leaves its folder with "..". Send the folder as path instead.`
            : undefined;
  if (fault !== undefined) throw new ToolError('VALIDATION_ERROR', fault);
}

/** The pattern with its brackets quoted, if it has any. */
function withLiteralBrackets(pattern: string): string[] {
  if (!pattern.includes('[')) return [];
  return [pattern.replace(/\\.|[[\]]/gsu, (part) => (part.startsWith('\\') ? part : `\\${part}`))];
}

function compileAlternative(alternative: string, anchored: boolean, fold: CaseFold): (path: string) => boolean {
  const rooted = /^(?:\.\/|\/)+/.exec(alternative)?.[0] ?? '';
  const inFolder = alternative.endsWith('/') && !alternative.endsWith('\\/') ? `${alternative}**` : alternative;
  const path = inFolder.slice(rooted.length);
  const named = alternative.slice(rooted.length).replace(/\/$/, '');
  const deep = rooted === '' && !anchored && !named.includes('/') && named !== '**';
  return compilePath(lower(deep ? `**/${path}` : path, fold), alternative, fold);
}

/**
 * Cuts the literal folders off the beginning and the literal ending off the end, which decide about most paths; and
 * where only stars are left between them, about all.
 */
function compilePath(pattern: string, alternative: string, fold: CaseFold): (path: string) => boolean {
  const literal = /^[^*?[\\]*/.exec(pattern)?.[0] ?? '';
  if (literal.length === pattern.length) return (path) => path === pattern;
  const head = literal.slice(0, literal.lastIndexOf('/') + 1);
  const rest = pattern.slice(head.length);
  const tail = /[[\\]/.test(rest) ? '' : (/[^*?/]*$/.exec(rest)?.[0] ?? '');
  const middle = rest.slice(0, rest.length - tail.length);
  const fits = (path: string): boolean =>
    path.length >= head.length + tail.length && path.startsWith(head) && path.endsWith(tail);
  if (middle === '**/*' || rest === '**') return (path) => fits(path) && path.length > head.length;
  if (middle === '*') return (path) => fits(path) && !path.slice(head.length, path.length - tail.length).includes('/');
  if (middle === '**/')
    return (path) => fits(path) && /^$|\/$/.test(path.slice(head.length, path.length - tail.length));
  const inName = rest.startsWith('**/') && !rest.slice(3).includes('/');
  const wildcard = compileWildcard(inName ? rest.slice(3) : rest, fold);
  if (wildcard === undefined) {
    const what = `The glob ${shorten(alternative)} has a [ without a matching ], an unknown [:class:], or ends with \\.`;
    throw new ToolError('VALIDATION_ERROR', `${what} Write \\[ for the character itself.`);
  }
  // Two stars and a name: only the last name of the path has to be looked at.
  const from = (path: string): number => (inName ? Math.max(head.length, path.lastIndexOf('/') + 1) : head.length);
  return (path) => fits(path) && wildcard(path.slice(from(path)));
}
