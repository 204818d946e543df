// Formats the URI of a workspace folder as the steps and items of Watch store it.

import type * as vscode from 'vscode';

/** URI of a folder without a final slash, which only the root of a file system has. */
export function folderUriOf({ uri }: vscode.WorkspaceFolder): string {
  return uri.toString().replace(/\/$/, '');
}
