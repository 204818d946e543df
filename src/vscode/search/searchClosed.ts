import { searchFilter } from '../../core/search/searchFilter.ts';
import type { FileFinder, SearchScope } from '../../core/search/textSearch.ts';
import { untilAborted } from '../../tools/pipeline/ownSignal.ts';
import type { Action } from '../../core/rules/rule.ts';
import type { SearchFolder } from './searchFolder.ts';

/** More are not kept, and then the count is a lower bound. */
const maxPaths = 10_000;

interface ClosedFile {
  readonly path: string;
  readonly action: Action;
}

/**
 * Which files of the workspace are not read without a question, or not at all. Found by their names alone: what a search
 * tells of them must not depend on what is in them. Kept until `forget`, since it takes a walk over the workspace.
 */
export class ClosedFiles {
  readonly #finder: FileFinder;
  readonly #known = new Map<string, Promise<readonly ClosedFile[]>>();

  constructor(finder: FileFinder) {
    this.#finder = finder;
  }

  /** Files came, went or were renamed, or the rules are others. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * How many files a search of a scope left out: those whose reading asks, and all that the rules close; and how many the
   * rules deny in the whole workspace folder, since a figure for less would tell whether a name is there.
   */
  async count(
    scope: SearchScope,
    folder: SearchFolder,
    signal: AbortSignal,
  ): Promise<{ readonly asking: number; readonly all: number; readonly denied: number }> {
    const files = await this.#files(scope, folder, signal);
    const filter = searchFilter({ ...scope, mayRead: () => true });
    const isIn = (path: string): boolean => scope.path === '' || path.startsWith(`${scope.path}/`);
    const left = files.filter(({ path }) => isIn(path) && filter(path) === 'wanted');
    const denied = files.filter(({ action }) => action === 'deny').length;
    return { asking: left.filter(({ action }) => action === 'ask').length, all: left.length, denied };
  }

  async #files(scope: SearchScope, folder: SearchFolder, signal: AbortSignal): Promise<readonly ClosedFile[]> {
    const { root, excludes, includeIgnored } = scope;
    const key = JSON.stringify([root, excludes, includeIgnored]);
    const waited = this.#known.get(key);
    const found = waited ?? this.#find({ root, excludes, includeIgnored }, folder, signal);
    this.#known.set(key, found);
    try {
      return await untilAborted(found, signal);
    } catch (cause) {
      if (this.#known.get(key) === found) this.#known.delete(key);
      // The call that looked was stopped, which is nothing to this one.
      if (waited === undefined || signal.aborted) throw cause;
      return this.#files(scope, folder, signal);
    }
  }

  async #find(
    scope: Pick<SearchScope, 'root' | 'excludes' | 'includeIgnored'>,
    folder: SearchFolder,
    signal: AbortSignal,
  ): Promise<readonly ClosedFile[]> {
    const { actionOf } = await folder.whole();
    const mayRead = (path: string): boolean => actionOf(path) !== 'allow';
    const all: SearchScope = { ...scope, path: '', globs: [], includeHidden: true, mayRead };
    const found = await this.#finder.find(all, maxPaths, 'path', signal);
    return found.files.map((path) => ({ path, action: actionOf(path) }));
  }
}
