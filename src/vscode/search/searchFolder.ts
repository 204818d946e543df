import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import { outside } from '../../core/path/resolvePath.ts';
import type { Action } from '../../core/rules/rule.ts';
import { subjectBelow, type Subject } from '../../core/rules/subject.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { foldersInside, pathIn } from '../files/nestedFolders.ts';
import type { ResolvedPath, PathResolver } from '../files/pathResolver.ts';

/** A folder (or file) of the workspace that is looked through, how the rules judge what is in it, and how that is named. */
export interface SearchFolder {
  readonly folder: vscode.WorkspaceFolder;
  /** Whether it is no folder of the workspace. */
  readonly isOutside?: boolean;
  /** Below the workspace folder, with `/`; `''` for the workspace folder itself. */
  readonly path: string;
  /** What the rules say to reading a path (below the workspace folder, at `path` or in it); nobody is asked. */
  readonly actionOf: (path: string) => Action;
  /** Whether the content of such a file may be told: a file with several names is judged by all that are known. */
  readonly mayTell: (path: string) => Promise<boolean>;
  /** The name of such a path for people and models. */
  readonly nameOf: (path: string) => string;
  /** The workspace folder itself. */
  readonly whole: () => Promise<SearchFolder>;
}

/** The rules' word on reading, for one call. */
export interface QueryGuard {
  /** Asks the person where the rules say so. Throws PERMISSION_DENIED and REJECTED. */
  allow(place: ResolvedPath): Promise<void>;
  /** As `ReadGuard.look`. */
  look(place: ResolvedPath): Promise<void>;
  /** What the rules say to reading these, for many subjects at a place and below it at once; nobody is asked. */
  reader(place: ResolvedPath): (subject: Subject) => Action;
}

export interface SearchFolderParts {
  readonly places: PathResolver;
  readonly guard: QueryGuard;
}

/**
 * The folder or file that was asked for by name, or all workspace folders. One outside the workspace is looked through
 * with the person's leave. Throws as `Places.locate` does.
 */
export async function searchFolders(parts: SearchFolderParts, path: string | undefined): Promise<SearchFolder[]> {
  if (path !== undefined && path !== '.') return [await folderAt(parts, path)];
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new ToolError('OUTSIDE_WORKSPACE', 'No folder is open. Ask the user to open a folder first.');
  }
  const all = await Promise.all(folders.map(({ uri }) => folderAt(parts, parts.places.pathOf(uri))));
  return all.map(withoutNested);
}

/** What lies in a workspace folder inside this one is left to that one, which is looked through as well. */
function withoutNested(searched: SearchFolder): SearchFolder {
  const inside = foldersInside(searched.folder.uri.toString());
  if (inside.length === 0) return searched;
  const isInside = (path: string): boolean => inside.some((nested) => pathIn(nested.path, path) !== undefined);
  return { ...searched, actionOf: (path) => (isInside(path) ? 'deny' : searched.actionOf(path)) };
}

async function folderAt(parts: SearchFolderParts, path: string): Promise<SearchFolder> {
  const place = await parts.places.locate(path);
  await parts.guard.allow(place);
  const uri = vscode.Uri.parse(place.location.uri, true);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!place.subject.inside) return folderOutside(parts, place, uri);
  if (folder === undefined) throw outside(place.location.path);
  return searchFolderOf(parts, place, folder, relativeTo(folder, uri));
}

/** A folder outside as if it were one of the workspace; a file as the one in its folder that is looked at. */
function folderOutside(parts: SearchFolderParts, place: ResolvedPath, uri: vscode.Uri): SearchFolder {
  const isFolder = place.subject.isFolder === true;
  const top = isFolder ? uri : vscode.Uri.joinPath(uri, '..');
  const folder = { uri: top, name: top.path, index: -1 };
  const searched = searchFolderOf(parts, place, folder, isFolder ? '' : relativeTo(folder, uri));
  return { ...searched, isOutside: true, whole: () => Promise.resolve(searched) };
}

function searchFolderOf(
  { places, guard }: SearchFolderParts,
  place: ResolvedPath,
  folder: vscode.WorkspaceFolder,
  path: string,
): SearchFolder {
  const read = guard.reader(place);
  const from = path === '' ? 0 : path.length + 1;
  return {
    folder,
    path,
    // The very path that was asked for has been judged, and the person asked if need be.
    actionOf: (below) => (below === path ? 'allow' : read(subjectBelow(place.subject, below.slice(from)))),
    mayTell: async (below) => {
      const uri = vscode.Uri.joinPath(folder.uri, below);
      if (below === path || !(await places.isMoreThanNamed(uri))) return true;
      const other = await places.locate(places.pathOf(uri));
      return guard.reader(other)(other.subject) === 'allow';
    },
    nameOf: (below) => nameOf(places, vscode.Uri.joinPath(folder.uri, below), below, folder),
    whole: () => folderAt({ places, guard }, places.pathOf(folder.uri)),
  };
}

/** Paths that are their own name where there is one workspace folder; there may be thousands of them. */
const plain = /^[\w.][\w@+,()=. -]*(?:\/[\w@+,()=. -]+)*$/;

/** A name that no tool takes, such as one with a line break, is shown and harmless. */
function nameOf(places: PathResolver, uri: vscode.Uri, below: string, folder: vscode.WorkspaceFolder): string {
  const { workspaceFolders = [] } = vscode.workspace;
  if (plain.test(below) && workspaceFolders.length === 1 && workspaceFolders[0] === folder) return below;
  try {
    return places.nameOf(uri);
  } catch {
    return escapeForDisplay(below);
  }
}

/** The path of a URI below a workspace folder, with `/`; `''` for the folder itself. */
export function relativeTo(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
}
