// Finds ignore files that would make ripgrep hang.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSearchFilter } from '../../../core/search/searchFilter.ts';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { DiskIgnore } from '../../git/diskIgnore.ts';
import { hasBlockingRuleFile } from '../../git/ruleFile.ts';

/**
 * Whether ripgrep may hang in a scope because some folder contains a pipe, socket or device named like an ignore file
 * (`.gitignore` …). Walks the folders itself, which is slow: call it only if ripgrep produces no output.
 */
export async function hasBlockingRuleFileAnywhere(
  scope: SearchScope,
  ignore: DiskIgnore,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // Ignores the access rules: ripgrep opens these files, too.
  const filter = createSearchFilter({ ...scope, globs: [], mayRead: () => true });
  // An object, since closures set it.
  const search = { blocking: false };
  const checkFolder = async (folder: string): Promise<string[]> => {
    signal?.throwIfAborted();
    if (search.blocking) return [];
    const folderPath = join(scope.root, folder);
    const entries = await readdir(folderPath, { withFileTypes: true }).catch(() => []);
    // Not `||= await`, which reads the flag first and would overwrite a concurrent `true` (lost update).
    if (entries.some(({ name }) => ruleFileNames.test(name)) && (await hasBlockingRuleFile(folderPath)))
      search.blocking = true;
    const paths = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
      .filter((path) => filter(path) === 'wanted');
    const ignored = await Promise.all(paths.map((path) => ignore.ignoringRule(path, true)));
    return paths.filter((_, index) => ignored[index] === undefined);
  };
  for (let level = [scope.path]; level.length > 0 && !search.blocking;) {
    const next: string[] = [];
    await forEachConcurrently(level, async (folder) => {
      for (const path of await checkFolder(folder)) next.push(path);
    });
    level = next;
  }
  return search.blocking;
}

/** Names of ignore files; `.git` may be a folder with `info/exclude`. */
const ruleFileNames = /^\.(?:git|gitignore|ignore|rgignore)$/;
