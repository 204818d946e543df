import { sortPaths } from '../../../core/path/comparePaths.ts';
import type { RgWalk } from './rgArguments.ts';
import { inParts } from '../output/rgMatches.ts';
import type { RgScope } from './rgScope.ts';
import { listWanted } from './rgWanted.ts';

/** Where to search: one walk after another, in the order of paths. */
export interface Narrowed {
  readonly walks: readonly RgWalk[];
  /** The wanted files. */
  readonly files: readonly string[];
}

/** Maximum number of commands: more of them take longer than searching everything and filtering. */
const maxWalks = 24;

/** Lists the wanted files of a scope that ripgrep's options cannot express, so that only these are searched. */
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
