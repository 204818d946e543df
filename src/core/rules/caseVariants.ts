/** Where guarded files usually stand, relative to a folder. */
const usual: readonly string[] = [
  '.git',
  '.git/hooks',
  '.vscode',
  '.github',
  '.github/workflows',
  '.husky',
  '.ssh',
  '.aws',
];

/**
 * Where to look for other names of a hard-linked file, relative to the workspace folder: the folders above the file,
 * and those where guarded files usually stand. `relative` is the file's path. (A file's other names cannot be asked
 * for; walking the whole workspace for each read would cost too much.)
 */
export function caseVariants(relative: string): readonly string[] {
  const names = relative.split('/').slice(0, -1);
  const above = names.map((_name, index) => names.slice(0, index + 1).join('/'));
  return ['', ...above.slice(0, 12), ...usual];
}
