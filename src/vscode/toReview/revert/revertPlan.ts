// Plans the revert of files: computes the changes that undo others and keep later edits.

import * as vscode from 'vscode';
import { isFileContent, type Change, type Location, type ModeChange } from '../../../core/change/change.ts';
import { failure } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { revertSteps, type FileSide, type FileStep } from '../../../core/toReview/revertSteps.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import { encodeText } from '../../files/codec.ts';
import { fileSystem } from '../../files/fileSystem.ts';
import { workspaceRoots } from '../../files/paths/workspaceRoots.ts';
import { parentLocation, type Disk } from '../../ports/localDisk.ts';
import { readCurrentSides, decodeSide, type CurrentSide, type LoadedSide } from './sides.ts';

/** A stored side whose bytes are loaded on demand. */
export interface LazySide {
  readonly mode: FileSide['mode'];
  /** Throws ToolError IO_ERROR if the bytes were not stored, or are gone. */
  readonly load: () => Promise<Uint8Array>;
}

export interface FileRevert {
  readonly at: Location;
  /** Newest first. */
  readonly steps: readonly { readonly before: LazySide | undefined; readonly after: LazySide | undefined }[];
}

/** A file's current content, and its content after the revert. */
export interface RevertTarget {
  readonly at: Location;
  readonly current: CurrentSide;
  /** Undefined if there is no file then. */
  readonly result: LoadedSide | undefined;
}

/**
 * Plans the changes that revert others and keep later edits.
 *
 * @throws ToolError STALE if later edits overlap or cannot be merged, IO_ERROR if a side is gone
 */
export async function planRevert(files: readonly FileRevert[], disk: Disk): Promise<readonly Change[]> {
  const sides = await readCurrentSides(
    files.map(({ at }) => at),
    disk,
  );
  const targets = await mapConcurrently([...files.entries()], async ([index, { at, steps }]) => {
    const current = sides[index];
    return { at, current, result: await revertStepsOf(at, current === 'folder' ? undefined : current, steps) };
  });
  return changesToReach(targets);
}

/**
 * Plans the changes that bring files to their targets, in execution order. Also deletes folders that become empty,
 * since nothing records whether they existed before.
 * @param createdFolders further folders to delete if they are empty, and their parent folders if these become empty
 */
export async function changesToReach(
  targets: readonly RevertTarget[],
  createdFolders: readonly Location[] = [],
): Promise<readonly Change[]> {
  const changes = targets.flatMap(changesOf);
  const deletions = changes.filter((change) => change.kind === 'delete');
  const creations = changes.filter(({ kind }) => kind === 'create');
  const folderDeletions = await deletionsOfEmptied(deletions, creations, createdFolders);
  // A file can only be restored in place of a folder that is deleted.
  for (const { at, current, result } of targets) {
    if (current === 'folder' && result !== undefined && !folderDeletions.some((folder) => folder.at.uri === at.uri))
      throw folderInTheWayError(at);
  }
  return [...deletions, ...folderDeletions, ...creations, ...changes.filter(({ kind }) => kind === 'update')];
}

/**
 * Computes a file without some of its changes; undefined if there is no file then. Throws as `planRevert` does.
 * @param current the file as it is now, with later edits
 * @param steps the changes to revert, newest first
 */
export async function revertStepsOf(
  at: Location,
  current: LoadedSide | undefined,
  steps: FileRevert['steps'],
): Promise<LoadedSide | undefined> {
  const uri = vscode.Uri.parse(at.uri, true);
  const load = async (side: LazySide | undefined): Promise<LoadedSide | undefined> =>
    side === undefined ? undefined : decodeSide(side.mode, await side.load(), uri);
  const loaded: FileStep<LoadedSide>[] = [];
  for (const { before, after } of steps) loaded.push({ before: await load(before), after: await load(after) });
  const result = revertSteps(current, loaded);
  if (result.kind === 'conflict') throw current === undefined ? deletedSinceError(at) : changedSinceError(at);
  if (result.kind === 'side') return result.side;
  const content = await encodeText(result.text, current?.content.kind === 'text' ? current.content.encoding : 'utf8');
  const { bytes, sha256: hash, text } = content;
  return { mode: result.mode, bytes, hash, text, content };
}

/** The changes of one file; none if it has its target already. A link is never updated, but deleted and created. */
function changesOf({ at, current, result }: RevertTarget): Change[] {
  const file = current === 'folder' ? undefined : current;
  if (file?.hash === result?.hash && file?.mode === result?.mode) return [];
  const before = file?.content;
  const after = result?.content;
  if (isFileContent(before) && isFileContent(after))
    return [{ kind: 'update', at, before, after, ...modeFieldOf(file, result) }];
  return [
    ...(before === undefined ? [] : [{ kind: 'delete', at, before, ...modeFieldOf(file, undefined) } as const]),
    ...(after === undefined ? [] : [{ kind: 'create', at, after, ...modeFieldOf(undefined, result) } as const]),
  ];
}

/** The field of a change that sets the mode; no field if both sides have the same mode. */
function modeFieldOf(current: LoadedSide | undefined, result: LoadedSide | undefined): { readonly mode?: ModeChange } {
  const before = current?.mode === 'executable';
  const after = result?.mode === 'executable';
  return before === after ? {} : { mode: { ...(current === undefined ? {} : { before }), after } };
}

/** Deletions of folders that become empty once files are deleted, deepest first. */
async function deletionsOfEmptied(
  deletions: readonly Change[],
  creations: readonly Change[],
  createdFolders: readonly Location[],
): Promise<readonly (Change & { kind: 'delete' })[]> {
  const deletedUris = new Set(deletions.map(({ at }) => at.uri));
  const neededUris = new Set(creations.flatMap(({ at }) => parentFolders(at)).map(({ uri }) => uri));
  const candidates = [...deletions.map(({ at }) => at), ...createdFolders].flatMap(parentFolders);
  const folders = new Map([...candidates, ...createdFolders].map((at) => [at.uri, at]));
  const deepestFirst = [...folders.values()].sort((a, b) => b.uri.length - a.uri.length);
  const emptyFolders: (Change & { kind: 'delete' })[] = [];
  for (const at of deepestFirst) {
    if (neededUris.has(at.uri)) continue;
    const uri = vscode.Uri.parse(at.uri, true);
    // A folder that is gone, or cannot be read, is not deleted.
    const entries = await fileSystem.readDirectory(uri).then(undefined, () => undefined);
    const isEmptied = entries?.every(([name]) => deletedUris.has(vscode.Uri.joinPath(uri, name).toString()));
    if (isEmptied !== true) continue;
    deletedUris.add(at.uri);
    emptyFolders.push({ kind: 'delete', at, before: { kind: 'directory' } });
  }
  return emptyFolders;
}

/** Folders between a file or folder and its workspace folder, both excluded. */
function parentFolders(at: Location): Location[] {
  const folders: Location[] = [];
  const rootUris = new Set(workspaceRoots().map(({ uri }) => uri));
  let folder = parentLocation(at);
  while (folder !== undefined && !rootUris.has(folder.uri)) {
    folders.push(folder);
    folder = parentLocation(folder);
  }
  return folders;
}

/** The error for a file with later edits that cannot be merged with the revert. */
export function changedSinceError({ path }: Location): Error {
  return failure(
    'STALE',
    phrase(
      '{0} has changed on the same lines since, or in a way that cannot be merged. Nothing was reverted. Change it by hand; other files can be reverted one by one.',
      path,
    ),
    'Tell the user.',
  );
}

/** The error for a file that was deleted after the changes to revert. */
export function deletedSinceError({ path }: Location): Error {
  return failure(
    'STALE',
    phrase(
      '{0} has been deleted since. Nothing was reverted. Restore the file first; other files can be reverted one by one.',
      path,
    ),
    'Tell the user.',
  );
}

function folderInTheWayError({ path }: Location): Error {
  return failure(
    'STALE',
    phrase('{0} is a folder now, with files that are not reverted. Nothing was reverted.', path),
    'Tell the user.',
  );
}
