import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RgWalk } from './rgArguments.ts';
import { isAlike } from './diskIgnore.ts';
import { listFiles } from './rgFiles.ts';
import type { RgScope } from './rgScope.ts';

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
  const { scope, walk } = ready;
  if (walk.rules !== 'own') {
    const nested: string[] = [];
    const listed = await list(rg, ready, withRuleFiles(walk), signal, nested);
    const doubtful = walk.rules === 'ripgrep' && !(await allAlike(scope.root, nested));
    if (!doubtful) return listed;
  }
  const excludes = [...walk.excludes, ...(await ignoredFolders(ready))];
  const { files, unreadable } = await list(rg, ready, { ...walk, rules: 'own', excludes }, signal, []);
  const wanted: string[] = [];
  for (const path of files) {
    // oxlint-disable-next-line no-await-in-loop -- nearly always the rules of the folder are known already
    if ((await ready.ignore.reason(path, false)) === undefined) wanted.push(path);
  }
  return { files: wanted, unreadable };
}

async function list(
  rg: string,
  { scope, filter }: RgScope,
  walk: RgWalk,
  signal: AbortSignal | undefined,
  ruleFiles: string[],
): Promise<WantedFiles> {
  const files: string[] = [];
  const { unreadable } = await listFiles({ rg, root: scope.root, walk, signal }, (path) => {
    if (path.endsWith('/.gitignore')) ruleFiles.push(path);
    if (filter(path) === 'wanted') files.push(path);
  });
  return { files, unreadable };
}

function withRuleFiles(walk: RgWalk): RgWalk {
  return walk.names.length === 0 ? walk : { ...walk, names: [...walk.names, '.gitignore'] };
}

async function allAlike(root: string, paths: readonly string[]): Promise<boolean> {
  for (let at = 0; at < paths.length; at += 32) {
    // oxlint-disable-next-line no-await-in-loop -- some at a time
    const alike = await Promise.all(paths.slice(at, at + 32).map((path) => isAlike(join(root, path))));
    if (alike.includes(false)) return false;
  }
  return true;
}

/** Globs for the ignored folders at the top, which hold most of what is ignored, so that nobody walks through them. */
async function ignoredFolders({ scope, ignore }: RgScope): Promise<string[]> {
  const entries = await readdir(scope.root, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const reasons = await Promise.all(folders.map((name) => ignore.reason(name, true)));
  const plain = folders.filter((name, index) => reasons[index] !== undefined && /^[\w. -]+$/.test(name));
  return plain.map((name) => `/${name}`);
}
