// Plans reverts of files, as changes for the journal.

import * as vscode from 'vscode';
import type { Change, Location, ModeChange } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { revertSteps, type FileSide, type SideStep } from '../../core/toReview/revertSteps.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { parentLocation } from '../apply/start.ts';
import { encodeText } from '../files/codec.ts';
import { fileSystem } from '../files/fileSystem.ts';
import { workspaceRoots } from '../files/workspaceRoots.ts';
import type { Disk } from '../ports/localDisk.ts';
import { currentSide, storedSide, type LoadedSide } from './sides.ts';

/** A stored side whose bytes are loaded on demand. */
export interface LazySide {
  readonly mode: FileSide['mode'];
  /** Throws ToolError IO_ERROR if the bytes were not stored, or are gone. */
  readonly load: () => Promise<Uint8Array>;
}

/** A file, and its changes to revert. */
export interface TakenBack {
  readonly at: Location;
  /** Newest first. */
  readonly steps: readonly { readonly before: LazySide | undefined; readonly after: LazySide | undefined }[];
}

/** A file's current and its resulting content. */
export interface Target {
  readonly at: Location;
  readonly now: LoadedSide | 'folder' | undefined;
  readonly left: LoadedSide | undefined;
}

/**
 * Plans the changes that revert others and keep later edits.
 *
 * @throws ToolError STALE if later edits overlap or cannot be merged, IO_ERROR if a side is gone
 */
export async function planRevert(files: readonly TakenBack[], disk: Disk): Promise<readonly Change[]> {
  return changesFor(await mapConcurrently(files, (file) => readTarget(file, disk)));
}

/**
 * Plans the changes that bring files to their targets, in execution order. Also deletes folders that become empty,
 * since nothing records whether they existed before.
 * @param made other folders to delete if they are empty
 */
export async function changesFor(
  targets: readonly Target[],
  made: readonly Location[] = [],
): Promise<readonly Change[]> {
  const removed = targets.flatMap(removalOf);
  const added = targets.flatMap(additionOf);
  const updated = targets.flatMap(updateOf);
  const folders = await emptiedFolders(removed, added, made);
  for (const { at, now, left } of targets) {
    if (now === 'folder' && left !== undefined && !folders.some((folder) => folder.at.uri === at.uri))
      throw inTheWayError(at);
  }
  return [...removed, ...folders, ...added, ...updated];
}

async function readTarget({ at, steps }: TakenBack, disk: Disk): Promise<Target> {
  const now = await currentSide(vscode.Uri.parse(at.uri, true), disk);
  return { at, now, left: await withoutSteps(at, now === 'folder' ? undefined : now, steps) };
}

/** Computes a file without changes, given newest first. Throws as `planRevert` does. */
export async function withoutSteps(
  at: Location,
  now: LoadedSide | undefined,
  steps: TakenBack['steps'],
): Promise<LoadedSide | undefined> {
  const uri = vscode.Uri.parse(at.uri, true);
  const load = async (side: LazySide | undefined): Promise<LoadedSide | undefined> =>
    side === undefined ? undefined : storedSide(side.mode, await side.load(), uri);
  const loaded: SideStep<LoadedSide>[] = [];
  for (const { before, after } of steps) loaded.push({ before: await load(before), after: await load(after) });
  const result = revertSteps(now, loaded);
  if (result.kind === 'conflict') throw now === undefined ? deletedSince(at) : changedSince(at);
  if (result.kind === 'side') return result.side;
  const content = await encodeText(result.text, now?.content.kind === 'text' ? now.content.encoding : 'utf8');
  const { bytes, sha256: hash, text } = content;
  return { mode: result.mode, bytes, hash, text, content };
}

/** A link and a file cannot turn into each other: one is deleted, the other created. */
function isReplaced({ now, left }: Target): boolean {
  if (now === undefined || now === 'folder' || left === undefined) return false;
  return (now.mode === 'link' || left.mode === 'link') && (now.mode !== left.mode || now.hash !== left.hash);
}

function removalOf(target: Target): Change[] {
  const { at, now, left } = target;
  if (now === undefined || now === 'folder' || (left !== undefined && !isReplaced(target))) return [];
  return [{ kind: 'delete', at, before: now.content, ...modeOf(now, undefined) }];
}

function additionOf(target: Target): Change[] {
  const { at, now, left } = target;
  if (left === undefined || (now !== undefined && now !== 'folder' && !isReplaced(target))) return [];
  return [{ kind: 'create', at, after: left.content, ...modeOf(undefined, left) }];
}

function updateOf(target: Target): Change[] {
  const { at, now, left } = target;
  if (now === undefined || now === 'folder' || left === undefined || isReplaced(target)) return [];
  if (now.content.kind === 'link' || left.content.kind === 'link') return [];
  if (now.hash === left.hash && now.mode === left.mode) return [];
  return [{ kind: 'update', at, before: now.content, after: left.content, ...modeOf(now, left) }];
}

function modeOf(now: LoadedSide | undefined, left: LoadedSide | undefined): { readonly mode?: ModeChange } {
  const [before, after] = [now?.mode === 'executable', left?.mode === 'executable'];
  return before === after ? {} : { mode: { ...(now === undefined ? {} : { before }), after } };
}

/** Folders that become empty once files are removed, deepest first. */
async function emptiedFolders(
  removed: readonly Change[],
  added: readonly Change[],
  made: readonly Location[],
): Promise<readonly (Change & { kind: 'delete' })[]> {
  const gone = new Set(removed.map(({ at }) => at.uri));
  const needed = new Set(added.flatMap(({ at }) => foldersAbove(at)).map(({ uri }) => uri));
  const above = [...removed.map(({ at }) => at), ...made].flatMap(foldersAbove);
  const folders = new Map([...above, ...made].map((at) => [at.uri, at]));
  const deepestFirst = [...folders.values()].sort((one, other) => other.uri.length - one.uri.length);
  const emptied: (Change & { kind: 'delete' })[] = [];
  for (const at of deepestFirst) {
    if (needed.has(at.uri)) continue;
    const uri = vscode.Uri.parse(at.uri, true);
    const entries = await fileSystem.readDirectory(uri).then(
      (found) => found,
      () => undefined,
    );
    if (entries?.every(([name]) => gone.has(vscode.Uri.joinPath(uri, name).toString())) !== true) continue;
    gone.add(at.uri);
    emptied.push({ kind: 'delete', at, before: { kind: 'directory' } });
  }
  return emptied;
}

/** Folders between a file and its workspace folder. */
function foldersAbove(at: Location): Location[] {
  const above: Location[] = [];
  const tops = new Set(workspaceRoots().map(({ uri }) => uri));
  for (let next = parentLocation(at); next !== undefined && !tops.has(next.uri); next = parentLocation(next))
    above.push(next);
  return above;
}

export function changedSince({ path }: Location): Error {
  return failure(
    'STALE',
    phrase(
      '{0} has changed on the same lines since, or in a way that cannot be merged. Nothing was reverted. Change it by hand; other files can be reverted one by one.',
      path,
    ),
    'Tell the user.',
  );
}

/** The error for a file that was deleted, together with the changes to revert. */
export function deletedSince({ path }: Location): Error {
  return failure(
    'STALE',
    phrase(
      '{0} has been deleted since. Nothing was reverted. Restore the file first; other files can be reverted one by one.',
      path,
    ),
    'Tell the user.',
  );
}

export function inTheWayError({ path }: Location): Error {
  return failure(
    'STALE',
    phrase('{0} is a folder now, with files that are not reverted. Nothing was reverted.', path),
    'Tell the user.',
  );
}
