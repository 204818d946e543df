// Finds the file of a team's policy in a workspace folder.
import * as vscode from 'vscode';
import type { HeldPlaces } from '../../core/connect/holdSettings.ts';
import { statOf } from '../files/fileSystem.ts';

/** The file of a team's policy in a workspace folder. */
export function teamPolicyUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.redline', 'policy.json');
}

/** The agents for which Hold is proved to be on in a folder, by their ids. Never rejects. */
export type HeldIn = (folder: vscode.Uri) => Promise<HeldPlaces>;

/** Whether a folder has a policy; also where that cannot be seen. */
export async function hasPolicy(folder: vscode.Uri): Promise<boolean> {
  return statOf(teamPolicyUri(folder)).then(
    (found) => found !== undefined,
    () => true,
  );
}
