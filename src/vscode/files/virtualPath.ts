// Resolves paths on file systems other than the local disk, whose links cannot be followed.

import type * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import { outsideError, type InsidePath, type OutsidePath } from '../../core/path/locatePath.ts';
import { virtualSubject, withUnseenTarget } from '../../core/rules/subject.ts';
import { markGitFolder } from './markGitFolder.ts';
import type { ResolvedPath } from './resolvedPath.ts';
import { foldersInside, inspectSteps, workspaceRoots } from './workspaceRoots.ts';

/** Resolves a path on a file system without canonical paths: links are visible there, but not their targets. */
export async function resolveVirtual(
  path: string,
  located: InsidePath | OutsidePath,
  uri: vscode.Uri,
  links: LinkHandling,
): Promise<ResolvedPath> {
  if (located.kind === 'outside') throw outsideError(path);
  const { stats, identity } = await inspectSteps(located.root, located.relative);
  const lastStat = stats.at(-1);
  if (located.isFolder && lastStat?.type === 'file') {
    throw new ToolError('VALIDATION_ERROR', `${located.display} is a file. Send its path without a slash at the end.`);
  }
  const hasNoEntry = stats.length > 0 && lastStat === undefined;
  const folder = located.isFolder && hasNoEntry;
  const location = { uri: uri.toString(), path: located.display, real: uri.toString(), ...(folder ? { folder } : {}) };
  const enclosing = workspaceRoots().flatMap((root) => {
    const path = foldersInside(root.uri).find(({ uri }) => uri === located.root.uri)?.path;
    return path === undefined
      ? []
      : [{ root, relative: located.relative === '' ? path : `${path}/${located.relative}` }];
  });
  // The workspace folder itself has no steps.
  const kind = lastStat === undefined ? 'directory' : (lastStat.targetType ?? lastStat.type);
  const isFolder = hasNoEntry ? undefined : kind === 'directory';
  const inputSubject = virtualSubject(located, { isLinked: identity !== undefined, enclosing, isFolder });
  const subject = await markGitFolder(inputSubject, location, located.relative);
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
