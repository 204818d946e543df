// Locates the file of a team policy, and determines whether there is one.
import * as vscode from 'vscode';
import { statOf } from '../../files/fileSystem.ts';

/** URI of a team policy in a workspace folder. */
export function teamPolicyUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.redline', 'policy.json');
}

/** Whether a folder has a policy; true if this cannot be determined, since an unreadable policy must deny changes. */
export async function hasTeamPolicy(folder: vscode.Uri): Promise<boolean> {
  try {
    return (await statOf(teamPolicyUri(folder))) !== undefined;
  } catch {
    return true;
  }
}
