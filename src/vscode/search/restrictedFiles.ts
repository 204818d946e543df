// Counts the files that the rules hide from a search (restricted files) by their names, so that its answer can say how
// many it omits without revealing whether any of them matches.

import { createSearchFilter, isPathExcluded } from '../../core/search/searchFilter.ts';
import type { FileFinder, SearchScope } from '../../core/search/textSearch.ts';
import { AnswerCache } from '../../async/answerCache.ts';
import type { Action } from '../../core/rules/operation.ts';
import type { SearchRoot } from './searchRoots.ts';

/** Maximum number of stored paths; beyond them the counts are lower bounds. */
const maxPaths = 10_000;
/** Maximum number of cached listings: agents choose the names and paths in their keys. */
const maxListings = 100;

/** The restricted files of a scope, and the rules' action for reading each: `ask` or `deny`. */
interface RestrictedListing {
  readonly files: readonly { readonly path: string; readonly action: Action }[];
  /** Whether there are more files than are stored. */
  readonly isCut: boolean;
}

export interface RestrictedCounts {
  /** Files in the scope that require a prompt. */
  readonly askingInScope: number;
  /** Files in the scope that require a prompt or are denied. */
  readonly allInScope: number;
  /** Denied files in the whole workspace folder. */
  readonly deniedInFolder: number;
  /** Whether the numbers are lower bounds. */
  readonly isCut: boolean;
}

/** The note about counts that are lower bounds; none if they are not. */
export function noteCut({ isCut }: RestrictedCounts): string[] {
  return isCut
    ? [`There are too many files that may not be read unasked to count them all: only ${maxPaths} were looked at.`]
    : [];
}

/** The call that searches. Its agent decides which rules apply. */
export interface SearchCall {
  readonly signal: AbortSignal;
  readonly caller: { readonly agent: string };
}

interface CountedCall extends SearchCall {
  /** Whether git ignores the path of the scope, so that a walk of the whole folder would skip it. */
  readonly isPathIgnored?: boolean;
}

/**
 * Counts the files that the rules deny, or ask about, by their names alone. The listings are cached until `forget`, since
 * each walks the workspace folder.
 */
export class RestrictedFiles {
  readonly #finder: FileFinder;
  readonly #listings = new AnswerCache<RestrictedListing>(maxListings);

  constructor(finder: FileFinder) {
    this.#finder = finder;
  }

  /** Clears the cache, after files were created, deleted or renamed, or the rules have changed. */
  forget(): void {
    this.#listings.clear();
  }

  /**
   * Counts the files that a search of a scope omits: those that require a prompt, and all together. Denied ones are
   * counted in the whole workspace folder, since a number for the scope would reveal whether a name exists.
   */
  async count(scope: SearchScope, searchRoot: SearchRoot, call: CountedCall): Promise<RestrictedCounts> {
    const inFolder = await this.#listRestricted({ ...scope, path: '' }, searchRoot, call);
    // A walk of the whole folder skips excluded and ignored folders, but a search enters such a folder if its path
    // names it.
    const isScopeWalked = call.isPathIgnored !== true && !isPathExcluded(scope);
    const { files, isCut } = isScopeWalked ? inFolder : await this.#listRestricted(scope, searchRoot, call);
    const filter = createSearchFilter({ ...scope, mayRead: () => true });
    const isBelow = (path: string): boolean => scope.path === '' || path.startsWith(`${scope.path}/`);
    const restricted = files.filter(({ path }) => isBelow(path) && filter(path) === 'wanted');
    const deniedInFolder = inFolder.files.filter(({ action }) => action === 'deny').length;
    const askingInScope = restricted.filter(({ action }) => action === 'ask').length;
    return { askingInScope, allInScope: restricted.length, deniedInFolder, isCut: isCut || inFolder.isCut };
  }

  /**
   * Lists the restricted files of a scope, whatever its globs: `count` applies them. The key of the cache has everything
   * else that the listing depends on; the agent decides which rules apply.
   */
  async #listRestricted(scope: SearchScope, searchRoot: SearchRoot, call: SearchCall): Promise<RestrictedListing> {
    const { signal, caller } = call;
    const { root, path, excludes, includeIgnored, separateFolders = [] } = scope;
    const key = JSON.stringify([caller.agent, root, path, excludes, includeIgnored, separateFolders]);
    const find = (): Promise<RestrictedListing> =>
      this.#find({ root, path, excludes, includeIgnored, separateFolders }, searchRoot, signal);
    const { answer } = await this.#listings.get(key, find, signal);
    return answer;
  }

  /** Walks a scope for its restricted files. Judges them as seen from the whole folder, where no path is pre-approved. */
  async #find(
    scope: Pick<SearchScope, 'root' | 'path' | 'excludes' | 'includeIgnored' | 'separateFolders'>,
    searchRoot: SearchRoot,
    signal: AbortSignal,
  ): Promise<RestrictedListing> {
    const { readActionOf } = await searchRoot.wholeFolderRoot();
    const isRestricted = (path: string): boolean => readActionOf(path) !== 'allow';
    // The finder lists the files that `mayRead` accepts: here, those that may not be read without a prompt.
    const restrictedScope: SearchScope = { ...scope, globs: [], includeHidden: true, mayRead: isRestricted };
    const { files, total } = await this.#finder.find(restrictedScope, maxPaths, 'any', signal);
    return { files: files.map((path) => ({ path, action: readActionOf(path) })), isCut: total > files.length };
  }
}
