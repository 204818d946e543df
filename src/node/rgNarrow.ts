import { sortPaths } from '../core/search/comparePaths.ts';
import { listFiles } from './rgFiles.ts';
import type { RgWalk } from './rgArguments.ts';
import { inParts, maxPathBytes } from './rgMatches.ts';
import type { RgScope } from './rgScope.ts';

/** Where to search, one walk after the other in the order of paths, and how many files that are. */
export interface Narrowed {
  readonly walks: readonly RgWalk[];
  readonly wanted: number;
}

/** More commands than this take longer than to search all and drop what is not wanted. */
const maxWalks = 24;

/** Lists the files of a scope whose globs ripgrep cannot be told exactly, so that the search goes to them alone. */
export async function narrow(
  rg: string,
  { scope, filter, walk }: RgScope,
  signal: AbortSignal | undefined,
): Promise<Narrowed> {
  const paths: string[] = [];
  let bytes = 0;
  await listFiles({ rg, root: scope.root, walk, signal }, (path) => {
    if (filter(path) !== 'wanted') return;
    bytes += Buffer.byteLength(path) + 3;
    paths.push(path);
  });
  const parts = bytes > maxWalks * maxPathBytes ? [walk.paths] : [...inParts(sortPaths(paths))];
  const names = bytes > maxWalks * maxPathBytes ? walk.names : [];
  return { walks: parts.map((part) => ({ ...walk, paths: part, names })), wanted: paths.length };
}
