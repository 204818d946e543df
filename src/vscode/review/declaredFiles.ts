// Reads what the `.gitattributes` files of the workspace declare of changed files.

import * as vscode from 'vscode';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import type { Change } from '../../core/change/change.ts';
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
  readonly top: number;
  readonly macros: Macros;
  /** Nearest first. */
  readonly files: readonly AttributesFile[];
}

const nothing: FolderAttributes = { top: 0, macros: new Map(), files: [] };

/**
 * What the `.gitattributes` files on disk declare of each changed file. Those that the call itself changes count as they
 * are on disk, so that it cannot suppress a warning. Reads nothing outside the workspace; never rejects.
 */
export async function readDeclared(changes: readonly Change[]): Promise<ReadonlyMap<Change, DeclaredAttributes>> {
  const attributesByFolder = new Map<string, Promise<FolderAttributes>>();
  const declared = new Map<Change, DeclaredAttributes>();
  await forEachConcurrently(changes, async (change) => {
    const uri = vscode.Uri.parse(change.at.uri, true);
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (root === undefined) return;
    const segments = uri.path.slice(root.path.replace(/\/$/, '').length + 1).split('/');
    const { top, macros, files } = await attributesOf(root, segments.slice(0, -1), attributesByFolder).catch(
      () => nothing,
    );
    if (files.length > 0)
      declared.set(change, await runYielding(evaluateAttributes(files, segments.slice(top).join('/'), macros)));
  });
  return declared;
}

/** Reads each folder once; a folder without the file costs one failing access. */
function attributesOf(
  root: vscode.Uri,
  segments: readonly string[],
  attributesByFolder: Map<string, Promise<FolderAttributes>>,
): Promise<FolderAttributes> {
  const folder = vscode.Uri.joinPath(root, ...segments);
  const read = async (): Promise<FolderAttributes> => {
    const [content, outer] = await Promise.all([
      readRuleFile(vscode.Uri.joinPath(folder, '.gitattributes')),
      segments.length === 0 ? nothing : attributesOf(root, segments.slice(0, -1), attributesByFolder),
    ]);
    if (content === undefined && outer.files.length === 0) return outer;
    const isTop = segments.length === 0 || (await statOf(vscode.Uri.joinPath(folder, '.git'))) !== undefined;
    return runYielding(extendAttributes(outer, { segments, content, isTop }));
  };
  const attributes = attributesByFolder.get(folder.toString()) ?? read();
  attributesByFolder.set(folder.toString(), attributes);
  return attributes;
}

/** Attributes of a folder, from those of its parent; at a repository's root they start anew. */
function* extendAttributes(
  parent: FolderAttributes,
  folder: { readonly segments: readonly string[]; readonly content: Uint8Array | undefined; readonly isTop: boolean },
): Yielding<FolderAttributes> {
  const { segments, content, isTop } = folder;
  const { top, macros, files } = isTop ? { ...nothing, top: segments.length } : parent;
  if (content === undefined) return { top, macros, files };
  const knownMacros = isTop ? yield* readMacros(content) : macros;
  const attributes = yield* readAttributes(segments.slice(top).join('/'), content, knownMacros);
  return { top, macros: knownMacros, files: [attributes, ...files] };
}
