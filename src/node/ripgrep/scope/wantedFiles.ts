// Lists the files that a scope includes (wanted files), and restricts searches to them if ripgrep's options cannot.

import { runYielding } from '../../../async/eventLoop.ts';
import type { Yielding } from '../../../core/async/yielding.ts';
import type { RgWalk } from './walk.ts';
import { listFiles } from './listFiles.ts';
import { ripgrepReadsAllAsGit } from './ruleFileCache.ts';
import { withOwnRules, type RgScope } from './scope.ts';
import { sortPaths } from '../../../core/path/comparePaths.ts';
import { splitIntoCommands } from '../output/findMatches.ts';

/** Number of paths to filter between two yields. */
const pathsPerYield = 100;

/** Receives wanted files of a scope, some at a time, in no order. */
export type TakePaths = (paths: readonly string[]) => Promise<void> | void;

/** Creates an empty collection, to which `take` adds files. Called again if a listing starts over. */
type CreateCollection<Files> = () => { readonly files: Files; readonly take: TakePaths };

/** The wanted files, in the caller's collection, and the number of unreadable files and folders. */
interface WantedFiles<Files> {
  readonly files: Files;
  readonly unreadableCount: number;
}

/**
 * Lists the wanted files of a scope by git's reading of ignore files. If ripgrep reads an ignore file differently, it
 * lists ignored files, too, and our own reading decides about each file.
 */
export async function listWanted<Files>(
  rg: string,
  rgScope: RgScope,
  signal: AbortSignal | undefined,
  createCollection: CreateCollection<Files>,
): Promise<WantedFiles<Files>> {
  if (rgScope.walk.rules === 'own') return listByOwnRules(rg, rgScope, signal, createCollection);
  const { files, take } = createCollection();
  const walk = withRuleFiles(rgScope.walk);
  const { unreadableCount, ruleFiles } = await listFiltered(rg, { ...rgScope, walk }, signal, take);
  const isReadDifferently = walk.rules === 'ripgrep' && !(await ripgrepReadsAllAsGit(rgScope.scope.root, ruleFiles));
  return isReadDifferently
    ? listByOwnRules(rg, await withOwnRules(rgScope), signal, createCollection)
    : { files, unreadableCount };
}

async function listByOwnRules<Files>(
  rg: string,
  rgScope: RgScope,
  signal: AbortSignal | undefined,
  createCollection: CreateCollection<Files>,
): Promise<WantedFiles<Files>> {
  const { files, take } = createCollection();
  const { unreadableCount } = await listFiltered(rg, rgScope, signal, async (paths) => {
    const wanted: string[] = [];
    for (const path of paths) {
      if ((await rgScope.ignore.ignoringRule(path, false)) === undefined) wanted.push(path);
    }
    await take(wanted);
  });
  return { files, unreadableCount };
}

/** Lists the files that the filter includes. Returns the number of unreadable entries, and the `.gitignore` files. */
async function listFiltered(
  rg: string,
  { scope, filter, isExact, walk }: RgScope,
  signal: AbortSignal | undefined,
  take: TakePaths,
): Promise<{ readonly unreadableCount: number; readonly ruleFiles: readonly string[] }> {
  const ruleFiles: string[] = [];
  const mayRead = scope.mayRead ?? (() => true);
  const selectWanted = function* selectWanted(paths: readonly string[]): Yielding<string[]> {
    const wanted: string[] = [];
    for (const [index, path] of paths.entries()) {
      const isRuleFile = path === '.gitignore' || path.endsWith('/.gitignore');
      if (isRuleFile) ruleFiles.push(path);
      // An exact walk reaches only wanted files, except the ignore files that `withRuleFiles` added.
      const needsFilter = !isExact || isRuleFile;
      if (needsFilter ? filter(path) === 'wanted' : mayRead(path)) wanted.push(path);
      if ((index + 1) % pathsPerYield === 0) yield;
    }
    return wanted;
  };
  const { unreadableCount } = await listFiles({ rg, root: scope.root, walk, signal }, async (paths) => {
    await take(await runYielding(selectWanted(paths)));
  });
  return { unreadableCount, ruleFiles };
}

/** The walk extended by the ignore files, so that its listing shows which of them apply. */
function withRuleFiles(walk: RgWalk): RgWalk {
  return walk.nameGlobs.length === 0 ? walk : { ...walk, nameGlobs: [...walk.nameGlobs, '.gitignore'] };
}

/** Walks over only the wanted files, in path order, each short enough for one command. */
interface NarrowedWalks {
  /** Undefined if there would be more than `maxWalks`. */
  readonly walks: readonly RgWalk[] | undefined;
  /** The wanted files, in no order. */
  readonly files: readonly string[];
  /** Number of folders that could not be read. */
  readonly unreadableCount: number;
}

/** Maximum number of commands: more of them take longer than searching everything and filtering. */
const maxWalks = 24;

/** Lists the wanted files of a scope that ripgrep's options cannot express, so that runs can search only these. */
export async function narrowWalks(
  rg: string,
  rgScope: RgScope,
  signal: AbortSignal | undefined,
): Promise<NarrowedWalks> {
  const { files, unreadableCount } = await listWanted(rg, rgScope, signal, () => {
    const wantedPaths: string[] = [];
    return {
      files: wantedPaths,
      take: (paths) => {
        for (const path of paths) wantedPaths.push(path);
      },
    };
  });
  const parts = [...splitIntoCommands(await runYielding(sortPaths(files)))];
  const walks = parts.map((paths) => ({ ...rgScope.walk, paths, nameGlobs: [] }));
  return { walks: parts.length > maxWalks ? undefined : walks, files, unreadableCount };
}
