// Finds the stores of Watch by folder, and clears the stores of the window's folders while Watch is off.

import * as vscode from 'vscode';
import type { OpenWatch } from '../../tools/ports/watchPort.ts';
import { statOf } from '../files/fileSystem.ts';
import { diskFolders, folderUriOf } from '../files/paths/workspaceRoots.ts';

/**
 * @param storage folder of all stores of the workspace
 * @param folder URI of the watched folder, as `folderUriOf` returns it
 */
export function storeUriOf(storage: vscode.Uri, folder: string): vscode.Uri {
  return vscode.Uri.joinPath(storage, storeName(folder));
}

/**
 * Clears the existing stores of the window's folders as `Watch.clearHistory` does, without a scan. Call it only while
 * Watch is off. Throws ToolError IO_ERROR.
 */
export async function clearStores(storage: vscode.Uri, open: OpenWatch): Promise<void> {
  for (const folder of diskFolders().map(folderUriOf)) {
    const store = storeUriOf(storage, folder);
    // Opening a missing store would create it.
    if ((await statOf(store)) === undefined) continue;
    // Nothing is scanned, so the rules about secrets do not matter.
    const watch = await open({ folder, storage: store.toString(), isSecret: () => true });
    await watch.clearHistory().finally(() => watch.dispose());
  }
}

/** Parameters of the 64-bit FNV-1a hash. */
const fnvOffsetBasis = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;

/** FNV-1a of its URI, which suffices for the few folders of a workspace. A change would lose the existing stores. */
function storeName(uri: string): string {
  let hash = fnvOffsetBasis;
  for (const byte of new TextEncoder().encode(uri)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * fnvPrime);
  return hash.toString(16).padStart(16, '0');
}
