import { searchFilter } from '../core/search/searchFilter.ts';
import type { FileFinder, SearchScope } from '../core/search/textSearch.ts';
import type { SearchFolder } from './searchFolder.ts';

/** More are not kept, and then the count is a lower bound. */
const mostPaths = 10_000;

/**
 * Which files of the workspace are only read after a question. Found by their names alone: what a search tells of them
 * must not depend on what is in them. Kept until `forget`, since it takes a walk over the workspace.
 */
export class SecretFiles {
  readonly #finder: FileFinder;
  readonly #known = new Map<string, Promise<readonly string[]>>();

  constructor(finder: FileFinder) {
    this.#finder = finder;
  }

  /** Files came, went or were renamed, or the rules are others. */
  forget(): void {
    this.#known.clear();
  }

  /** How many files of a scope a search left out, since reading them asks. */
  async count(scope: SearchScope, folder: SearchFolder): Promise<number> {
    const { root, excludes, includeIgnored } = scope;
    const key = JSON.stringify([root, excludes, includeIgnored]);
    const paths = this.#known.get(key) ?? this.#find({ root, excludes, includeIgnored }, folder);
    this.#known.set(key, paths);
    const filter = searchFilter({ ...scope, mayRead: () => true });
    const isIn = (path: string): boolean => scope.path === '' || path.startsWith(`${scope.path}/`);
    return (await paths).filter((path) => isIn(path) && filter(path) === 'wanted').length;
  }

  async #find(
    scope: Pick<SearchScope, 'root' | 'excludes' | 'includeIgnored'>,
    folder: SearchFolder,
  ): Promise<readonly string[]> {
    const { actionOf } = await folder.whole();
    const all: SearchScope = {
      ...scope,
      path: '',
      globs: [],
      includeHidden: true,
      mayRead: (path) => actionOf(path) === 'ask',
    };
    const found = await this.#finder.find(all, mostPaths, 'path').catch(() => undefined);
    return found?.files ?? [];
  }
}
