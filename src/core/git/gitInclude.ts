import type { GitConfigEntry } from './gitConfig.ts';
import { toBytes } from '../pattern/ignoreRules.ts';
import { compileWildcard, type CaseFold } from '../pattern/wildcard.ts';

/** What the conditions of `includeIf` ask about. Paths are absolute, real, and written with `/`. */
export interface IncludeFacts {
  /** The repository's own folder, by its real path and as it was found; none outside of repositories. */
  readonly gitFolders: readonly string[];
  /** The branch that is checked out, without `refs/heads/`. */
  readonly branch: string | undefined;
  readonly home: string;
  /** Addresses of the remotes; undefined while they are being collected, when every condition on them holds. */
  readonly urls: readonly string[] | undefined;
}

/** The path that an entry includes if its condition holds, as written; undefined for any other entry. */
export function includedBy(entry: GitConfigEntry, configFolder: string, facts: IncludeFacts): string | undefined {
  if (entry.name !== 'path') return undefined;
  if (entry.section === 'include' && entry.subsection === undefined) return entry.value;
  if (entry.section !== 'includeif' || entry.subsection === undefined) return undefined;
  return holds(entry.subsection, configFolder, facts) ? entry.value : undefined;
}

/** Whether an entry asks for the addresses of remotes, which all files have to be read for. */
export function asksForRemotes({ section, subsection }: GitConfigEntry): boolean {
  return section === 'includeif' && subsection?.startsWith(ofRemotes) === true;
}

const ofRemotes = 'hasconfig:remote.*.url:';

function holds(condition: string, configFolder: string, { gitFolders, branch, home, urls }: IncludeFacts): boolean {
  const rest = (keyword: string): string | undefined =>
    condition.startsWith(keyword) ? condition.slice(keyword.length) : undefined;
  const folder = rest('gitdir:');
  const folded = rest('gitdir/i:');
  const pattern = folder ?? folded;
  if (pattern !== undefined) {
    const fold = folder === undefined ? 'ascii' : 'exact';
    const test = folderTest(pattern, { configFolder, home, fold });
    return gitFolders.some(test);
  }
  const wanted = rest('onbranch:');
  if (wanted !== undefined) return branch !== undefined && matches(withBeneath(wanted), branch, 'exact');
  const remote = rest(ofRemotes);
  if (remote === undefined) return false;
  return urls === undefined || urls.some((url) => matches(remote, url, 'exact'));
}

/** As git-config(1) says: `~/` is the home folder, `./` the file's own, any other relative pattern is looked for at any depth. */
function folderTest(
  pattern: string,
  { configFolder, home, fold }: { readonly configFolder: string; readonly home: string; readonly fold: CaseFold },
): (folder: string) => boolean {
  const whole = /^~(?=\/|$)/.test(pattern) ? home + pattern.slice(1) : pattern;
  if (whole.startsWith('./')) {
    // What is special in the folder's own name means nothing.
    const head = `${configFolder}/`;
    const same = (text: string): string => (fold === 'exact' ? text : text.toLowerCase());
    const below = withBeneath(whole.slice(2));
    return (folder) => same(folder).startsWith(same(head)) && matches(below, folder.slice(head.length), fold);
  }
  const anywhere = /^(?:\/|[A-Za-z]:\/)/.test(whole) ? whole : `**/${whole}`;
  return (folder) => matches(withBeneath(anywhere), folder, fold);
}

function withBeneath(pattern: string): string {
  return pattern.endsWith('/') ? `${pattern}**` : pattern;
}

function matches(pattern: string, text: string, fold: CaseFold): boolean {
  return compileWildcard(toBytes(pattern), fold)?.(toBytes(text)) === true;
}
