// Finds the storage folder that all windows of a workspace share.
import type * as vscode from 'vscode';

/**
 * The storage folder shared by all windows of a workspace, so that each finds the history and the interrupted calls of
 * the others. VS Code gives further windows a separate storage: `workspaceStorage/<id>-1/<extension>` to `-9`. The id
 * is hexadecimal, in a browser perhaps negative.
 */
export function sharedStorage(context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>): vscode.Uri {
  const storage = context.storageUri;
  if (storage === undefined) return context.globalStorageUri;
  return storage.with({ path: storage.path.replace(/(\/workspaceStorage\/-?[0-9a-f]+)-[1-9](?=\/[^/]+$)/, '$1') });
}
