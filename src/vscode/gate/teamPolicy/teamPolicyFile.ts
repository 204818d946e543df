// Locates the file of a team policy, and declares how its requirement of Hold is checked.
import * as vscode from 'vscode';
import type { HoldScopes } from '../../../core/connect/holdSettings.ts';
import { statOf } from '../../files/fileSystem.ts';

/** URI of a team policy in a workspace folder. */
export function teamPolicyUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.redline', 'policy.json');
}

/** Finds the agents, by id, that a test has confirmed to be under Hold in a folder. Never rejects. */
export type FindHeldAgents = (folder: vscode.Uri) => Promise<HoldScopes>;

/** Whether a folder has a policy; true if this cannot be determined. */
export async function hasPolicy(folder: vscode.Uri): Promise<boolean> {
  return statOf(teamPolicyUri(folder)).then(
    (found) => found !== undefined,
    () => true,
  );
}
