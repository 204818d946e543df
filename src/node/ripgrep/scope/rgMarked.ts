import { join } from 'node:path';
import { bomOf } from '../bomOf.ts';
import { openRegular } from '../../files/openRegular.ts';
import { nameReader } from '../output/outputReader.ts';
import { pathArguments, stuckCheck, walkArguments } from './rgArguments.ts';
import { runRg } from '../rgProcess.ts';
import type { RgScope } from './rgScope.ts';

/**
 * The files of a scope that begin with the byte order mark of UTF-8. Told of another encoding, ripgrep takes them for
 * that, and the editor does not; the marks of UTF-16 it heeds.
 */
export async function markedFiles(rg: string, ready: RgScope, signal: AbortSignal | undefined): Promise<string[]> {
  const { scope, walk, filter, ignore } = ready;
  const found: string[] = [];
  await runRg({
    rg,
    args: [
      ...walkArguments({ ...walk, encoding: 'none' }),
      '--files-with-matches',
      '--null',
      '--text',
      '--no-mmap',
      '--regexp=(?-u)^\\xEF\\xBB\\xBF',
      ...pathArguments(walk.paths),
    ],
    cwd: scope.root,
    signal,
    ...stuckCheck(walk),
    output: nameReader(0, (names) => {
      for (const name of names) if (name.startsWith('./')) found.push(name.slice(2));
    }),
  });
  const marked: string[] = [];
  for (const path of found) {
    if (filter(path) !== 'wanted' || (walk.rules === 'own' && (await ignore.reason(path, false)) !== undefined))
      continue;
    if (await begins(join(scope.root, path))) marked.push(path);
  }
  return marked;
}

async function begins(path: string): Promise<boolean> {
  try {
    const { handle } = await openRegular(path);
    try {
      return (await bomOf(handle))?.encoding === 'utf8bom';
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}
