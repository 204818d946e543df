import { ownFinder } from '../core/search/ownFinder.ts';
import { ownSearch } from '../core/search/ownSearch.ts';
import type {
  FileFinder,
  FoundFiles,
  SearchAnswer,
  SearchLimits,
  TextQuery,
  TextSearch,
} from '../core/search/textSearch.ts';
import type { Where } from '../tools/queryPorts.ts';
import type { SearchFolder } from './searchFolder.ts';
import type { PartOf } from './searchFound.ts';
import { scopeOf, unsavedIn } from './searchScope.ts';
import { SecretFiles } from './searchSecrets.ts';
import { editorTree } from './searchTree.ts';

/** The program that searches the local disk. */
export interface SearchProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
}

/** Searches each workspace folder by the best means: the program on the local disk, else the editor's own calls. */
export class SearchEngines {
  readonly #program: Promise<SearchProgram | undefined>;
  readonly #own: SearchProgram = { search: ownSearch(editorTree), finder: ownFinder(editorTree) };
  #secrets: SecretFiles | undefined;

  constructor(program: Promise<SearchProgram | undefined>) {
    this.#program = program;
  }

  /** Files came or went, or the rules are others. */
  forget(): void {
    this.#secrets?.forget();
  }

  async search(
    folder: SearchFolder,
    query: TextQuery,
    where: Where,
    limits: SearchLimits,
    signal: AbortSignal,
  ): Promise<PartOf<SearchAnswer>> {
    const program = await this.#programFor(folder);
    const unsaved = unsavedIn(folder.folder);
    const scope = scopeOf(folder, where, (action) => action === 'allow');
    const { nameOf } = folder;
    if (program !== undefined) {
      this.#secrets ??= new SecretFiles(program.finder);
      const counted = this.#secrets.count(scope, folder);
      counted.catch(() => 0);
      const answer = await program.search.search(query, scope, limits, unsaved, signal);
      return { nameOf, answer, secrets: await counted };
    }
    // The own search asks the rules about every file of the scope, whatever is in it.
    const secrets = new Set<string>();
    const mayRead = (path: string): boolean => {
      const action = folder.actionOf(path);
      if (action === 'ask') secrets.add(path);
      return action === 'allow';
    };
    const answer = await this.#own.search.search(query, { ...scope, mayRead }, limits, unsaved, signal);
    return { nameOf, answer, secrets: secrets.size };
  }

  /** Names may be told of all files but those that the rules deny. */
  async find(
    folder: SearchFolder,
    where: Where,
    limit: number,
    sortBy: 'path' | 'modified',
    signal: AbortSignal,
  ): Promise<PartOf<FoundFiles>> {
    const { finder } = (await this.#programFor(folder)) ?? this.#own;
    const scope = scopeOf(folder, where, (action) => action !== 'deny');
    return { nameOf: folder.nameOf, answer: await finder.find(scope, limit, sortBy, signal), secrets: 0 };
  }

  async #programFor({ folder }: SearchFolder): Promise<SearchProgram | undefined> {
    return folder.uri.scheme === 'file' ? this.#program : undefined;
  }
}
