// Runs the git commands that list the untracked and the ignored paths of a working tree.

import { GitFailed } from './gitProgram.ts';
import { joinRecords } from './gitRecords.ts';
import type { PrivateRepository, WorkTreeView } from './privateRepository.ts';

/** Paths from `view.root` that are neither in the index nor ignored, and ignored rule files. */
export interface UntrackedPaths {
  readonly files: readonly string[];
  /** Folders that are nested repositories. */
  readonly repositories: readonly string[];
  /** `.gitignore` files that are ignored, often by a rule of their own; their rules apply all the same. */
  readonly ignoredRules: readonly string[];
}

/**
 * Lists paths that are neither in the index nor ignored.
 * @param excludesFile path of a file with the ignore rules of the user and the repository
 */
export async function listUntrackedPaths(
  repository: PrivateRepository,
  view: WorkTreeView,
  excludesFile: string,
): Promise<UntrackedPaths> {
  // The last pattern also lists the ignored `.gitignore` files: see `UntrackedPaths.ignoredRules`.
  const args = [
    'ls-files',
    '-o',
    '-z',
    '--exclude-standard',
    `--exclude-from=${excludesFile}`,
    '--exclude=!.gitignore',
  ];
  const paths = await repository.list(args, { view });
  const ignoredRules = await listIgnoredPaths(repository, view, excludesFile, paths.filter(isRuleFile));
  return {
    files: paths.filter((path) => !path.endsWith('/') && !ignoredRules.has(path)),
    repositories: paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
    ignoredRules: [...ignoredRules],
  };
}

export function isRuleFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}

/** Returns the paths that are ignored. A path with a final slash is a folder. */
export async function listIgnoredPaths(
  repository: PrivateRepository,
  view: WorkTreeView,
  excludesFile: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const args = ['-c', `core.excludesFile=${excludesFile}`, 'check-ignore', '--no-index', '-z', '--stdin'];
  // With `./`, since git takes a path that begins with a colon for a pathspec with magic.
  const input = await joinRecords(paths.map((path) => `./${path}`));
  const ignored = await repository.list(args, { view, input }).catch((cause: unknown) => {
    // Exit code 1: none of the paths is ignored.
    if (cause instanceof GitFailed && cause.code === 1) return [];
    throw cause;
  });
  return new Set(ignored.map((path) => path.slice(2)));
}
