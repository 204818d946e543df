// Lists the files that VS Code's git extension reports as changed, to judge an agent's read of their changes.
import * as vscode from 'vscode';

interface GitChange {
  readonly uri: vscode.Uri;
  /** The URI before a renaming; else the same as `uri`. */
  readonly originalUri: vscode.Uri;
}

/** The part of the API of VS Code's git extension that is used here. */
interface GitExtension {
  /** False if the user has switched git off; `getAPI` throws then. */
  readonly enabled: boolean;
  getAPI(version: 1): { readonly repositories: readonly { readonly state: RepositoryState }[] };
}

interface RepositoryState {
  readonly indexChanges: readonly GitChange[];
  readonly workingTreeChanges: readonly GitChange[];
  readonly mergeChanges: readonly GitChange[];
  readonly untrackedChanges?: readonly GitChange[];
}

/**
 * Lists the absolute paths of all changed files, as VS Code's own agent gets them. None if VS Code's git extension is
 * missing, or switched off.
 */
export async function listChangedFiles(): Promise<readonly string[]> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return [];
  const git = await extension.activate();
  if (!git.enabled) return [];
  return pathsOfChanges(git.getAPI(1).repositories);
}

/** Lists the absolute paths of changes, each once; for a renaming, both the old and the new one. */
export function pathsOfChanges(repositories: readonly { readonly state: RepositoryState }[]): readonly string[] {
  const changes = repositories.flatMap(({ state }) => [
    ...state.indexChanges,
    ...state.workingTreeChanges,
    ...state.mergeChanges,
    ...(state.untrackedChanges ?? []),
  ]);
  return [...new Set(changes.flatMap(({ uri, originalUri }) => [uri.fsPath, originalUri.fsPath]))];
}
