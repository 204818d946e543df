// Asks the user for a path by a quick pick, and lists the files to choose from.

import * as vscode from 'vscode';
import { foldersOf, withoutFolderName } from '../../core/path/pathParts.ts';
import type { NamedKind } from '../../core/rules/parse/newRule.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import type { World } from '../../tools/ports/world.ts';
import { plainText } from '../messages/notify.ts';

export type AskedPathKind = NamedKind | 'any';

interface PathItem extends vscode.QuickPickItem {
  /** The path; undefined for the item that opens the system's dialog. */
  readonly path: string | undefined;
}

/** Asks for a path: from a list, by the system's dialog, or typed; undefined if the user cancels. */
export async function pickPath(title: string, kind: AskedPathKind, listFiles: ListFiles): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<PathItem>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t('Type to search, or type a path');
  picker.ignoreFocusOut = true;
  picker.busy = true;
  const browse = { label: `$(folder-opened) ${vscode.l10n.t('Browse…')}`, path: undefined, alwaysShow: true };
  let pathSuggestions = suggestPaths(kind);
  const show = (): void => {
    picker.items = [...pathSuggestions, ...typedItems(picker.value, pathSuggestions), browse];
  };
  show();
  picker.onDidChangeValue(show);
  void listFiles()
    .then((files) => {
      const suggested = new Set(pathSuggestions.map(({ path }) => path));
      pathSuggestions = [...pathSuggestions, ...itemsForFiles(files, kind).filter(({ path }) => !suggested.has(path))];
      show();
    })
    .finally(() => (picker.busy = false));
  const picked = await showUntilPicked(picker);
  picker.dispose();
  return picked === undefined ? undefined : (picked.path ?? askByDialog(title, kind));
}

function showUntilPicked(picker: vscode.QuickPick<PathItem>): Promise<PathItem | undefined> {
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item !== undefined) resolve(item);
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
}

/** The most likely paths: the file of the active editor, or its folder. */
function suggestPaths(kind: AskedPathKind): readonly PathItem[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const description = vscode.l10n.t('active editor');
  const isInWorkspace = uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const path = isInWorkspace ? vscode.workspace.asRelativePath(uri) : undefined;
  const file = path === undefined || !acceptsFiles(kind) ? [] : [{ ...fileItem(path), description }];
  const root = workspaceFolderNames().length > 1 ? [] : ['.'];
  const parent = path === undefined ? [] : foldersOf([path]).slice(-1);
  const folders = acceptedFolders([...parent, ...root], kind);
  return [...file, ...folders.map(folderItem)];
}

function acceptsFiles(kind: AskedPathKind): boolean {
  return kind === 'file' || kind === 'any';
}

function acceptedFolders(folders: readonly string[], kind: AskedPathKind): readonly string[] {
  if (kind === 'file') return [];
  const names = workspaceFolderNames();
  return kind === 'folder' ? folders.filter((folder) => withoutFolderName(folder, names) !== '.') : folders;
}

/** Paths begin with these names if there are several. */
export function workspaceFolderNames(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
}

function itemsForFiles(files: readonly string[], kind: AskedPathKind): PathItem[] {
  const folders = acceptedFolders(foldersOf(files), kind).map(folderItem);
  return acceptsFiles(kind) ? [...folders, ...files.map(fileItem)] : folders;
}

function fileItem(path: string): PathItem {
  return { label: `$(file) ${plainText(path)}`, path };
}

function folderItem(path: string): PathItem {
  if (path !== '.') return { label: `$(folder) ${plainText(path)}`, path };
  return { label: `$(root-folder) ${vscode.l10n.t('The whole workspace')}`, path };
}

/** The item for a typed path, which need not exist; no item if the path is empty or already suggested. */
function typedItems(value: string, suggestions: readonly PathItem[]): PathItem[] {
  const path = value.trim();
  if (path === '' || suggestions.some((item) => item.path === path)) return [];
  return [
    { label: `$(edit) ${plainText(path)}`, description: vscode.l10n.t('the path as typed'), path, alwaysShow: true },
  ];
}

/** Returns the path as tools accept it: relative in the workspace, else absolute. */
async function askByDialog(title: string, kind: AskedPathKind): Promise<string | undefined> {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      canSelectFiles: acceptsFiles(kind),
      canSelectFolders: kind !== 'file',
      ...(defaultUri === undefined ? {} : { defaultUri }),
    })) ?? [];
  if (uri === undefined) return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const root = folders.find((folder) => folder.uri.toString() === uri.toString());
  if (root === undefined) return vscode.workspace.asRelativePath(uri);
  return folders.length > 1 ? root.name : '.';
}

/** Lists the paths of the workspace's files, in the form that tools accept. Never rejects. */
export type ListFiles = () => Promise<readonly string[]>;

/** Maximum number of files to choose from; other paths can be typed. */
const maxFiles = 10_000;

/** Creates a lister of files, which applies the same access rules as for agents. */
export function createFileLister(world: World): ListFiles {
  return async () => {
    // Without a chat, there is no invocation token.
    const { signal } = new AbortController();
    const call = { tool: 'redline_find_files', caller: userCaller, token: undefined, signal };
    try {
      const listing = await world.queriesFor(call).findFiles({ includeIgnored: false }, maxFiles, 'path');
      return listing.files;
    } catch (cause) {
      world.failures.unexpected('listing files to choose from', cause);
      return [];
    }
  };
}
