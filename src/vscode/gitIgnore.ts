import * as vscode from 'vscode';
import { ignoreTree, type IgnoreTree } from '../core/ignore.ts';

/** What git ignores in the workspace, read from its `.gitignore` files; each is read once as long as this object lives. */
export class GitIgnore {
  readonly #trees = new Map<string, IgnoreTree>();

  async isIgnored(uri: vscode.Uri, isDirectory: boolean): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return false;
    const relative = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
    if (relative === '') return false;
    if (relative === '.git' || relative.startsWith('.git/')) return true;
    return (await this.#tree(folder.uri)).isIgnored(relative, isDirectory);
  }

  /** What git ignores of the names in a folder. */
  async folder(uri: vscode.Uri): Promise<(name: string, isDirectory: boolean) => boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return () => false;
    const relative = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
    const names = relative === '' ? [] : relative.split('/');
    if (names[0] === '.git') return () => true;
    let scope = await (await this.#tree(folder.uri)).root;
    for (const name of names) scope = await scope.enter(name);
    return (name, isDirectory) => (relative === '' && name === '.git') || scope.reason(name, isDirectory) !== undefined;
  }

  async #tree(root: vscode.Uri): Promise<IgnoreTree> {
    const key = root.toString();
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const exclude = await contentOf(vscode.Uri.joinPath(root, '.git', 'info', 'exclude'));
    const readIgnoreFile = (folder: string) => contentOf(vscode.Uri.joinPath(root, folder, '.gitignore'));
    const tree = ignoreTree(readIgnoreFile, exclude === undefined ? {} : { outer: [exclude] });
    this.#trees.set(key, tree);
    return tree;
  }
}

/** A file's bytes, or undefined where there is none, or a link, which git does not follow. */
async function contentOf(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const stat = await vscode.workspace.fs.stat(uri);
    return stat.type === vscode.FileType.File ? await vscode.workspace.fs.readFile(uri) : undefined;
  } catch {
    return undefined;
  }
}
