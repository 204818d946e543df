import type { RgWalk } from './rgArguments.ts';
import { listFiles } from './rgFiles.ts';
import { allAlike } from './rgRuleFiles.ts';
import { withOwnRules, type RgScope } from './rgScope.ts';

/** All wanted files of a scope, in no order, and in how many places something could not be read. */
export interface WantedFiles {
  readonly files: readonly string[];
  readonly unreadable: number;
}

/**
 * Lists the wanted files of a scope, with git's rules as git reads them: where a file of rules says something else to
 * ripgrep, ripgrep lists ignored files too, and our own rules decide about each.
 */
export async function listWanted(rg: string, ready: RgScope, signal: AbortSignal | undefined): Promise<WantedFiles> {
  if (ready.walk.rules === 'own') return listOwn(rg, ready, signal);
  const nested: string[] = [];
  const listed = await list(rg, ready, withRuleFiles(ready.walk), signal, nested);
  const doubtful = ready.walk.rules === 'ripgrep' && !(await allAlike(ready.scope.root, nested));
  return doubtful ? listOwn(rg, await withOwnRules(ready), signal) : listed;
}

async function listOwn(rg: string, ready: RgScope, signal: AbortSignal | undefined): Promise<WantedFiles> {
  const { files, unreadable } = await list(rg, ready, ready.walk, signal, []);
  const wanted: string[] = [];
  for (const path of files) {
    // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
    if ((await ready.ignore.reason(path, false)) === undefined) wanted.push(path);
  }
  return { files: wanted, unreadable };
}

async function list(
  rg: string,
  { scope, filter, exact }: RgScope,
  walk: RgWalk,
  signal: AbortSignal | undefined,
  ruleFiles: string[],
): Promise<WantedFiles> {
  const files: string[] = [];
  const mayRead = scope.mayRead ?? (() => true);
  const { unreadable } = await listFiles({ rg, root: scope.root, walk, signal }, (path) => {
    const isRules = path.endsWith('.gitignore');
    if (isRules) ruleFiles.push(path);
    // Where ripgrep's walk is exact, only the rules have still to be asked; but the files of rules came besides.
    if (exact && !isRules ? mayRead(path) : filter(path) === 'wanted') files.push(path);
  });
  return { files, unreadable };
}

function withRuleFiles(walk: RgWalk): RgWalk {
  return walk.names.length === 0 ? walk : { ...walk, names: [...walk.names, '.gitignore'] };
}
