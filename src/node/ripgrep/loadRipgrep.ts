// Finds the ripgrep that VS Code ships, and connects the search to it.

import type { FileFinder, TextSearch } from '../../core/search/textSearch.ts';
import { createRipgrepFinder } from './ripgrepFinder.ts';
import { FileClassifier } from './fileClassifier.ts';
import { RuleFileCache } from './scope/ruleFileCache.ts';
import { createRipgrepSearch } from './ripgrepSearch.ts';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../disk/errorCode.ts';

/** Search and file listing by ripgrep. */
export interface RipgrepProgram {
  readonly search: TextSearch;
  readonly finder: FileFinder;
  /** Clears the caches of ignore rules and of kinds of files; must be called when files were created or deleted. */
  forget(): void;
}

/** Connects search and finder to the ripgrep of the VS Code at `appRoot`; undefined if it cannot be run. */
export async function loadRipgrep(appRoot: string): Promise<RipgrepProgram | undefined> {
  const rg = await findRipgrep(appRoot);
  if (rg === undefined) return undefined;
  const ruleFileCache = new RuleFileCache(rg);
  const fileClassifier = new FileClassifier(rg);
  return {
    search: createRipgrepSearch(rg, ruleFileCache, fileClassifier),
    finder: createRipgrepFinder(rg, ruleFileCache),
    forget: () => {
      ruleFileCache.forget();
      fileClassifier.forget();
    },
  };
}

/** VS Code's folders of modules: unpacked from its archive on the desktop, plain in the server. */
const moduleFolders = ['node_modules.asar.unpacked', 'node_modules'];

/**
 * Finds the ripgrep that VS Code ships: in `@vscode/ripgrep-universal` by system and processor, in older versions in
 * `@vscode/ripgrep`.
 *
 * @param appRoot `vscode.env.appRoot`; empty in a host without an installation, such as a browser
 * @returns the program's path, or `undefined` if it cannot be run
 * @throws the file system's errors, except those for a program that is missing or not executable
 */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
  if (appRoot === '') return undefined;
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const universalPackage = join('@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, name);
  const olderPackage = join('@vscode', 'ripgrep', 'bin', name);
  const candidates = [universalPackage, olderPackage].flatMap((path) =>
    moduleFolders.map((folder) => join(appRoot, folder, path)),
  );
  for (const candidate of candidates) {
    if (await isRunnable(candidate)) return candidate;
  }
  return undefined;
}

async function isRunnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(getErrorCode(cause))) return false;
    throw cause;
  }
}
