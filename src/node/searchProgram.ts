import type { FileFinder, TextSearch } from '../core/search/textSearch.ts';
import { findRipgrep } from './findRipgrep.ts';
import { ripgrepFinder } from './rgFind.ts';
import { ripgrepSearch } from './ripgrep.ts';

/** The ripgrep of the VS Code at `appRoot`; undefined where it cannot be run. */
export async function ripgrepProgram(
  appRoot: string,
): Promise<{ readonly search: TextSearch; readonly finder: FileFinder } | undefined> {
  const rg = await findRipgrep(appRoot);
  return rg === undefined ? undefined : { search: ripgrepSearch(rg), finder: ripgrepFinder(rg) };
}
