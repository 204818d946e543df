// Checks whether ripgrep reads the nested `.gitignore` files of a workspace folder like git, and caches the answer. If
// not, or if ripgrep hangs on one, search and finder use our own reading of them.

import { join, posix } from 'node:path';
import { isPathExcluded } from '../../../core/search/searchFilter.ts';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { ripgrepReadsFileAsGit } from '../../git/readRuleFile.ts';
import { areUnchanged, readStampsByPath, type StampsByPath } from '../../disk/fileStamps.ts';
import { AnswerCache } from '../../../async/answerCache.ts';
import { toRgExcludes, type RgWalk } from './walk.ts';
import { listFiles } from './listFiles.ts';
import { StuckRun } from '../runRg.ts';
import { withOwnRules, type RgScope } from './scope.ts';

/** The nested `.gitignore` files of a workspace folder, and whether ripgrep reads all of them like git. */
interface NestedRules {
  readonly stamps: StampsByPath;
  readonly areReadAsGit: boolean;
}

/** Maximum number of nested ignore files whose stamps are compared at each search. With more, own rules are used. */
const maxStamps = 2000;
/** Maximum number of ignore files read in parallel. */
const maxConcurrent = 32;

/**
 * Determines in which workspace folders ripgrep reads nested `.gitignore` files like git. That requires a walk, so the
 * result is cached until `forget`, or until one of the files changes.
 */
export class RuleFileCache {
  readonly #rg: string;
  /** Answers by `scopeKey`. */
  readonly #nestedRules = new AnswerCache<NestedRules>();
  /** `scopeKey`s of folders in which ripgrep hung on an ignore file, such as a pipe of that name. */
  readonly #distrusted = new Set<string>();

  constructor(rg: string) {
    this.#rg = rg;
  }

  /** Drops all answers. Must be called when files were created or deleted. */
  forget(): void {
    this.#nestedRules.clear();
    this.#distrusted.clear();
  }

  /**
   * Returns the answer of `tryRun`. If that is undefined, or ripgrep hangs on an ignore file, returns the answer of
   * `run` for the scope with our own reading of the ignore files.
   */
  async runOrUseOwnRules<T>(
    rgScope: RgScope,
    run: (scope: RgScope) => Promise<T>,
    tryRun: () => Promise<T | undefined>,
  ): Promise<T> {
    try {
      const answer = await tryRun();
      if (answer !== undefined) return answer;
    } catch (cause) {
      if (!(cause instanceof StuckRun)) throw cause;
      this.distrust(rgScope);
    }
    return run(await withOwnRules(rgScope));
  }

  /** Stops reading the ignore files of a scope until `forget`. Must be called when ripgrep hung on one of them. */
  distrust({ scope }: RgScope): void {
    this.#distrusted.add(scopeKey(scope));
  }

  /** Whether ripgrep must not read the ignore files of the scope, though its walk says so. */
  isDistrusted({ scope, walk }: RgScope): boolean {
    return walk.rules === 'ripgrep' && this.#distrusted.has(scopeKey(scope));
  }

  /**
   * Returns the answer of `run`, during which it checks that ripgrep reads all ignore files like git. If not, which is
   * rare, drops the answer and returns undefined.
   */
  async runAsGit<T>(
    rgScope: RgScope,
    run: (scope: RgScope) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const readsAsGit = await this.#getKnownReadsAsGit(rgScope, signal);
    if (readsAsGit !== undefined) return readsAsGit ? run(rgScope) : undefined;
    const [answer, { answer: rules }] = await Promise.all([
      run(rgScope),
      this.#nestedRules.get(scopeKey(rgScope.scope), () => this.#readNestedRules(rgScope, signal), signal),
    ]);
    return rules.areReadAsGit ? answer : undefined;
  }

  /** Whether ripgrep reads all ignore files like git; undefined if only a walk can find out. */
  async #getKnownReadsAsGit(rgScope: RgScope, signal: AbortSignal): Promise<boolean | undefined> {
    const { scope, walk, isFolder } = rgScope;
    if (this.isDistrusted(rgScope)) return false;
    if (walk.rules !== 'ripgrep' || !isFolder) return true;
    const key = scopeKey(scope);
    const cached = await this.#nestedRules.peek(key, signal);
    if (cached === undefined) return undefined;
    if (await areUnchanged(scope.root, cached.stamps)) return cached.areReadAsGit;
    this.#nestedRules.delete(key);
    return undefined;
  }

  async #readNestedRules({ scope, walk }: RgScope, signal: AbortSignal): Promise<NestedRules> {
    const { root } = scope;
    const { excludes } = toRgExcludes({ ...scope, globs: [] });
    const ruleFileWalk = { ...walk, paths: [walkedPath(scope)], includesHidden: true, excludes };
    const listNamed = async (part: Pick<RgWalk, 'nameGlobs'> & Partial<RgWalk>): Promise<string[]> => {
      const paths: string[] = [];
      await listFiles({ rg: this.#rg, root, walk: { ...ruleFileWalk, ...part }, signal }, (found) => {
        for (const path of found) paths.push(path);
      });
      return paths;
    };
    const [paths, gitFiles] = await Promise.all([
      listNamed({ nameGlobs: ['.gitignore'] }),
      // In `.git`, only what is directly in it.
      walk.endsAtRepositories
        ? []
        : listNamed({ nameGlobs: ['.git', 'HEAD'], excludes: [...excludes.filter(isNotForGit), '**/.git/*/'] }),
    ]);
    const stamps = await readStampsByPath(root, paths);
    const isEndedByRipgrep = !haveRepositoryBelow(paths, gitFiles);
    return {
      stamps,
      areReadAsGit: isEndedByRipgrep && paths.length <= maxStamps && (await ripgrepReadsAllAsGit(root, paths)),
    };
  }
}

function isNotForGit(exclude: string): boolean {
  return !/(?:^|\/)\.git$/.test(exclude);
}

/**
 * Whether a repository is below the folder of an ignore file, whose rules end there in git. In ripgrep they do not where
 * the walk is in no repository (`endsAtRepositories`).
 */
function haveRepositoryBelow(ruleFiles: readonly string[], gitFiles: readonly string[]): boolean {
  const folders = new Set(ruleFiles.map(folderOf));
  return gitFiles
    .filter((path) => posix.basename(path) === '.git' || /(?:^|\/)\.git\/HEAD$/.test(path))
    .map((path) => path.replace(/\/?\.git(?:\/HEAD)?$/, ''))
    .some((repository) => repository !== '' && listParents(repository).some((folder) => folders.has(folder)));
}

/** The folder of a path, `''` for the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** All folders above a path, up to the root, `''`. */
function listParents(path: string): string[] {
  const parent = folderOf(path);
  return parent === '' ? [''] : [parent, ...listParents(parent)];
}

function scopeKey(scope: SearchScope): string {
  return JSON.stringify([scope.root, scope.excludes, scope.separateFolders, walkedPath(scope)]);
}

/** The path whose ignore files are read: the whole folder, unless a walk over that would not reach the scope's path. */
function walkedPath(scope: SearchScope): string {
  return isPathExcluded(scope) ? scope.path : '';
}

/** Whether ripgrep reads all of these ignore files like git. */
export async function ripgrepReadsAllAsGit(root: string, paths: readonly string[]): Promise<boolean> {
  for (let start = 0; start < paths.length; start += maxConcurrent) {
    const answers = await Promise.all(
      paths.slice(start, start + maxConcurrent).map((path) => ripgrepReadsFileAsGit(join(root, path))),
    );
    if (answers.includes(false)) return false;
  }
  return true;
}
