// Looks up workspace folders, those on disk or nested in others, and paths in them.

import * as vscode from 'vscode';
import type { RealRoot } from '../../../core/path/realRoots.ts';
import type { RealPaths } from '../../../core/path/realPaths.ts';
import type { Root } from '../../../core/path/pathParts.ts';
import { diskPath, statOf } from '../fileSystem.ts';

/** The current workspace folders. */
export function workspaceRoots(): Root[] {
  return (vscode.workspace.workspaceFolders ?? []).map(rootOf);
}

/** The workspace folders on disk; agents outside the editor, and Watch, can reach no others. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** A workspace folder in the form of the core. On a local disk, its `path` is the system's. */
export function rootOf({ name, uri }: vscode.WorkspaceFolder): Root {
  return { name, path: uri.scheme === 'file' ? diskPath(uri) : uri.path, uri: uri.toString() };
}

/** URI of a folder without a final slash, which only the root of a file system has; Watch stores it in this form. */
export function folderUriOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.toString().replace(/\/$/, '');
}

/** A file's workspace folder, as Watch names it, and its path from there; undefined outside the open folders. */
export function locateInFolder(uri: string): { folder: string; path: string } | undefined {
  const file = vscode.Uri.parse(uri, true);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (folder === undefined) return undefined;
  return { folder: folderUriOf(folder), path: file.path.slice(folder.uri.path.length).replace(/^\//, '') };
}

/** The local workspace folders, with their canonical paths; a missing folder keeps its path as written. */
export function realRoots(realPaths: RealPaths): Promise<RealRoot[]> {
  const roots = diskFolders().map(rootOf);
  return Promise.all(
    roots.map(async (root) => ({ root, real: (await realPaths.inspect(root.path)).real ?? root.path })),
  );
}

/** URI of a path below a workspace folder. */
export function uriOf(root: Root, relative: string): vscode.Uri {
  const uri = vscode.Uri.parse(root.uri, true);
  return relative === '' ? uri : vscode.Uri.joinPath(uri, ...relative.split('/'));
}

/**
 * Stats every step of a path below a workspace folder: undefined for a step that is missing or fails. `identity` lists
 * the links among them, so that a later swap of a link is detected; undefined without links.
 */
export async function inspectSteps(root: Root, relative: string) {
  const names = relative === '' ? [] : relative.split('/');
  const steps = names.map((_name, index) => uriOf(root, names.slice(0, index + 1).join('/')));
  const stats = await Promise.all(steps.map((step) => statOf(step).catch(() => undefined)));
  const links = steps.filter((_step, index) => stats[index]?.type === 'symlink');
  return { stats, identity: links.length === 0 ? undefined : links.join(' ') };
}

/** A workspace folder inside another path: its URI, and its path below, with `/`. */
export interface NestedRoot {
  readonly uri: string;
  readonly path: string;
}

/** The workspace folders inside a workspace folder (given by its URI), with their paths below it, with `/`. */
export function foldersInside(folder: string): NestedRoot[] {
  const outer = vscode.Uri.parse(folder, true);
  const top = `${outer.path.replace(/\/$/, '')}/`;
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === outer.scheme && uri.authority === outer.authority)
    .filter(({ uri }) => uri.path.length > top.length && uri.path.startsWith(top))
    .map(({ uri }) => ({ uri: uri.toString(), path: uri.path.slice(top.length).replace(/\/$/, '') }));
}

/** The workspace folders nested in `folders` by name, and those by canonical path (`ResolvedPath`), each once. */
export function allNestedRoots(folders: readonly string[], nestedRoots: readonly NestedRoot[]): NestedRoot[] {
  const roots = [...folders.flatMap(foldersInside), ...nestedRoots];
  return [...new Map(roots.map((each) => [`${each.uri}\n${each.path}`, each])).values()];
}

/** A path relative to `folder`; `''` for the folder itself, undefined for a path outside it. */
export function pathIn(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
