// Lists the changed files of the repositories in this window.
import * as vscode from 'vscode';

type Changes = readonly { readonly uri: vscode.Uri }[];

/** The part of the API of VS Code's git extension that is used here. */
interface GitExtension {
  /** False if the user has switched git off; `getAPI` throws then. */
  readonly enabled: boolean;
  getAPI(version: 1): { readonly repositories: readonly { readonly state: RepositoryState }[] };
}

interface RepositoryState {
  readonly indexChanges: Changes;
  readonly workingTreeChanges: Changes;
  readonly mergeChanges: Changes;
  readonly untrackedChanges?: Changes;
}

/** Lists the absolute paths of all changed files, as VS Code's own agent gets them; none without VS Code's git extension. */
export async function listChangedFiles(): Promise<readonly string[]> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return [];
  const git = await extension.activate();
  if (!git.enabled) return [];
  const { repositories } = git.getAPI(1);
  const changes = repositories.flatMap(({ state }) => [
    ...state.indexChanges,
    ...state.workingTreeChanges,
    ...state.mergeChanges,
    ...(state.untrackedChanges ?? []),
  ]);
  return [...new Set(changes.map(({ uri }) => uri.fsPath))];
}
