// Reads the git attributes of changed files (generated, vendored…) from the `.gitattributes` files of the workspace.

import * as vscode from 'vscode';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import type { Change } from '../../core/change/change.ts';
import { pathBelow } from '../../core/path/pathParts.ts';
import {
  evaluateAttributes,
  readAttributes,
  readMacros,
  type AttributesFile,
  type DeclaredAttributes,
  type Macros,
} from '../../core/git/attributes.ts';
import { statOf } from '../files/fileSystem.ts';
import { readRuleFile } from '../files/gitIgnore.ts';

/** The `.gitattributes` rules that apply in a folder: its own, and those inherited from the folders above. */
interface ApplyingRules {
  /** Number of path segments from the workspace folder to the repository's root. */
  readonly rootDepth: number;
  readonly macros: Macros;
  /** Nearest first, since it takes precedence. */
  readonly files: readonly AttributesFile[];
}

const noRules: ApplyingRules = { rootDepth: 0, macros: new Map(), files: [] };

/**
 * The attributes that the `.gitattributes` files on disk declare for each changed file. Ignores changes by the call
 * itself to these files, so that it cannot suppress a warning. Reads nothing outside the workspace; never rejects.
 */
export async function readDeclaredAttributes(
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, DeclaredAttributes>> {
  const rulesByFolder = new Map<string, Promise<ApplyingRules>>();
  const declared = new Map<Change, DeclaredAttributes>();
  await forEachConcurrently(changes, async (change) => {
    const uri = vscode.Uri.parse(change.at.uri, true);
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (root === undefined) return;
    const segments = pathBelow(root.path, uri.path).split('/');
    const reading = rulesOf(root, segments.slice(0, -1), rulesByFolder);
    const { rootDepth, macros, files } = await reading.catch(() => noRules);
    if (files.length === 0) return;
    const pathInRepository = segments.slice(rootDepth).join('/');
    declared.set(change, await runYielding(evaluateAttributes(files, pathInRepository, macros)));
  });
  return declared;
}

/** The rules that apply in the folder at `segments` below `root`. @param rulesByFolder a cache: each is read once */
function rulesOf(
  root: vscode.Uri,
  segments: readonly string[],
  rulesByFolder: Map<string, Promise<ApplyingRules>>,
): Promise<ApplyingRules> {
  const folder = vscode.Uri.joinPath(root, ...segments);
  const read = async (): Promise<ApplyingRules> => {
    const [content, parent] = await Promise.all([
      readRuleFile(vscode.Uri.joinPath(folder, '.gitattributes')),
      segments.length === 0 ? noRules : rulesOf(root, segments.slice(0, -1), rulesByFolder),
    ]);
    if (content === undefined && parent.files.length === 0) return parent;
    // Nothing above the workspace folder is read, so it counts as a root.
    const isRepositoryRoot = segments.length === 0 || (await statOf(vscode.Uri.joinPath(folder, '.git'))) !== undefined;
    return runYielding(extendRules(parent, { segments, content, isRepositoryRoot }));
  };
  const rules = rulesByFolder.get(folder.toString()) ?? read();
  rulesByFolder.set(folder.toString(), rules);
  return rules;
}

/** A folder as it is on disk. */
interface FolderOnDisk {
  /** The names in its path from the workspace folder. */
  readonly segments: readonly string[];
  /** The content of its `.gitattributes`; undefined if there is none to read. */
  readonly content: Uint8Array | undefined;
  readonly isRepositoryRoot: boolean;
}

/** Adds a folder's own rules to the rules of its parent; a repository's root inherits none. */
function* extendRules(
  parent: ApplyingRules,
  { segments, content, isRepositoryRoot }: FolderOnDisk,
): Yielding<ApplyingRules> {
  const inherited = isRepositoryRoot ? { ...noRules, rootDepth: segments.length } : parent;
  if (content === undefined) return inherited;
  const { rootDepth, files } = inherited;
  // Only the file in the repository's root may define macros.
  const macros = isRepositoryRoot ? yield* readMacros(content) : inherited.macros;
  const attributes = yield* readAttributes(segments.slice(rootDepth).join('/'), content, macros);
  return { rootDepth, macros, files: [attributes, ...files] };
}
