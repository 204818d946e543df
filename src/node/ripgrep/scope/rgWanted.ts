import { runYielding } from '../../../tools/pipeline/yielding.ts';
import type { Yielding } from '../../../core/async/yielding.ts';
import type { RgWalk } from './rgArguments.ts';
import { listFiles } from './rgFiles.ts';
import { allAlike } from './rgRuleFiles.ts';
import { withOwnRules, type RgScope } from './rgScope.ts';

/** Takes the wanted files of a scope, some at a time, in no order. */
export type TakePaths = (paths: readonly string[]) => Promise<void> | void;

/** All wanted files of a scope, in what they were put, and in how many places something could not be read. */
export interface WantedFiles<Files> {
  readonly files: Files;
  readonly unreadable: number;
}

/**
 * Lists the wanted files of a scope, with git's rules as git reads them: where a file of rules says something else to
 * ripgrep, ripgrep lists ignored files too, and our own rules decide about each.
 *
 * @param begin makes what the files are put into; called again where they come a second time
 */
export async function listWanted<Files>(
  rg: string,
  ready: RgScope,
  signal: AbortSignal | undefined,
  begin: () => { readonly files: Files; readonly take: TakePaths },
): Promise<WantedFiles<Files>> {
  if (ready.walk.rules === 'own') return listOwn(rg, ready, signal, begin);
  const nested: string[] = [];
  const { files, take } = begin();
  const unreadable = await list(rg, ready, withRuleFiles(ready.walk), signal, nested, take);
  const doubtful = ready.walk.rules === 'ripgrep' && !(await allAlike(ready.scope.root, nested));
  return doubtful ? listOwn(rg, await withOwnRules(ready), signal, begin) : { files, unreadable };
}

async function listOwn<Files>(
  rg: string,
  ready: RgScope,
  signal: AbortSignal | undefined,
  begin: () => { readonly files: Files; readonly take: TakePaths },
): Promise<WantedFiles<Files>> {
  const { files, take } = begin();
  const unreadable = await list(rg, ready, ready.walk, signal, [], async (paths) => {
    const wanted: string[] = [];
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
      if ((await ready.ignore.reason(path, false)) === undefined) wanted.push(path);
    }
    await take(wanted);
  });
  return { files, unreadable };
}

/** Answers in how many places something could not be read. */
async function list(
  rg: string,
  { scope, filter, exact }: RgScope,
  walk: RgWalk,
  signal: AbortSignal | undefined,
  ruleFiles: string[],
  take: TakePaths,
): Promise<number> {
  const mayRead = scope.mayRead ?? (() => true);
  const wantedOf = function* wantedOf(paths: readonly string[]): Yielding<string[]> {
    const wanted: string[] = [];
    for (const [index, path] of paths.entries()) {
      const isRules = path.endsWith('.gitignore');
      if (isRules) ruleFiles.push(path);
      // Where ripgrep's walk is exact, only the rules have still to be asked; but the files of rules came besides.
      if (exact && !isRules ? mayRead(path) : filter(path) === 'wanted') wanted.push(path);
      if (index % 100 === 99) yield;
    }
    return wanted;
  };
  const { unreadable } = await listFiles({ rg, root: scope.root, walk, signal }, async (paths) => {
    await take(await runYielding(wantedOf(paths)));
  });
  return unreadable;
}

function withRuleFiles(walk: RgWalk): RgWalk {
  return walk.names.length === 0 ? walk : { ...walk, names: [...walk.names, '.gitignore'] };
}
