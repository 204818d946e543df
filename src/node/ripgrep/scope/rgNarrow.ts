import { sortPaths } from '../../../core/path/comparePaths.ts';
import type { RgWalk } from './rgArguments.ts';
import { inParts } from '../output/rgMatches.ts';
import type { RgScope } from './rgScope.ts';
import { listWanted } from './rgWanted.ts';

/** Where to search, one walk after the other in the order of paths. */
export interface Narrowed {
  readonly walks: readonly RgWalk[];
  /** The files that are wanted. */
  readonly files: readonly string[];
}

/** More commands than this take longer than to search all and drop what is not wanted. */
const maxWalks = 24;

/** Lists the files of a scope that ripgrep cannot be told exactly, so that the search goes to them alone. */
export async function narrow(rg: string, ready: RgScope, signal: AbortSignal | undefined): Promise<Narrowed> {
  const { files } = await listWanted(rg, ready, signal, () => {
    const all: string[] = [];
    return {
      files: all,
      take: (paths) => {
        for (const path of paths) all.push(path);
      },
    };
  });
  const { walk } = ready;
  const parts = [...inParts(sortPaths(files))];
  if (parts.length > maxWalks) return { walks: [walk], files };
  return { walks: parts.map((paths) => ({ ...walk, paths, names: [] })), files };
}
