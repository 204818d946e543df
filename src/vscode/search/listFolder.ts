// Lists the entries of one folder that the access rules do not hide.

import * as vscode from 'vscode';
import { fileSystem, isLink, entryTypeOf } from '../files/fileSystem.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import { firstByPathYielding } from '../../core/path/comparePaths.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { Location } from '../../core/change/change.ts';
import type { FolderEntry, ListedEntry } from '../../tools/ports/queryPorts.ts';
import type { GitIgnore } from '../files/gitIgnore.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { SearchFolderDeps } from './searchRoots.ts';

/** Matches names that can be appended to their folder's display path unchanged. A fast path for large folders. */
const plainName = /^[\w@+,()=!-][\w@+,()=!. -]*$/;

/**
 * Lists a folder, sorted by name. Judges entries by name, without resolving their real paths, since no link is followed.
 * @param resolved the folder, which the caller has checked to be readable, and checks again afterwards (TOCTOU)
 * @throws as `Queries.list` does
 */
export async function listFolder(
  { resolver, guard }: SearchFolderDeps,
  resolved: ResolvedPath,
  ignore: GitIgnore,
  signal: AbortSignal,
): Promise<readonly FolderEntry[]> {
  const { location, subject } = resolved;
  const uri = vscode.Uri.parse(location.uri, true);
  const real = vscode.Uri.parse(location.real, true);
  const readActionOf = guard.readAction(resolved);
  const [listed, isIgnored] = await Promise.all([readEntries(uri, location), ignore.predicateFor(uri)]);
  const locate = (name: string): Location => {
    const entryUri = vscode.Uri.joinPath(uri, name);
    const path = plainName.test(name)
      ? joinPath(location.path, name)
      : displayNameOf(resolver, entryUri, location.path, name);
    return { uri: entryUri.toString(), path, real: vscode.Uri.joinPath(real, name).toString() };
  };
  const entries: FolderEntry[] = [];
  await forEachConcurrently(listed, ({ name, type }) => {
    signal.throwIfAborted();
    const isFolder = type === 'directory';
    // A link may lead to either.
    const entrySubject = subjectBelow(subject, name, type === 'symlink' ? undefined : isFolder);
    if (readActionOf(entrySubject) === 'deny') return;
    entries.push({ name, type, isIgnored: isIgnored(name, isFolder), locate: () => locate(name) });
  });
  // Sorts all of them; only this sort yields.
  return runYielding(firstByPathYielding(entries, entries.length, ({ name }) => name));
}

/** Display path of an entry; escaped if tools would not accept it, such as one with a line break. */
function displayNameOf(resolver: PathResolver, uri: vscode.Uri, folder: string, name: string): string {
  try {
    return resolver.displayNameOf(uri);
  } catch {
    return joinPath(folder, escapeForDisplay(name));
  }
}

function joinPath(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

async function readEntries(uri: vscode.Uri, at: Location): Promise<ListedEntry[]> {
  try {
    const names = await fileSystem.readDirectory(uri);
    return names.map(([name, type]) => ({ name, type: isLink(type) ? 'symlink' : entryTypeOf(type) }));
  } catch (cause) {
    // Only the code is used here, not the message.
    const { code } = toToolError(cause, '');
    if (code === 'NOT_FOUND') throw new ToolError(code, `${at.path} does not exist.`);
    if (code === 'VALIDATION_ERROR') {
      throw new ToolError(code, `${at.path} is not a directory. Look at it with redline_path_info.`);
    }
    throw toToolError(cause, `Listing ${at.path}`);
  }
}
