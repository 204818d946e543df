import type * as vscode from 'vscode';

/**
 * Where all windows of a workspace keep one history. The editor gives a second window on the same workspace a storage of
 * its own, beside the first one's, with `-1` to `-9` behind the name; what such a window did must not be out of sight,
 * nor what it was cut off in, when the next start has one window only.
 */
export function sharedStorage(context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>): vscode.Uri {
  const storage = context.storageUri;
  if (storage === undefined) return context.globalStorageUri;
  return storage.with({ path: storage.path.replace(/(\/workspaceStorage\/-?[0-9a-f]+)-[1-9](?=\/[^/]+$)/, '$1') });
}
