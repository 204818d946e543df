// Resolves paths on file systems other than the local disk, whose links cannot be followed.

import type * as vscode from 'vscode';
import { ToolError } from '../../../core/wording/errors.ts';
import type { LinkHandling } from '../../../core/path/judgeRealPath.ts';
import { outsideError, type InsidePath, type OutsidePath } from '../../../core/path/locatePath.ts';
import type { Root } from '../../../core/path/pathParts.ts';
import { virtualSubject, withUnseenTarget } from '../../../core/rules/subject.ts';
import type { FileStat } from '../../../tools/ports/fileStat.ts';
import { markGitFolder } from './markGitFolder.ts';
import type { ResolvedPath } from './resolvedPath.ts';
import { foldersInside, inspectSteps, workspaceRoots } from './workspaceRoots.ts';

/** Resolves a path on a file system without canonical paths: links are visible there, but not their targets. */
export async function resolveVirtual(
  input: string,
  located: InsidePath | OutsidePath,
  uri: vscode.Uri,
  links: LinkHandling,
): Promise<ResolvedPath> {
  if (located.kind === 'outside') throw outsideError(input);
  const { stats, identity } = await inspectSteps(located.root, located.relative);
  const lastStat = stats.at(-1);
  if (located.isFolder && lastStat?.type === 'file') {
    throw new ToolError('VALIDATION_ERROR', `${located.display} is a file. Send its path without a slash at the end.`);
  }
  // The workspace folder itself has no steps, and so no stat.
  const hasNoEntry = stats.length > 0 && lastStat === undefined;
  const isMissingFolder = located.isFolder && hasNoEntry;
  const location = {
    uri: uri.toString(),
    path: located.display,
    real: uri.toString(),
    ...(isMissingFolder ? { folder: true } : {}),
  };
  const enclosing = enclosingRoots(located);
  const isFolder = hasNoEntry ? undefined : isFolderStat(lastStat);
  // `identity` lists the links in the path.
  const unmarked = virtualSubject(located, { isLinked: identity !== undefined, enclosing, isFolder });
  const subject = await markGitFolder(unmarked, location, located.relative);
  const followsLink = (links === 'link' ? stats.slice(0, -1) : stats).some((stat) => stat?.type === 'symlink');
  return {
    location,
    subject: followsLink ? withUnseenTarget(subject) : subject,
    folders: [located.root, ...enclosing.map(({ root }) => root)].map((root) => root.uri),
    isLink: lastStat?.type === 'symlink',
    identity,
    isMissing: false,
    nestedRoots: [],
    size: undefined,
  };
}

/** Whether an existing entry is a folder; the stat of a workspace folder itself is undefined. */
function isFolderStat(stat: FileStat | undefined): boolean {
  return stat === undefined || (stat.targetType ?? stat.type) === 'directory';
}

/** The workspace folders that contain the workspace folder of a path, and the path relative to each. */
function enclosingRoots({ root: ownRoot, relative }: InsidePath): { readonly root: Root; readonly relative: string }[] {
  return workspaceRoots().flatMap((root) => {
    const below = foldersInside(root.uri).find((nested) => nested.uri === ownRoot.uri)?.path;
    if (below === undefined) return [];
    return [{ root, relative: relative === '' ? below : `${below}/${relative}` }];
  });
}
