import { usableExcludes } from '../../../core/search/searchFilter.ts';
import type { SearchScope, TextQuery } from '../../../core/search/textSearch.ts';

/** What ripgrep walks over. */
export interface RgWalk {
  /** Paths relative to the root, `''` for the root itself. */
  readonly paths: readonly string[];
  /** Globs for the last names of files; empty for all. */
  readonly names: readonly string[];
  readonly hidden: boolean;
  /** Whose ignore rules hold: ripgrep's; ours, which ripgrep then knows nothing of; or none. */
  readonly rules: 'ripgrep' | 'own' | 'none';
  /** Whether ignore files above the paths count. */
  readonly parents: boolean;
  /** Files of rules outside of the tree that hold besides, the weakest first. */
  readonly outerFiles: readonly string[];
  /** Whether rules are compared without case. */
  readonly ignoreCase: boolean;
  /** The encoding of files without a byte order mark, as ripgrep calls it; undefined for UTF-8. */
  readonly encoding: string | undefined;
  readonly excludes: readonly string[];
  /** Whether ripgrep may wait forever for some file of rules; for when nothing comes. */
  readonly isStuck?: () => Promise<boolean>;
}

/** The part of a run that ends one that waits for a file of rules. */
export function stuckCheck({ rules, isStuck }: RgWalk): { readonly isStuck?: () => Promise<boolean> } {
  return rules === 'ripgrep' && isStuck !== undefined ? { isStuck } : {};
}

/** Arguments for the walk, to be followed by `pathArguments`. Whatever a configuration file says does not count. */
export function walkArguments(walk: RgWalk): string[] {
  return [
    '--no-config',
    '--color=never',
    '--path-separator=/',
    '--no-ignore-global',
    '--no-require-git',
    ...(walk.hidden ? ['--hidden'] : []),
    ...(walk.rules !== 'ripgrep' ? ['--no-ignore'] : walk.parents ? [] : ['--no-ignore-parent']),
    ...(walk.rules === 'ripgrep' ? walk.outerFiles.map((file) => `--ignore-file=${file}`) : []),
    ...(walk.ignoreCase ? ['--ignore-file-case-insensitive'] : []),
    ...encodingArguments(walk.encoding),
    ...walk.excludes.map((glob) => `--glob=!${glob}`),
    ...walk.names.map((name) => `--type-add=wanted:${name}`),
    ...(walk.names.length > 0 ? ['--type=wanted'] : []),
  ];
}

export function encodingArguments(encoding: string | undefined): string[] {
  return encoding === undefined ? [] : [`--encoding=${encoding}`];
}

export function pathArguments(paths: readonly string[]): string[] {
  return ['--', ...paths.map((path) => (path === '' ? './' : `./${path}`))];
}

/**
 * What a scope leaves out, as far as it means the same to ripgrep, so that it does not enter folders in vain;
 * `exact` tells whether that is all of it.
 */
export function excludesOf(scope: SearchScope): { readonly excludes: readonly string[]; readonly exact: boolean } {
  const settings = usableExcludes(scope).map(({ pattern }) =>
    pattern.startsWith('**') || pattern.startsWith('/') ? pattern : `/${pattern}`,
  );
  const negated = scope.globs
    .filter((glob) => glob.startsWith('!'))
    .map((glob) => glob.slice(1).replace(/^(?:\.\/)+/, '/'));
  const all = [...settings, ...negated];
  const same = all.filter((pattern) => !/[[\]\\\0]|^!|\/$/.test(pattern));
  const git = /(?:^|\/)\.git(?:\/|$)/.test(scope.path) ? [] : ['.git'];
  return { excludes: [...same, ...git], exact: same.length === all.length };
}

/**
 * Arguments for what is looked for. A regular expression that ripgrep's own engine cannot take (look-around,
 * back references) goes to its PCRE2 engine.
 */
export function queryArguments(query: TextQuery): string[] {
  const breaks = hasLineBreak(query);
  return [
    '--crlf',
    '--no-mmap',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.wholeWord ? ['--word-regexp'] : []),
    ...(query.multiline || breaks ? ['--multiline'] : []),
    ...(query.isRegex ? ['--engine=auto'] : breaks ? [] : ['--fixed-strings']),
    `--regexp=${patternOf(query, breaks)}`,
  ];
}

function hasLineBreak({ text, isRegex }: TextQuery): boolean {
  return text.includes('\n') || (isRegex && withoutClasses(text).includes('\\n'));
}

function patternOf({ text, isRegex }: TextQuery, breaks: boolean): string {
  if (!breaks) return text;
  if (isRegex) return text.replace(lineBreaks, (part) => (part === '\\n' || part === '\n' ? '(?:\\r?\\n)' : part));
  return text.replace(/[\\.+*?()|[\]{}^$#&\-~]/g, '\\$&').replace(/\r?\n/g, '\\r?\\n');
}

/** Line breaks outside of classes, with the escapes and classes that must be stepped over. */
const lineBreaks = /\\r\\n|\\r\?\\n|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\n/g;

function withoutClasses(text: string): string {
  return text.replace(lineBreaks, (part) => (part.endsWith('\\n') || part === '\n' ? '\\n' : ''));
}
