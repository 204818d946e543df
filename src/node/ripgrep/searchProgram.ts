import type { FileFinder, TextSearch } from '../../core/search/textSearch.ts';
import { findRipgrep } from './findRipgrep.ts';
import { ripgrepFinder } from './rgFind.ts';
import { BinaryFiles } from './rgBinary.ts';
import { RuleFiles } from './scope/rgRuleFiles.ts';
import { ripgrepSearch } from './ripgrep.ts';

export interface RipgrepProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
  /** Clears caches; call when files were created or deleted. */
  forget(): void;
}

/** Finds the ripgrep of the VS Code at `appRoot` and wires search and finder to it; undefined if it cannot be run. */
export async function ripgrepProgram(appRoot: string): Promise<RipgrepProgram | undefined> {
  const rg = await findRipgrep(appRoot);
  if (rg === undefined) return undefined;
  const ruleFiles = new RuleFiles(rg);
  const binaryFiles = new BinaryFiles(rg);
  return {
    search: ripgrepSearch(rg, ruleFiles, binaryFiles),
    finder: ripgrepFinder(rg, ruleFiles),
    forget: () => {
      ruleFiles.forget();
      binaryFiles.forget();
    },
  };
}
