// Determines which files git ignores, by the ignore files in the workspace folders and their repositories.
import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import { baseName } from '../../core/path/pathParts.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { createIgnoreTree, type IgnoreOptions, type IgnoreScope } from '../../core/pattern/ignore.ts';
import type { RepositoryFinder } from '../../core/pattern/repositoryFinder.ts';
import { maxRuleFileBytes } from '../../core/text/sizeLimits.ts';

/**
 * Determines which files git ignores in the workspace; none outside of it. Reads each ignore file once, so later
 * changes of these files need a new instance.
 */
export class GitIgnore {
  readonly #repositories: RepositoryFinder | undefined;
  readonly #scopes = new Map<string, Promise<IgnoreScope>>();

  /** Without `repositories`, and on virtual file systems, each workspace folder counts as a repository. */
  constructor(repositories: RepositoryFinder | undefined) {
    this.#repositories = repositories;
  }

  /** Returns a function that checks whether git ignores an entry of a folder, by its name. */
  async predicateFor(uri: vscode.Uri): Promise<(name: string, isDirectory: boolean) => boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return () => false;
    const relative = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
    const names = relative === '' ? [] : relative.split('/');
    if (names.includes('.git')) return () => true;
    let scope = await this.scopeOf(folder.uri);
    for (const name of names) scope = await scope.enter(name);
    return (name, isDirectory) => name === '.git' || scope.ignoringRule(name, isDirectory) !== undefined;
  }

  /**
   * Whether git ignores a folder of the workspace, or one that contains it. For a file, it may say so by mistake: rules
   * that are for folders alone count, too.
   */
  async ignores(uri: vscode.Uri): Promise<boolean> {
    const isIgnored = await this.predicateFor(vscode.Uri.joinPath(uri, '..'));
    const isDirectory = true;
    return isIgnored(baseName(uri.path), isDirectory);
  }

  /** The ignore rules at the root of a workspace folder. */
  scopeOf(root: vscode.Uri): Promise<IgnoreScope> {
    const key = root.toString();
    const scope = this.#scopes.get(key) ?? this.#open(root);
    this.#scopes.set(key, scope);
    return scope;
  }

  async #open(root: vscode.Uri): Promise<IgnoreScope> {
    const finder = root.scheme === 'file' ? this.#repositories : undefined;
    const repository = await finder?.containing(root.fsPath);
    /** Names of the folders from the repository's top down to this one. */
    const namesBelowTop = repository?.prefix.split('/').filter((name) => name !== '') ?? [];
    const top = repository === undefined ? root : vscode.Uri.file(repository.top);
    const findNestedRepository = async (directory: string) => finder?.atTop(vscode.Uri.joinPath(top, directory).fsPath);
    const settings: Pick<IgnoreOptions, 'globalFiles' | 'ignoreCase'> =
      repository === undefined
        ? { globalFiles: await readExcludeFile(root) }
        : { globalFiles: repository.globalFiles, ignoreCase: repository.ignoreCase };
    const options: IgnoreOptions = { ...settings, findNestedRepository, runYielding };
    let scope = await createIgnoreTree(gitignoresBelow(top), options).root;
    for (const name of namesBelowTop) {
      // The workspace folder or an ancestor is ignored, but the user opened it: only the rules in it apply.
      if (scope.ignoringRule(name, true) !== undefined)
        return createIgnoreTree(gitignoresBelow(root), { runYielding }).root;
      scope = await scope.enter(name);
    }
    return scope;
  }
}

/** Returns a function that reads the `.gitignore` in a directory below a base folder. */
function gitignoresBelow(base: vscode.Uri): (directory: string) => Promise<Uint8Array | undefined> {
  return (directory) => readRuleFile(vscode.Uri.joinPath(base, directory, '.gitignore'));
}

async function readExcludeFile(root: vscode.Uri): Promise<readonly Uint8Array[]> {
  const exclude = await readRuleFile(vscode.Uri.joinPath(root, '.git', 'info', 'exclude'));
  return exclude === undefined ? [] : [exclude];
}

/**
 * Reads a `.gitignore`, `.gitattributes` or `.git/info/exclude`. Undefined if it is missing, unreadable, too large, or a
 * link: git does not follow one in place of the first two, and one in place of the third may lead out of the workspace.
 */
export async function readRuleFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const stat = await fileSystem.stat(uri);
    const isReadable = stat.type === vscode.FileType.File && stat.size <= maxRuleFileBytes;
    return isReadable ? await fileSystem.readFile(uri) : undefined;
  } catch {
    return undefined;
  }
}
