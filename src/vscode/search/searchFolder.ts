// Resolves the folders of a search, and applies the access rules to the files in them.

import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import { outsideError } from '../../core/path/locatePath.ts';
import type { Action } from '../../core/rules/operation.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { foldersInside, pathIn } from '../files/workspaceRoots.ts';
import type { ResolvedPath, PathResolver } from '../files/pathResolver.ts';
import type { ReadGuard } from '../files/workspace.ts';

/** A folder or file to search, with the access rules for its files. Paths are relative to `folder`, with `/`. */
export interface SearchFolder {
  readonly folder: vscode.WorkspaceFolder;
  /** Whether `folder` is outside the workspace. */
  readonly isOutside?: boolean;
  /** The searched path; `''` for all of `folder`. */
  readonly path: string;
  /** The rules' action for reading a path; never prompts. */
  readonly actionOf: (path: string) => Action;
  /** Whether the content of a file may be returned; hard links are judged by all their known paths. */
  readonly mayTell: (path: string) => Promise<boolean>;
  /** Display path, for users and models. */
  readonly displayPath: (path: string) => string;
  /** The search root for the whole `folder`. */
  readonly whole: () => Promise<SearchFolder>;
}

export type QueryGuard = Pick<ReadGuard, 'allow' | 'look' | 'reader'>;

export interface SearchFolderParts {
  readonly places: PathResolver;
  readonly guard: QueryGuard;
}

/**
 * Resolves the path to search; without one, all workspace folders. Outside the workspace, prompts the user first.
 * Throws as `PathResolver.locate` does.
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

/** Excludes the workspace folders nested in this one, which are search roots of their own. */
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
  if (folder === undefined) throw outsideError(place.location.path);
  return searchFolderOf(parts, place, folder, relativeTo(folder, uri));
}

/** Creates the search root for a path outside the workspace: the folder itself, or the parent folder of a file. */
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
    // The searched path itself was judged before, and the user prompted if needed.
    actionOf: (below) => (below === path ? 'allow' : read(subjectBelow(place.subject, below.slice(from)))),
    mayTell: async (below) => {
      const uri = vscode.Uri.joinPath(folder.uri, below);
      if (below === path || !(await places.needsFullJudgement(uri))) return true;
      const other = await places.locate(places.pathOf(uri));
      return guard.reader(other)(other.subject) === 'allow';
    },
    displayPath: (below) => nameOf(places, vscode.Uri.joinPath(folder.uri, below), below, folder),
    whole: () => folderAt({ places, guard }, places.pathOf(folder.uri)),
  };
}

/** Matches paths that are shown unchanged if there is one workspace folder. A fast path, since a search may find thousands. */
const plainPath = /^[\w.][\w@+,()=. -]*(?:\/[\w@+,()=. -]+)*$/;

/** Display path; escaped if tools would not accept it, such as one with a line break. */
function nameOf(places: PathResolver, uri: vscode.Uri, below: string, folder: vscode.WorkspaceFolder): string {
  const { workspaceFolders = [] } = vscode.workspace;
  if (plainPath.test(below) && workspaceFolders.length === 1 && workspaceFolders[0] === folder) return below;
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
