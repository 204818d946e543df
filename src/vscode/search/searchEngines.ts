// Chooses between ripgrep and our own search for each workspace folder.

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
import { createSearchFilter } from '../../core/search/searchFilter.ts';
import type { FileTree } from '../../core/search/fileTree.ts';
import type { RepositoryFinder } from '../../core/pattern/ignore.ts';
import { withOwnSignal } from '../../async/signals.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { GitIgnore } from '../files/gitIgnore.ts';
import type { SearchTarget } from '../../tools/ports/queryPorts.ts';
import type { SearchRoot } from './searchRoots.ts';
import type { FolderAnswer } from './joinAnswers.ts';
import { scopeOf, searchEncoding, unsavedFilesIn } from './searchScope.ts';
import { RestrictedFiles, type RestrictedCounts, type SearchCall } from './restrictedFiles.ts';
import { editorTree } from './editorTree.ts';

/** ripgrep, which searches the local disk. */
export interface SearchProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
  /** Clears the caches, after files were created or deleted. */
  forget(): void;
}

/** Searches each workspace folder with the fastest possible engine: ripgrep on the local disk, else our own. */
export class SearchEngines {
  readonly #load: () => Promise<SearchProgram | undefined>;
  readonly #repositories: RepositoryFinder | undefined;
  #program: SearchProgram | undefined;
  #workspaceCounts: RestrictedFiles | undefined;

  /** @param load loads the program, at the first search of the local disk */
  constructor(load: () => Promise<SearchProgram | undefined>, repositories: RepositoryFinder | undefined) {
    this.#load = onceUntilFailure(async () => (this.#program = await load()));
    this.#repositories = repositories;
  }

  /** Clears the caches, after files were created or deleted, or the rules have changed. */
  forget(): void {
    this.#workspaceCounts?.forget();
    this.#program?.forget();
  }

  /** Searches one folder. No work it starts outlives it. */
  search(
    folder: SearchRoot,
    query: TextQuery,
    where: SearchTarget,
    limits: SearchLimits,
    call: SearchCall,
  ): Promise<FolderAnswer<SearchAnswer>> {
    return withOwnSignal(call.signal, async (signal) => {
      const unsaved = unsavedFilesIn(folder.folder);
      const scope = scopeOf(folder, where, (action) => action === 'allow');
      const { displayPath } = folder;
      const { label, notes } = searchEncoding(folder.folder.uri);
      const program = await this.#programFor(folder);
      if (program !== undefined && label !== undefined) {
        const counting = this.#countRestricted(folder, program, scope, { ...call, signal });
        // Awaited only after the search; marks a rejection as handled until then.
        counting.catch(() => undefined);
        const encodedScope = label === 'utf8' ? scope : { ...scope, encoding: label };
        const unfiltered = await program.search.search(query, encodedScope, limits, unsaved, signal);
        const restricted = await counting;
        await folder.requireUnchanged();
        const answer = withoutRestricted(unfiltered, scope, restricted);
        return { displayPath, answer: { ...answer, notes: [...answer.notes, ...notes] }, secrets: restricted.asking };
      }
      // Our own search judges every file of the scope before reading it.
      const secrets = new Set<string>();
      const filter = createSearchFilter({ ...scope, mayRead: () => true });
      const mayRead = (path: string): boolean => {
        const action = folder.readActionOf(path);
        if (action === 'ask' && filter(path) === 'wanted') secrets.add(path);
        return action === 'allow';
      };
      const { search } = await ownProgram(this.#repositories);
      const answer = await search.search(query, { ...scope, mayRead }, limits, unsaved, signal);
      await folder.requireUnchanged();
      return { displayPath, answer: withoutDenied(answer), secrets: secrets.size };
    });
  }

  /**
   * Counts the files that the rules hide; 0 for a single file outside the workspace, since nobody allowed listing its
   * folder.
   */
  async #countRestricted(
    folder: SearchRoot,
    program: SearchProgram,
    scope: SearchScope,
    call: SearchCall,
  ): Promise<RestrictedCounts> {
    const { path } = scope;
    if (folder.isOutside === true && path !== '') return { asking: 0, all: 0, denied: 0, isCut: false };
    const { uri } = folder.folder;
    const ignore = path === '' || scope.includeIgnored ? undefined : new GitIgnore(this.#repositories);
    const pathIsIgnored = (await ignore?.ignores(vscode.Uri.joinPath(uri, path))) ?? false;
    return this.#countsFor(folder, program).count(scope, folder, { ...call, pathIsIgnored });
  }

  /** The cached counts of the workspace; outside it no watcher reports changes, so nothing is cached. */
  #countsFor({ isOutside }: SearchRoot, { finder }: SearchProgram): RestrictedFiles {
    if (isOutside === true) return new RestrictedFiles(finder);
    return (this.#workspaceCounts ??= new RestrictedFiles(finder));
  }

  /** Finds files by name in one folder. Omits only files that the rules deny. */
  async find(
    folder: SearchRoot,
    where: SearchTarget,
    limit: number,
    sortBy: 'path' | 'modified' | 'any',
    signal: AbortSignal,
  ): Promise<FolderAnswer<FoundFiles>> {
    const { finder } = (await this.#programFor(folder)) ?? (await ownProgram(this.#repositories));
    const scope = scopeOf(folder, where, (action) => action !== 'deny');
    const answer = await finder.find(scope, limit, sortBy, signal, 'links');
    await folder.requireUnchanged();
    return { displayPath: folder.displayPath, answer: withoutDenied(answer), secrets: 0 };
  }

  async #programFor({ folder }: SearchRoot): Promise<SearchProgram | undefined> {
    if (folder.uri.scheme !== 'file') return undefined;
    return this.#load();
  }
}

/** Loads our own search, for file systems and encodings that ripgrep cannot read. */
async function ownProgram(repositories: RepositoryFinder | undefined): Promise<Omit<SearchProgram, 'forget'>> {
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

/** Subtracts the restricted files from the numbers of the program, which searches them although no match is returned. */
function withoutRestricted(
  answer: SearchAnswer,
  { globs }: SearchScope,
  { all, denied, isCut }: RestrictedCounts,
): SearchAnswer {
  const { filesSearched, excluded } = answer;
  const withRules = {
    ...answer,
    excluded: excluded && { ...excluded, byRules: denied, atLeast: excluded.atLeast || isCut },
  };
  if (filesSearched === undefined || all + denied === 0) return withRules;
  // With globs, ripgrep may have searched only open files, so the difference would be wrong; and whether there is a
  // number must not reveal whether a denied name matches.
  const remaining = globs.length > 0 || isCut ? undefined : Math.max(0, filesSearched - all);
  return { ...withRules, filesSearched: remaining };
}
