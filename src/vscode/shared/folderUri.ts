// Spells the URI of a workspace folder as Watch's steps and items do.

import type * as vscode from 'vscode';

/** URI of a folder without a final slash, which only the root of a file system has. */
export function folderUriOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.toString().replace(/\/$/, '');
}
