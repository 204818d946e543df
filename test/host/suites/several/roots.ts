import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { placeAt, type Place } from '../place.ts';

/** The folders of the window, as the `.code-workspace` lists them; two have the name `app`, `inner` lies in the first. */
export type RootName = 'one' | 'two' | 'inner' | 'Handbook' | 'memory';

const order: readonly RootName[] = ['one', 'two', 'inner', 'Handbook', 'memory'];

let folders: readonly vscode.WorkspaceFolder[] = [];

// The folders of a `.code-workspace` may come only when the extension host has started already.
before(async () => {
  while ((vscode.workspace.workspaceFolders ?? []).length < order.length) await nextFolders();
  folders = vscode.workspace.workspaceFolders ?? [];
});

function nextFolders(): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      listener.dispose();
      resolve();
    });
  });
}

/** A folder of the window as another program sees it. */
export function root(name: RootName): Place {
  return placeAt(folderOf(name).uri);
}

export function folderOf(name: RootName): vscode.WorkspaceFolder {
  const folder = folders[order.indexOf(name)];
  assert.ok(folder, `${name} is a folder of the window`);
  return folder;
}

/** The path by which a file is always found: absolute on the disk, a URI elsewhere. */
export function wholePath(name: RootName, file: string): string {
  const uri = vscode.Uri.joinPath(folderOf(name).uri, file);
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** Opens just these folders, or none. */
export async function openFolders(...names: readonly RootName[]): Promise<void> {
  const wanted = names.map((name) => ({ uri: folderOf(name).uri, name: folderOf(name).name }));
  const open = vscode.workspace.workspaceFolders ?? [];
  if (open.map(({ uri }) => uri.toString()).join() === wanted.map(({ uri }) => uri.toString()).join()) return;
  await replaceFolders(0, open.length, ...wanted);
}

/** Opens other folders instead of `count` of those that are open. */
export async function replaceFolders(
  start: number,
  count: number,
  ...added: readonly { readonly uri: vscode.Uri; readonly name: string }[]
): Promise<void> {
  const changed = nextFolders();
  assert.ok(vscode.workspace.updateWorkspaceFolders(start, count, ...added), 'the folders can be changed');
  await changed;
}

/** Opens more folders, after those that are open. */
export function addFolders(...added: readonly { readonly uri: vscode.Uri; readonly name: string }[]): Promise<void> {
  return replaceFolders(vscode.workspace.workspaceFolders?.length ?? 0, 0, ...added);
}

export const openAll = (): Promise<void> => openFolders(...order);
