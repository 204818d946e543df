// Searches a workspace folder with the fastest possible engine (ripgrep on the local disk, else our own), so that the
// answer reveals nothing that the access rules hide.

import * as vscode from 'vscode';
import type {
  FileFinder,
  FoundFiles,
  SearchAnswer,
  SearchLimits,
  SearchScope,
  TextQuery,
  TextSearch,
} from '../../core/search/textSearch.ts';
import { setNewest } from '../../core/cache/maps.ts';
import { createSearchFilter } from '../../core/search/searchFilter.ts';
import type { FileTree } from '../../core/search/walk.ts';
import type { RepositoryFinder } from '../../core/pattern/repositoryFinder.ts';
import { withOwnSignal } from '../../async/signals.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { GitIgnore } from '../files/gitIgnore.ts';
import type { SearchTarget } from '../../tools/ports/queryPorts.ts';
import type { SearchRoot } from './searchRoots.ts';
import type { FolderAnswer } from './joinAnswers.ts';
import { scopeOf, searchEncoding, unsavedFilesIn } from './searchScope.ts';
import type { Action } from '../../core/rules/operation.ts';
import { noteCut, RestrictedFiles, type RestrictedCounts, type SearchCall } from './restrictedFiles.ts';
import { editorTree } from './editorTree.ts';

/** Maximum number of scopes whose numbers of files are remembered. */
const maxScopes = 100;

/** ripgrep, which searches the local disk. */
export interface SearchProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
  /** Clears the caches, after files were created or deleted. */
  forget(): void;
}

/** The search of the window: ripgrep, loaded at its first use, our own search, and the caches of both. */
export class SearchEngines {
  readonly #load: () => Promise<SearchProgram | undefined>;
  readonly #repositories: RepositoryFinder | undefined;
  #ripgrep: SearchProgram | undefined;
  /** Counts in the workspace, with their cache; created with the first search by ripgrep. */
  #restrictedFiles: RestrictedFiles | undefined;
  /** Numbers of files that searches since `forget` reached, by scope. If a scope's number changes, the caches are outdated. */
  readonly #countByScope = new Map<string, number>();

  /** @param load loads ripgrep, at the first search of the local disk */
  constructor(load: () => Promise<SearchProgram | undefined>, repositories: RepositoryFinder | undefined) {
    this.#load = onceUntilFailure(async () => (this.#ripgrep = await load()));
    this.#repositories = repositories;
  }

  /** Clears the caches, after files were created or deleted, or the rules have changed. */
  forget(): void {
    this.#countByScope.clear();
    this.#restrictedFiles?.forget();
    this.#ripgrep?.forget();
  }

  /** Searches the text of files in one folder. Aborts what still runs when it ends, also by an error. */
  search(
    root: SearchRoot,
    query: TextQuery,
    target: SearchTarget,
    limits: SearchLimits,
    call: SearchCall,
  ): Promise<FolderAnswer<SearchAnswer>> {
    return withOwnSignal(call.signal, async (signal) => {
      const ripgrep = await this.#ripgrepFor(root);
      const { label, notes } = searchEncoding(root.folder.uri);
      if (ripgrep === undefined || label === undefined)
        return this.#searchWithoutRipgrep(root, query, target, limits, signal);
      const scope = scopeOf(root, target, (action) => action === 'allow');
      const encodedScope = label === 'utf8' ? scope : { ...scope, encoding: label };
      const key = JSON.stringify([call.caller.agent, scope]);
      const searchOnce = async () => {
        const counting = this.#countRestricted(root, ripgrep, scope, { ...call, signal });
        // The count runs beside the search, and is awaited after it. Until then, its rejection must not count as unhandled.
        counting.catch(() => undefined);
        const unsaved = unsavedFilesIn(root.folder);
        const unfiltered = await ripgrep.search.search(query, encodedScope, limits, unsaved, signal);
        return { unfiltered, count: countFiles(unfiltered), restricted: await counting };
      };
      // Read first: if files are reported meanwhile, this search may have begun with the old caches.
      const lastCount = this.#countByScope.get(key);
      let found = await searchOnce();
      if (lastCount !== undefined && found.count !== undefined && found.count !== lastCount) {
        // The editor has not reported a new or deleted file yet, or does not watch its folder.
        this.forget();
        found = await searchOnce();
      }
      const { unfiltered, count, restricted } = found;
      if (count !== undefined) setNewest(this.#countByScope, key, count, maxScopes);
      await root.requireUnchanged();
      const answer = withoutRestricted(unfiltered, scope, restricted);
      const withNotes = { ...answer, notes: [...answer.notes, ...notes, ...noteCut(restricted)] };
      return { displayPath: root.displayPath, answer: withNotes, secrets: restricted.askingInScope };
    });
  }

  /** Finds files by name in one folder. A name needs no prompt, unlike a content, so only denied files are omitted. */
  async find(
    root: SearchRoot,
    target: SearchTarget,
    limit: number,
    sortBy: 'path' | 'modified' | 'any',
    signal: AbortSignal,
  ): Promise<FolderAnswer<FoundFiles>> {
    const { finder } = (await this.#ripgrepFor(root)) ?? (await loadOwnSearch(this.#repositories));
    const mayList = (action: Action): boolean => action !== 'deny' || target.includeExcluded === true;
    const scope = scopeOf(root, target, mayList);
    const answer = await finder.find(scope, limit, sortBy, signal, 'links');
    await root.requireUnchanged();
    return { displayPath: root.displayPath, answer: withoutDenied(answer), secrets: 0 };
  }

  /** Searches one folder by our own search. Judges every file of the scope before reading it. */
  async #searchWithoutRipgrep(
    root: SearchRoot,
    query: TextQuery,
    target: SearchTarget,
    limits: SearchLimits,
    signal: AbortSignal,
  ): Promise<FolderAnswer<SearchAnswer>> {
    const secrets = new Set<string>();
    const scope = scopeOf(root, target, (action) => action === 'allow');
    // A file that needs a prompt counts only if the query would search it.
    const filter = createSearchFilter({ ...scope, mayRead: () => true });
    const mayRead = (path: string): boolean => {
      const action = root.readActionOf(path);
      if (action === 'ask' && filter(path) === 'wanted') secrets.add(path);
      return action === 'allow';
    };
    const { search } = await loadOwnSearch(this.#repositories);
    const answer = await search.search(query, { ...scope, mayRead }, limits, unsavedFilesIn(root.folder), signal);
    await root.requireUnchanged();
    return { displayPath: root.displayPath, answer: withoutDenied(answer), secrets: secrets.size };
  }

  /**
   * Counts the files that the rules hide; 0 for a single file outside the workspace, since nobody allowed listing its
   * folder.
   */
  async #countRestricted(
    root: SearchRoot,
    ripgrep: SearchProgram,
    scope: SearchScope,
    call: SearchCall,
  ): Promise<RestrictedCounts> {
    const { path } = scope;
    if (root.isOutside === true && path !== '')
      return { askingInScope: 0, allInScope: 0, deniedInFolder: 0, isCut: false };
    const uri = vscode.Uri.joinPath(root.folder.uri, path);
    const mayBeIgnored = path !== '' && !scope.includeIgnored;
    const isPathIgnored = mayBeIgnored && (await new GitIgnore(this.#repositories).ignores(uri));
    return this.#restrictedFilesFor(root, ripgrep).count(scope, root, { ...call, isPathIgnored });
  }

  /** Returns the shared, caching counter; outside the workspace, where no watcher reports changes, a new one. */
  #restrictedFilesFor({ isOutside }: SearchRoot, { finder }: SearchProgram): RestrictedFiles {
    if (isOutside === true) return new RestrictedFiles(finder);
    return (this.#restrictedFiles ??= new RestrictedFiles(finder));
  }

  /** ripgrep; undefined for a folder that is not on the local disk, or if there is no ripgrep. */
  async #ripgrepFor({ folder }: SearchRoot): Promise<SearchProgram | undefined> {
    if (folder.uri.scheme !== 'file') return undefined;
    return this.#load();
  }
}

/** The number of files that a search reached, the binary ones too; undefined if it stopped early. */
function countFiles({ filesSearched, skipped }: SearchAnswer): number | undefined {
  return filesSearched === undefined ? undefined : filesSearched + skipped.count;
}

/** Loads our own search, for file systems and encodings that ripgrep cannot read. */
async function loadOwnSearch(repositories: RepositoryFinder | undefined): Promise<Omit<SearchProgram, 'forget'>> {
  const [{ createOwnSearch }, { createOwnFinder }] = await Promise.all([
    import('../../core/search/ownSearch.ts'),
    import('../../core/search/ownFinder.ts'),
  ]);
  const treeOf = (scope: SearchScope, signal: AbortSignal | undefined): FileTree =>
    editorTree(scope, signal, repositories);
  return { search: createOwnSearch(treeOf), finder: createOwnFinder(treeOf) };
}

/** Removes the number of files that the rules deny, which would reveal whether a requested file exists. */
function withoutDenied<A extends SearchAnswer | FoundFiles>(answer: A): A {
  return { ...answer, excluded: answer.excluded && { ...answer.excluded, byRules: 0 } };
}

/**
 * Subtracts the restricted files from the counts of ripgrep, which searches them although no match is returned.
 */
function withoutRestricted(
  answer: SearchAnswer,
  { globs }: SearchScope,
  { allInScope, deniedInFolder, isCut }: RestrictedCounts,
): SearchAnswer {
  const { filesSearched } = answer;
  const excluded = answer.excluded && {
    ...answer.excluded,
    byRules: deniedInFolder,
    atLeast: answer.excluded.atLeast || isCut,
  };
  const withRules = { ...answer, excluded };
  if (filesSearched === undefined || allInScope + deniedInFolder === 0) return withRules;
  // With globs, ripgrep may have searched none of the restricted files, so the difference could be wrong. Returning a
  // number only in some of these cases would reveal whether a denied name matches.
  const remaining = globs.length > 0 || isCut ? undefined : Math.max(0, filesSearched - allInScope);
  return { ...withRules, filesSearched: remaining };
}
