// Parses git's configuration files, for the settings that ignore rules depend on, and evaluates their includes (`include`,
// and `includeIf` with its conditions).
import { toByteString } from '../pattern/ignoreRules.ts';
import { compileWildcard, foldCase, type CaseFold } from '../pattern/wildcard.ts';

/** One variable in a git configuration file. */
export interface GitConfigEntry {
  /** In lower case, like `name`. */
  readonly section: string;
  /** The quoted text after the section, case kept; undefined if there is none. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** `'true'` for a name without a value. */
  readonly value: string;
}

/** Parses a git configuration file by the syntax of git-config(1). Stops at the first error, where git itself fails. */
export function parseGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // White space, a comment, a section's header, or a name up to its value.
  const token =
    /[ \t\n\v\f\r]+|[#;][^\n]*|\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*/y;
  let section: Pick<GitConfigEntry, 'section' | 'subsection'> | undefined;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (match === null) break;
    const [, header, subsection, name] = match;
    if (header !== undefined)
      section = { section: header.toLowerCase(), subsection: subsection?.replaceAll(/\\(.)/g, '$1') };
    if (name === undefined) continue;
    const parsedValue = readValue(source, token.lastIndex);
    if (section === undefined || parsedValue === undefined) break;
    entries.push({ ...section, name: name.toLowerCase(), value: parsedValue.value });
    token.lastIndex = parsedValue.end;
  }
  return entries;
}

/** The effective (last) value of each `section.name`, without those of subsections. */
export function lastValues(entries: readonly GitConfigEntry[]): ReadonlyMap<string, string> {
  const topLevelEntries = entries.filter(({ subsection }) => subsection === undefined);
  return new Map(topLevelEntries.map(({ section, name, value }) => [`${section}.${name}`, value]));
}

/** A value up to the end of its line: quoted and unquoted text, escapes (also of a line ending), then a comment. */
const valueSyntax = /=((?:[^"\\#;\n]|\\[ntb"\\\n]|"(?:[^"\\\n]|\\[ntb"\\\n])*")*)(?:[#;][^\n]*)?(?![^\n])/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** Reads the value after a name, and the end of its line; undefined for a syntax error. */
function readValue(source: string, from: number): { readonly value: string; readonly end: number } | undefined {
  if (from >= source.length || source[from] === '\n') return { value: 'true', end: from };
  valueSyntax.lastIndex = from;
  const [whole, rawValue] = valueSyntax.exec(source) ?? [];
  if (whole === undefined || rawValue === undefined) return undefined;
  // Removes white space and empty quotes at the start; inside quotes, and between parts of the value, it counts.
  const trimmed = rawValue
    .replaceAll('\\\n', '')
    .replace(/^(?:\s|"")+/, '')
    .trimEnd();
  const value = trimmed.replace(/\\(.)|"/g, (_, escaped?: string) => escapes[escaped ?? ''] ?? '');
  return { value, end: from + whole.length };
}

/** Whether git reads a value as true: a word for it, or a number other than 0. Undefined is an unset variable. */
export function isGitTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/i.test(value);
}

/** The context that the conditions of `includeIf` test. Paths are absolute, canonical, and written with `/`. */
export interface IncludeContext {
  /** The repository's `.git` folder, by its canonical path and the path it was found at; empty outside of one. */
  readonly gitFolders: readonly string[];
  /** The current branch, without `refs/heads/`. */
  readonly branch: string | undefined;
  readonly home: string;
  /** URLs of the remotes. Undefined while they are collected: then every condition on them counts as true. */
  readonly urls: readonly string[] | undefined;
}

/**
 * The path that an entry includes, as written; undefined if its condition is false, and for any other entry.
 *
 * @param configFolder folder of the configuration file with the entry; its path has the form of those in
 *   `IncludeContext`
 */
export function includedPath(entry: GitConfigEntry, configFolder: string, context: IncludeContext): string | undefined {
  if (entry.name !== 'path') return undefined;
  if (entry.section === 'include' && entry.subsection === undefined) return entry.value;
  if (entry.section !== 'includeif' || entry.subsection === undefined) return undefined;
  return evaluateCondition(entry.subsection, configFolder, context) ? entry.value : undefined;
}

const remoteUrlCondition = 'hasconfig:remote.*.url:';

/** Whether an entry depends on the URLs of remotes, which requires reading all files first. */
export function dependsOnRemotes({ section, subsection }: GitConfigEntry): boolean {
  return section === 'includeif' && subsection?.startsWith(remoteUrlCondition) === true;
}

function evaluateCondition(
  condition: string,
  configFolder: string,
  { gitFolders, branch, home, urls }: IncludeContext,
): boolean {
  const valueAfter = (keyword: string): string | undefined =>
    condition.startsWith(keyword) ? condition.slice(keyword.length) : undefined;
  const gitdirPattern = valueAfter('gitdir:');
  if (gitdirPattern !== undefined)
    return gitFolders.some(createFolderTest(gitdirPattern, { configFolder, home, fold: 'exact' }));
  const gitdirPatternAnyCase = valueAfter('gitdir/i:');
  if (gitdirPatternAnyCase !== undefined)
    return gitFolders.some(createFolderTest(gitdirPatternAnyCase, { configFolder, home, fold: 'ascii' }));
  const branchPattern = valueAfter('onbranch:');
  if (branchPattern !== undefined)
    return branch !== undefined && matchesPattern(withContents(branchPattern), branch, 'exact');
  const urlPattern = valueAfter(remoteUrlCondition);
  if (urlPattern === undefined) return false;
  // `withContents` is for paths and branches; git matches URLs without it.
  return urls === undefined || urls.some((url) => matchesPattern(urlPattern, url, 'exact'));
}

/**
 * Compiles a pattern for folders as in git-config(1). `~/` begins a path in the home folder, `./` one in the folder of
 * the configuration file; any other relative pattern matches at any depth.
 */
function createFolderTest(
  pattern: string,
  { configFolder, home, fold }: { readonly configFolder: string; readonly home: string; readonly fold: CaseFold },
): (folder: string) => boolean {
  const expandedPattern = /^~(?=\/|$)/.test(pattern) ? home + pattern.slice(1) : pattern;
  if (expandedPattern.startsWith('./')) {
    // The prefix is compared as text: characters such as `*` in the folder's path are literal.
    const prefix = `${configFolder}/`;
    const innerPattern = withContents(expandedPattern.slice(2));
    return (folder) =>
      foldCase(folder, fold).startsWith(foldCase(prefix, fold)) &&
      matchesPattern(innerPattern, folder.slice(prefix.length), fold);
  }
  const anchoredPattern = /^(?:\/|[A-Za-z]:\/)/.test(expandedPattern) ? expandedPattern : `**/${expandedPattern}`;
  return (folder) => matchesPattern(withContents(anchoredPattern), folder, fold);
}

/** Makes a pattern that ends with `/` match everything inside the folder, as in git-config(1). */
function withContents(pattern: string): string {
  return pattern.endsWith('/') ? `${pattern}**` : pattern;
}

function matchesPattern(pattern: string, text: string, fold: CaseFold): boolean {
  return compileWildcard(toByteString(pattern), fold)?.matches(foldCase(toByteString(text), fold)) === true;
}
