// Resolves the folders or the path that a query searches (search roots), and judges the files in them by the access rules.

import * as vscode from 'vscode';
import { ToolError } from '../../core/wording/errors.ts';
import { outsideError } from '../../core/path/locatePath.ts';
import type { Flavour } from '../../core/path/pathParts.ts';
import type { Action } from '../../core/rules/operation.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { allNestedRoots, pathIn } from '../files/paths/workspaceRoots.ts';
import { replacedError, type PathResolver } from '../files/paths/pathResolver.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import { requireUnchanged, type ReadGuard } from '../files/workspace.ts';

/** A folder or file to search, with the access rules for its files. Paths are relative to `folder`, with `/`. */
export interface SearchRoot {
  /** The workspace folder; for a path outside the workspace a stand-in, whose index is -1. */
  readonly folder: vscode.WorkspaceFolder;
  /** The naming rules of local folders. */
  readonly flavour: Flavour;
  readonly isOutside?: boolean;
  /** The searched file or folder; `''` for all of `folder`. */
  readonly path: string;
  /** Paths of the workspace folders inside `folder`. */
  readonly nestedRootPaths: readonly string[];
  /** The folders among `nestedRootPaths` that are searched separately. */
  readonly separateFolders?: readonly string[];
  /** Whether the answer may report matches in a file; if undefined, in all. As in `SearchScope`. */
  readonly mayReport?: (path: string) => boolean;
  /** The rules' action for reading a path; never prompts. */
  readonly readActionOf: (path: string) => Action;
  /**
   * Whether the content of a file may be returned. False for a link to a file that may not be read. Hard links are
   * judged by all their known paths. May reject with the errors of `PathResolver.locate`, which callers treat as false.
   */
  readonly mayReturnContent: (path: string) => Promise<boolean>;
  /** Whether the real path of a file may be read: a folder above it may be a link. True if it leads nowhere. */
  readonly mayReadTarget: (path: string) => Promise<boolean>;
  /** Throws STALE if the searched path leads elsewhere than when the rules judged it (TOCTOU); for after a search. */
  readonly requireUnchanged: () => Promise<void>;
  /** Returns the display path of a file, for users and models. */
  readonly displayPath: (path: string) => string;
  /** Returns the search root for all of `folder`; outside the workspace, this one. */
  readonly wholeFolderRoot: () => Promise<SearchRoot>;
}

/** The part of the access rules that queries need. */
export type QueryGuard = Pick<ReadGuard, 'allow' | 'requireStat' | 'readAction'>;

export interface SearchFolderDeps {
  readonly resolver: PathResolver;
  readonly guard: QueryGuard;
}

/**
 * Resolves the path to search; without one, or for `.`, all workspace folders. Prompts the user first if the rules require
 * it. Throws as `PathResolver.locate` and `ReadGuard.allow` do, and OUTSIDE_WORKSPACE if no folder is open.
 */
export async function resolveSearchRoots(deps: SearchFolderDeps, path: string | undefined): Promise<SearchRoot[]> {
  if (path !== undefined && path !== '.') return [await resolveSearchRoot(deps, path)];
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new ToolError('OUTSIDE_WORKSPACE', 'No folder is open. Ask the user to open a folder first.');
  }
  const roots = await Promise.all(folders.map(({ uri }) => resolveSearchRoot(deps, deps.resolver.pathOf(uri))));
  return roots.map(withoutNestedFolders);
}

/** Excludes the workspace folders nested in this one, which are search roots of their own, by denying their files. */
function withoutNestedFolders(searched: SearchRoot): SearchRoot {
  const { nestedRootPaths } = searched;
  if (nestedRootPaths.length === 0) return searched;
  const isInNested = (path: string): boolean => nestedRootPaths.some((nested) => pathIn(nested, path) !== undefined);
  return {
    ...searched,
    separateFolders: nestedRootPaths,
    readActionOf: (path) => (isInNested(path) ? 'deny' : searched.readActionOf(path)),
  };
}

async function resolveSearchRoot(deps: SearchFolderDeps, path: string): Promise<SearchRoot> {
  const resolved = await deps.resolver.locate(path);
  await deps.guard.allow(resolved);
  // If something appeared there since, only its existence was judged and approved, not its content.
  if (resolved.isMissing && !(await deps.resolver.locate(path)).isMissing) throw replacedError(resolved.location);
  const uri = vscode.Uri.parse(resolved.location.uri, true);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!resolved.subject.isInside) return createOutsideRoot(deps, resolved, uri);
  if (folder === undefined) throw outsideError(resolved.location.path);
  return createSearchRoot(deps, resolved, folder, relativeTo(folder, uri));
}

/** Creates the search root for a path outside the workspace: the folder itself, or the parent folder of a file. */
function createOutsideRoot(deps: SearchFolderDeps, resolved: ResolvedPath, uri: vscode.Uri): SearchRoot {
  const isFolder = resolved.subject.isFolder === true;
  const top = isFolder ? uri : vscode.Uri.joinPath(uri, '..');
  const folder = { uri: top, name: top.path, index: -1 };
  const searched = createSearchRoot(deps, resolved, folder, isFolder ? '' : relativeTo(folder, uri));
  return { ...searched, isOutside: true, wholeFolderRoot: () => Promise.resolve(searched) };
}

function createSearchRoot(
  deps: SearchFolderDeps,
  resolved: ResolvedPath,
  folder: vscode.WorkspaceFolder,
  searchedPath: string,
): SearchRoot {
  const { resolver, guard } = deps;
  const readAction = guard.readAction(resolved);
  const prefixLength = searchedPath === '' ? 0 : searchedPath.length + 1;
  return {
    folder,
    flavour: resolver.flavour,
    path: searchedPath,
    nestedRootPaths: allNestedRoots([folder.uri.toString()], resolved.nestedRoots).map((nested) => nested.path),
    readActionOf: (path) => {
      // The searched path itself was judged before, and the user prompted if needed.
      if (path === searchedPath) return 'allow';
      // Searches judge files only.
      const isFolder = false;
      return readAction(subjectBelow(resolved.subject, path.slice(prefixLength), isFolder));
    },
    mayReturnContent: async (path) => {
      if (resolved.isMissing) return false;
      const uri = vscode.Uri.joinPath(folder.uri, path);
      if (path === searchedPath || !(await resolver.needsFullJudgement(uri))) return true;
      return (await readActionOfTarget(deps, uri)) === 'allow';
    },
    mayReadTarget: async (path) => {
      try {
        return (await readActionOfTarget(deps, vscode.Uri.joinPath(folder.uri, path))) === 'allow';
      } catch (cause) {
        return !(cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE');
      }
    },
    requireUnchanged: async () => {
      if (!resolved.isMissing) await requireUnchanged(resolver, resolved);
    },
    displayPath: (path) => displayPathOf(resolver, path, folder),
    wholeFolderRoot: () => resolveSearchRoot(deps, resolver.pathOf(folder.uri)),
  };
}

/** The rules' action for reading the file that a URI leads to through links. */
async function readActionOfTarget({ resolver, guard }: SearchFolderDeps, uri: vscode.Uri): Promise<Action> {
  const target = await resolver.locate(resolver.pathOf(uri));
  return guard.readAction(target)(target.subject);
}

/**
 * Matches paths that are shown unchanged if there is one workspace folder. A fast path, since a search may find
 * thousands.
 */
const plainPath = /^[\w.][\w@+,()=. -]*(?:\/[\w@+,()=. -]+)*$/;

/** Display path; escaped if tools would not accept it, such as one with a line break. */
function displayPathOf(resolver: PathResolver, path: string, folder: vscode.WorkspaceFolder): string {
  const { workspaceFolders = [] } = vscode.workspace;
  if (plainPath.test(path) && workspaceFolders.length === 1 && workspaceFolders[0] === folder) return path;
  try {
    return resolver.displayNameOf(vscode.Uri.joinPath(folder.uri, path));
  } catch {
    return escapeForDisplay(path);
  }
}

/** The path of a URI below a workspace folder, with `/`; `''` for the folder itself. */
export function relativeTo(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
}
