// Lists folders, and computes statistics of their contents.

import * as vscode from 'vscode';
import { fileSystem, isLink, entryTypeOf } from '../files/fileSystem.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { comparePaths } from '../../core/path/comparePaths.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Location } from '../../core/change/change.ts';
import type { FolderEntry, FolderStatistics, ListedEntry } from '../../tools/ports/queryPorts.ts';
import type { GitIgnore } from '../files/gitIgnore.ts';
import type { ResolvedPath, PathResolver } from '../files/pathResolver.ts';
import type { SearchFolderDeps } from './searchFolder.ts';

/** Names that can be appended to their folder's path unchanged. */
const plainName = /^[\w@+,()=!-][\w@+,()=!. -]*$/;

/** Lists a folder. Judges entries by name, without resolving their canonical paths, since no link is followed. */
export async function listFolder(
  { resolver, guard }: SearchFolderDeps,
  resolved: ResolvedPath,
  ignore: GitIgnore,
): Promise<readonly FolderEntry[]> {
  const { location, subject } = resolved;
  const uri = vscode.Uri.parse(location.uri, true);
  const real = vscode.Uri.parse(location.real, true);
  const read = guard.readAction(resolved);
  const [listed, isIgnored] = await Promise.all([readEntries(uri, location), ignore.folder(uri)]);
  return listed
    .filter(({ name }) => read(subjectBelow(subject, name)) !== 'deny')
    .map(({ name, type }) => ({
      name,
      type,
      isIgnored: isIgnored(name, type === 'directory'),
      locate: () => {
        const entryUri = vscode.Uri.joinPath(uri, name);
        const path = plainName.test(name)
          ? joinPath(location.path, name)
          : displayNameOf(resolver, entryUri, location.path, name);
        return { uri: entryUri.toString(), path, real: vscode.Uri.joinPath(real, name).toString() };
      },
    }))
    .sort((a, b) => comparePaths(a.name, b.name));
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
const limits = { entries: 200_000, milliseconds: 4000, concurrent: 16 };

/** Counts the files below a folder and their sizes, without `.git` and files that the rules deny. */
export async function folderStatistics(
  { guard }: SearchFolderDeps,
  resolved: ResolvedPath,
  signal: AbortSignal,
): Promise<FolderStatistics> {
  const read = guard.readAction(resolved);
  const figures = { files: 0, folders: 0, links: 0, bytes: 0, unreadable: 0, isLowerBound: false, hasGitFolder: false };
  const byExtension = new Map<string, { files: number; bytes: number }>();
  const queue: { readonly uri: vscode.Uri; readonly path: string }[] = [
    { uri: vscode.Uri.parse(resolved.location.uri, true), path: '' },
  ];
  const started = performance.now();
  const visit = async (folder: vscode.Uri, path: string): Promise<void> => {
    const entries = await fileSystem.readDirectory(folder).then(undefined, () => {
      figures.unreadable++;
      return [];
    });
    const files: string[] = [];
    for (const [name, type] of entries) {
      const relativePath = path === '' ? name : `${path}/${name}`;
      if (read(subjectBelow(resolved.subject, relativePath)) === 'deny') continue;
      if (name === '.git') {
        figures.hasGitFolder = true;
        continue;
      }
      if (type === vscode.FileType.Directory) {
        figures.folders++;
        queue.push({ uri: vscode.Uri.joinPath(folder, name), path: relativePath });
      } else if (type === vscode.FileType.File) files.push(name);
      else if (isLink(type)) figures.links++;
    }
    for (const name of files) {
      const stat = await fileSystem.stat(vscode.Uri.joinPath(folder, name)).then(undefined, () => undefined);
      const bytes = stat?.size ?? 0;
      const extension = extensionOf(name);
      const counts = byExtension.get(extension) ?? { files: 0, bytes: 0 };
      byExtension.set(extension, { files: counts.files + 1, bytes: counts.bytes + bytes });
      figures.files++;
      figures.bytes += bytes;
    }
  };
  const isOverLimit = (): boolean =>
    figures.files + figures.folders > limits.entries || performance.now() - started > limits.milliseconds;
  await processQueue(queue, async ({ uri, path }) => {
    signal.throwIfAborted();
    if (isOverLimit()) figures.isLowerBound = true;
    else await visit(uri, path);
  });
  return { ...figures, byExtension };
}

/** Processes the items of a queue concurrently; processing may add items. */
async function processQueue<T>(queue: T[], work: (item: T) => Promise<void>): Promise<void> {
  let busy = 0;
  await new Promise<void>((resolve, reject) => {
    const next = (): void => {
      while (busy < limits.concurrent) {
        const item = queue.pop();
        if (item === undefined) break;
        busy++;
        work(item).then(() => {
          busy--;
          next();
        }, reject);
      }
      if (busy === 0) resolve();
    };
    next();
  });
}

/** The extension in lower case, such as `.ts`; `''` if the name has no dot after its first character. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
