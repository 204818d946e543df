// Lists folders, and computes statistics of their contents.

import * as vscode from 'vscode';
import { fileSystem, isFolderType, isLink, entryTypeOf } from '../files/fileSystem.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { forEachConcurrently, mapConcurrently, runYielding, yieldIfNeeded } from '../../async/eventLoop.ts';
import { firstByPathYielding } from '../../core/path/comparePaths.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Location } from '../../core/change/change.ts';
import type { FolderEntry, FolderStatistics, ListedEntry } from '../../tools/ports/queryPorts.ts';
import type { GitIgnore } from '../files/gitIgnore.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import type { ResolvedPath } from '../files/resolvedPath.ts';
import type { SearchFolderDeps } from './searchFolder.ts';

/** Names that can be appended to their folder's path unchanged. */
const plainName = /^[\w@+,()=!-][\w@+,()=!. -]*$/;

/** Lists a folder. Judges entries by name, without resolving their canonical paths, since no link is followed. */
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
  const [listed, isIgnored] = await Promise.all([readEntries(uri, location), ignore.folder(uri)]);
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
    if (readActionOf(subjectBelow(subject, name, type === 'symlink' ? undefined : type === 'directory')) === 'deny')
      return;
    entries.push({ name, type, isIgnored: isIgnored(name, type === 'directory'), locate: () => locate(name) });
  });
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
    const { code } = toToolError(cause, '');
    if (code === 'NOT_FOUND') throw new ToolError(code, `${at.path} does not exist.`);
    if (code === 'VALIDATION_ERROR') {
      throw new ToolError(code, `${at.path} is not a directory. Look at it with redline_path_info.`);
    }
    throw toToolError(cause, `Listing ${at.path}`);
  }
}

/** Limits of one count. */
const limits = { entries: 200_000, milliseconds: 4000 };

interface CountedFolder {
  readonly uri: vscode.Uri;
  /** Relative to the folder that is counted. */
  readonly path: string;
}

/** Counts the files below a folder and their sizes, without `.git` and files that the rules deny. */
export async function folderStatistics(
  { guard }: SearchFolderDeps,
  resolved: ResolvedPath,
  signal: AbortSignal,
): Promise<FolderStatistics> {
  const readActionOf = guard.readAction(resolved);
  const totals = { files: 0, folders: 0, links: 0, bytes: 0, unreadable: 0, isLowerBound: false, hasGitFolder: false };
  const byExtension = new Map<string, { files: number; bytes: number }>();
  const startMs = performance.now();
  const countFile = async (uri: vscode.Uri, name: string): Promise<void> => {
    const { size: bytes } = await fileSystem.stat(uri).then(undefined, () => ({ size: 0 }));
    const counts = byExtension.get(extensionOf(name)) ?? { files: 0, bytes: 0 };
    byExtension.set(extensionOf(name), { files: counts.files + 1, bytes: counts.bytes + bytes });
    totals.files++;
    totals.bytes += bytes;
  };
  /** Whether to stop counting. @throws if the call is cancelled */
  const stopsAtLimit = (): boolean => {
    signal.throwIfAborted();
    return (totals.isLowerBound ||=
      totals.files + totals.folders > limits.entries || performance.now() - startMs > limits.milliseconds);
  };
  /** Counts what is directly in a folder, and returns its subfolders. */
  const countEntries = async ({ uri, path }: CountedFolder): Promise<readonly CountedFolder[]> => {
    if (stopsAtLimit()) return [];
    const entries = await fileSystem.readDirectory(uri).then(undefined, () => {
      totals.unreadable++;
      return [];
    });
    const subfolders: CountedFolder[] = [];
    for (const [name, type] of entries) {
      await yieldIfNeeded();
      if (stopsAtLimit()) break;
      const entry = { uri: vscode.Uri.joinPath(uri, name), path: path === '' ? name : `${path}/${name}` };
      const isFolder = isFolderType(type);
      if (readActionOf(subjectBelow(resolved.subject, entry.path, isFolder)) === 'deny') continue;
      if (name === '.git') totals.hasGitFolder = true;
      else if (isFolder === true) {
        subfolders.push(entry);
        totals.folders++;
      } else if (type === vscode.FileType.File) await countFile(entry.uri, name);
      else if (isLink(type)) totals.links++;
    }
    return subfolders;
  };
  let level: readonly CountedFolder[] = [{ uri: vscode.Uri.parse(resolved.location.uri, true), path: '' }];
  while (level.length > 0) level = (await mapConcurrently(level, countEntries)).flat();
  return { ...totals, byExtension };
}

/** The extension in lower case, such as `.ts`; `''` if the name has no dot after its first character. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
