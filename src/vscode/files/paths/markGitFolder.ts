// Marks paths inside git folders, so that the rules protect them.
import * as vscode from 'vscode';
import type { Location } from '../../../core/change/change.ts';
import { possibleGitFolders, withinGitFolder } from '../../../core/rules/gitFolder.ts';
import type { Subject } from '../../../core/rules/subject.ts';
import { statOf } from '../fileSystem.ts';

/**
 * Marks a subject inside a git folder, which is recognized by its HEAD file; returns any other as it is. If the workspace
 * folder itself is below a folder `.git`, its name suffices.
 * @param relative the end of `real` below the workspace folder; undefined outside of the workspace
 */
export async function markGitFolder(
  subject: Subject,
  { real }: Location,
  relative: string | undefined,
): Promise<Subject> {
  if (relative === undefined) return subject;
  const uri = vscode.Uri.parse(real, true);
  const isWorkspaceInGitFolder = /\/\.git\//i.test(uri.path.slice(0, uri.path.length - relative.length));
  if (isWorkspaceInGitFolder) return withinGitFolder(subject, relative);
  for (const folder of possibleGitFolders(uri.path.slice(1))) {
    // `folder` is empty for the root of the disk.
    const head = uri.with({ path: `/${folder}/HEAD`.replace('//', '/') });
    const kind = await statOf(head).then(
      (stat) => stat?.type ?? 'missing',
      () => 'unknown',
    );
    // If HEAD cannot be checked, the folder counts as git's.
    if (kind !== 'missing' && kind !== 'directory') return withinGitFolder(subject, relative);
  }
  return subject;
}
