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

/** The `.gitattributes` rules that apply in a folder. */
interface FolderAttributes {
  /** Number of path segments from the workspace folder to the repository's root. */
  readonly rootDepth: number;
  readonly macros: Macros;
  /** Nearest first, since it takes precedence. */
  readonly files: readonly AttributesFile[];
}

const noAttributes: FolderAttributes = { rootDepth: 0, macros: new Map(), files: [] };

/**
 * The attributes that the `.gitattributes` files on disk declare for each changed file. Ignores changes by the call
 * itself to these files, so that it cannot suppress a warning. Reads nothing outside the workspace; never rejects.
 */
export async function readDeclaredAttributes(
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, DeclaredAttributes>> {
  const attributesByFolder = new Map<string, Promise<FolderAttributes>>();
  const declared = new Map<Change, DeclaredAttributes>();
  await forEachConcurrently(changes, async (change) => {
    const uri = vscode.Uri.parse(change.at.uri, true);
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (root === undefined) return;
    const segments = pathBelow(root.path, uri.path).split('/');
    const reading = attributesOf(root, segments.slice(0, -1), attributesByFolder);
    const { rootDepth, macros, files } = await reading.catch(() => noAttributes);
    if (files.length === 0) return;
    const pathInRepository = segments.slice(rootDepth).join('/');
    declared.set(change, await runYielding(evaluateAttributes(files, pathInRepository, macros)));
  });
  return declared;
}

/** @param attributesByFolder caches the folders, so that each is read once */
function attributesOf(
  root: vscode.Uri,
  segments: readonly string[],
  attributesByFolder: Map<string, Promise<FolderAttributes>>,
): Promise<FolderAttributes> {
  const folder = vscode.Uri.joinPath(root, ...segments);
  const read = async (): Promise<FolderAttributes> => {
    const [content, parent] = await Promise.all([
      readRuleFile(vscode.Uri.joinPath(folder, '.gitattributes')),
      segments.length === 0 ? noAttributes : attributesOf(root, segments.slice(0, -1), attributesByFolder),
    ]);
    if (content === undefined && parent.files.length === 0) return parent;
    // Nothing above the workspace folder is read, so it counts as a root.
    const isRepositoryRoot = segments.length === 0 || (await statOf(vscode.Uri.joinPath(folder, '.git'))) !== undefined;
    return runYielding(extendAttributes(parent, { segments, content, isRepositoryRoot }));
  };
  const attributes = attributesByFolder.get(folder.toString()) ?? read();
  attributesByFolder.set(folder.toString(), attributes);
  return attributes;
}

/** `content` is the content of the folder's `.gitattributes`; undefined if there is none to read. */
interface AttributesFolder {
  /** The names in the file's path from the workspace folder. */
  readonly segments: readonly string[];
  readonly content: Uint8Array | undefined;
  readonly isRepositoryRoot: boolean;
}

/** Adds a folder's own rules to the rules of its parent; a repository's root inherits none. */
function* extendAttributes(
  parent: FolderAttributes,
  { segments, content, isRepositoryRoot }: AttributesFolder,
): Yielding<FolderAttributes> {
  const inherited = isRepositoryRoot ? { ...noAttributes, rootDepth: segments.length } : parent;
  if (content === undefined) return inherited;
  const { rootDepth, files } = inherited;
  // Only the file in the repository's root may define macros.
  const macros = isRepositoryRoot ? yield* readMacros(content) : inherited.macros;
  const attributes = yield* readAttributes(segments.slice(rootDepth).join('/'), content, macros);
  return { rootDepth, macros, files: [attributes, ...files] };
}
