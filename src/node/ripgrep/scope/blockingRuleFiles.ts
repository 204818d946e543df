// Checks for ignore files that would make ripgrep hang.
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import type { DiskIgnore } from '../../git/diskIgnore.ts';
import { hasBlockingRuleFile } from '../../git/readRuleFile.ts';
import { listFoldersAbove } from '../../disk/systemPaths.ts';

/**
 * Whether ripgrep may hang in a scope because some folder, or one above them, contains a pipe, socket or device named
 * like an ignore file (`.gitignore` …). Walks the folders itself, which is slow: call it only if ripgrep produces no
 * output.
 */
export async function hasBlockingRuleFileAnywhere(
  scope: SearchScope,
  ignore: DiskIgnore,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (await hasBlockingRuleFileAbove(scope.root)) return true;
  // Ignores the access rules: ripgrep opens these files, too.
  const filter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  // An object, since the compiler would take a variable that only the closure sets for `false` in the loop below.
  const search = { hasBlockingFile: false };
  /** Checks the ignore files of a folder, and returns the subfolders that ripgrep enters. */
  const checkFolder = async (folder: string): Promise<string[]> => {
    signal?.throwIfAborted();
    if (search.hasBlockingFile) return [];
    const folderPath = join(scope.root, folder);
    const entries = await readdir(folderPath, { withFileTypes: true }).catch(() => []);
    // Avoids `||= await`, which reads the flag first and would overwrite a concurrent `true` (lost update).
    if (entries.some(({ name }) => blockingName.test(name)) && (await hasBlockingRuleFile(folderPath)))
      search.hasBlockingFile = true;
    const paths = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
      .filter((path) => filter(path) === 'wanted');
    const ignoringRules = await Promise.all(paths.map((path) => ignore.ignoringRule(path, true)));
    return paths.filter((_, index) => ignoringRules[index] === undefined);
  };
  let level: readonly string[] = [scope.path];
  while (level.length > 0 && !search.hasBlockingFile) level = (await mapConcurrently(level, checkFolder)).flat();
  return search.hasBlockingFile;
}

/** Ripgrep opens the ignore files above its working directory even if it does not apply them (`--no-ignore-parent`). */
async function hasBlockingRuleFileAbove(root: string): Promise<boolean> {
  const realRoot = await realpath(root).catch(() => root);
  return (await Promise.all(listFoldersAbove(realRoot).map(hasBlockingRuleFile))).includes(true);
}

/** Matches the names of ignore files, and `.git`, which may be a folder with the file `info/exclude`. */
const blockingName = /^\.(?:git|gitignore|ignore|rgignore)$/;
