import * as vscode from 'vscode';
import { fileSystem } from '../files/fileSystem.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { comparePaths } from '../../core/path/comparePaths.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Location } from '../../core/change/change.ts';
import type { FolderEntry, FolderStatistics, ListedEntry } from '../../tools/ports/queryPorts.ts';
import { typeOf } from '../files/disk.ts';
import type { GitIgnore } from '../files/gitIgnore.ts';
import type { ResolvedPath, PathResolver } from '../files/pathResolver.ts';
import type { SearchFolderParts } from './searchFolder.ts';

/** Names that can follow their folder's path as they are. */
const plain = /^[\w@+,()=!-][\w@+,()=!. -]*$/;

/** What is in a folder, judged and named without a look at each entry's real path: none of them is followed. */
export async function listFolder(
  { places, guard }: SearchFolderParts,
  place: ResolvedPath,
  ignore: GitIgnore,
): Promise<readonly FolderEntry[]> {
  const { location, subject } = place;
  const uri = vscode.Uri.parse(location.uri, true);
  const real = vscode.Uri.parse(location.real, true);
  const read = guard.reader(place);
  const [listed, ignored] = await Promise.all([readEntries(uri, location), ignore.folder(uri)]);
  return listed
    .filter(({ name }) => read(subjectBelow(subject, name)) !== 'deny')
    .map(({ name, type }) => ({
      name,
      type,
      ignored: ignored(name, type === 'directory'),
      locate: () => {
        const own = vscode.Uri.joinPath(uri, name);
        const path = plain.test(name) ? below(location.path, name) : nameIn(places, own, location.path, name);
        return { uri: own.toString(), path, real: vscode.Uri.joinPath(real, name).toString() };
      },
    }))
    .sort((a, b) => comparePaths(a.name, b.name));
}

/** A name that no tool takes, such as one with a line break, is shown and harmless. */
function nameIn(places: PathResolver, uri: vscode.Uri, folder: string, name: string): string {
  try {
    return places.nameOf(uri);
  } catch {
    return below(folder, escapeForDisplay(name));
  }
}

function below(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

async function readEntries(uri: vscode.Uri, at: Location): Promise<ListedEntry[]> {
  try {
    const names = await fileSystem.readDirectory(uri);
    return names.map(([name, type]) => ({
      name,
      type: (type & vscode.FileType.SymbolicLink) === 0 ? typeOf(type) : 'symlink',
    }));
  } catch (cause) {
    const { code } = toToolError(cause, '');
    if (code === 'NOT_FOUND') throw new ToolError(code, `${at.path} does not exist.`);
    if (code === 'VALIDATION_ERROR') {
      throw new ToolError(code, `${at.path} is not a directory. Look at it with redline_path_info.`);
    }
    throw toToolError(cause, `Listing ${at.path}`);
  }
}

/** Counting stops past this many entries or milliseconds. */
const most = { entries: 200_000, milliseconds: 4000 };

/** Goes through a folder in lanes; git's own folder and what the rules deny is left out. */
export async function folderStatistics(
  { guard }: SearchFolderParts,
  place: ResolvedPath,
  signal: AbortSignal,
): Promise<FolderStatistics> {
  const read = guard.reader(place);
  const figures = { files: 0, folders: 0, links: 0, bytes: 0, unreadable: 0, atLeast: false, git: false };
  const byExtension = new Map<string, { files: number; bytes: number }>();
  const queue: { readonly uri: vscode.Uri; readonly path: string }[] = [
    { uri: vscode.Uri.parse(place.location.uri, true), path: '' },
  ];
  const started = performance.now();
  const visit = async (folder: vscode.Uri, path: string): Promise<void> => {
    const entries = await fileSystem.readDirectory(folder).then(undefined, () => {
      figures.unreadable++;
      return [];
    });
    const files: string[] = [];
    for (const [name, type] of entries) {
      const own = path === '' ? name : `${path}/${name}`;
      if (read(subjectBelow(place.subject, own)) === 'deny') continue;
      if (name === '.git') {
        figures.git = true;
        continue;
      }
      if (type === vscode.FileType.Directory) {
        figures.folders++;
        queue.push({ uri: vscode.Uri.joinPath(folder, name), path: own });
      } else if (type === vscode.FileType.File) files.push(name);
      else figures.links += (type & vscode.FileType.SymbolicLink) === 0 ? 0 : 1;
    }
    for (const name of files) {
      const stat = await fileSystem.stat(vscode.Uri.joinPath(folder, name)).then(undefined, () => undefined);
      const bytes = stat?.size ?? 0;
      const extension = extensionOf(name);
      const known = byExtension.get(extension) ?? { files: 0, bytes: 0 };
      byExtension.set(extension, { files: known.files + 1, bytes: known.bytes + bytes });
      figures.files++;
      figures.bytes += bytes;
    }
  };
  const isLate = (): boolean =>
    figures.files + figures.folders > most.entries || performance.now() - started > most.milliseconds;
  await inLanes(queue, async ({ uri, path }) => {
    signal.throwIfAborted();
    if (isLate()) figures.atLeast = true;
    else await visit(uri, path);
  });
  return { ...figures, byExtension };
}

/** Works on a queue that grows while it is worked on, on several things at once. */
async function inLanes<T>(queue: T[], work: (item: T) => Promise<void>): Promise<void> {
  let busy = 0;
  await new Promise<void>((resolve, reject) => {
    const next = (): void => {
      while (busy < 16) {
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

/** As `.ts`; `''` for a name without a dot, or with one in front alone. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
