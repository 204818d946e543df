import type {
  FileFinder,
  FoundFiles,
  SearchAnswer,
  SearchLimits,
  SearchScope,
  TextQuery,
  TextSearch,
} from '../../core/search/textSearch.ts';
import type { FileTree } from '../../core/search/fileTree.ts';
import type { Repositories } from '../../core/pattern/ignore.ts';
import { withOwnSignal } from '../../tools/pipeline/ownSignal.ts';
import { retried } from '../../core/async/retried.ts';
import type { Where } from '../../tools/ports/queryPorts.ts';
import type { SearchFolder } from './searchFolder.ts';
import type { PartOf } from './searchFound.ts';
import { searchEncoding } from './searchEncoding.ts';
import { scopeOf, unsavedIn } from './searchScope.ts';
import { ClosedFiles } from './searchClosed.ts';
import { editorTree } from './searchTree.ts';

/** The program that searches the local disk. */
export interface SearchProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
  /** Files came or went: what is kept of the workspace is to be found out again. */
  forget(): void;
}

/** Searches each workspace folder by the best means: the program on the local disk, else the editor's own calls. */
export class SearchEngines {
  readonly #load: () => Promise<SearchProgram | undefined>;
  readonly #repositories: Repositories | undefined;
  /** The program, once it is loaded. */
  #program: SearchProgram | undefined;
  #closed: ClosedFiles | undefined;

  /** `load` is called at the first search of the local disk. */
  constructor(load: () => Promise<SearchProgram | undefined>, repositories: Repositories | undefined) {
    this.#load = retried(async () => (this.#program = await load()));
    this.#repositories = repositories;
  }

  /** Files came or went, or the rules are others. */
  forget(): void {
    this.#closed?.forget();
    this.#program?.forget();
  }

  /** All that it starts ends with it. */
  search(
    folder: SearchFolder,
    query: TextQuery,
    where: Where,
    limits: SearchLimits,
    signal: AbortSignal,
  ): Promise<PartOf<SearchAnswer>> {
    return withOwnSignal(signal, (own) => this.#search(folder, query, where, limits, own));
  }

  async #search(
    folder: SearchFolder,
    query: TextQuery,
    where: Where,
    limits: SearchLimits,
    signal: AbortSignal,
  ): Promise<PartOf<SearchAnswer>> {
    const unsaved = unsavedIn(folder.folder);
    const scope = scopeOf(folder, where, (action) => action === 'allow');
    const { nameOf } = folder;
    const { label, notes } = searchEncoding(folder.folder.uri);
    const program = await this.#programFor(folder);
    if (program !== undefined && label !== undefined) {
      // Nobody tells what comes and goes outside the workspace.
      if (folder.isOutside !== true) this.#closed ??= new ClosedFiles(program.finder);
      const closed = (folder.isOutside === true ? undefined : this.#closed) ?? new ClosedFiles(program.finder);
      const counted = closed.count(scope, folder, signal);
      // It is awaited after the search; until then its failure must not count as nobody's.
      counted.catch(() => undefined);
      const decoded = label === 'utf8' ? scope : { ...scope, encoding: label };
      const found = await program.search.search(query, decoded, limits, unsaved, signal);
      const { asking, denied, all } = await counted;
      const answer = withoutClosed(found, scope, all, denied);
      return { nameOf, answer: { ...answer, notes: [...answer.notes, ...notes] }, secrets: asking };
    }
    // The own search asks the rules about every file of the scope, whatever is in it.
    const secrets = new Set<string>();
    const mayRead = (path: string): boolean => {
      const action = folder.actionOf(path);
      if (action === 'ask') secrets.add(path);
      return action === 'allow';
    };
    const { search } = await ownProgram(this.#repositories);
    const answer = await search.search(query, { ...scope, mayRead }, limits, unsaved, signal);
    // How many are denied would tell whether what was asked for is there.
    const excluded = answer.excluded === undefined ? undefined : { ...answer.excluded, byRules: 0 };
    return { nameOf, answer: { ...answer, excluded }, secrets: secrets.size };
  }

  /** Names may be told of all files but those that the rules deny. */
  async find(
    folder: SearchFolder,
    where: Where,
    limit: number,
    sortBy: 'path' | 'modified',
    signal: AbortSignal,
  ): Promise<PartOf<FoundFiles>> {
    const { finder } = (await this.#programFor(folder)) ?? (await ownProgram(this.#repositories));
    const scope = scopeOf(folder, where, (action) => action !== 'deny');
    const answer = await finder.find(scope, limit, sortBy, signal, 'links');
    const excluded = answer.excluded === undefined ? undefined : { ...answer.excluded, byRules: 0 };
    return { nameOf: folder.nameOf, answer: { ...answer, excluded }, secrets: 0 };
  }

  async #programFor({ folder }: SearchFolder): Promise<SearchProgram | undefined> {
    if (folder.uri.scheme !== 'file') return undefined;
    return this.#load();
  }
}

/** The search without a program; loaded where it is needed. */
async function ownProgram(repositories: Repositories | undefined): Promise<Omit<SearchProgram, 'forget'>> {
  const [{ ownSearch }, { ownFinder }] = await Promise.all([
    import('../../core/search/ownSearch.ts'),
    import('../../core/search/ownFinder.ts'),
  ]);
  const treeOf = (scope: SearchScope, signal: AbortSignal | undefined): FileTree =>
    editorTree(scope, signal, repositories);
  return { search: ownSearch(treeOf), finder: ownFinder(treeOf) };
}

/**
 * The program reads what the rules close, though nothing of it is told: neither how many of the files that a glob or a
 * path asks for, nor what is in them. How many are denied in all the workspace folder is.
 */
function withoutClosed(answer: SearchAnswer, { globs }: SearchScope, closed: number, denied: number): SearchAnswer {
  const { filesSearched } = answer;
  const excluded = answer.excluded === undefined ? undefined : { ...answer.excluded, byRules: denied };
  if (filesSearched === undefined || closed === 0) return { ...answer, excluded };
  // With globs the program may have been sent to the open files alone.
  if (globs.length > 0) return { ...answer, excluded, filesSearched: undefined };
  return { ...answer, excluded, filesSearched: Math.max(0, filesSearched - closed) };
}
