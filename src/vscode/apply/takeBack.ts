import * as vscode from 'vscode';
import type { Change, Content } from '../../core/change.ts';
import { inverse } from '../../core/inverse.ts';
import { pathOf } from '../../core/summary.ts';
import { dirtyDocument } from '../disk.ts';
import type { PlaceCheck } from './placeCheck.ts';
import { execute, type Manner } from './execute.ts';
import { isReformatted } from './reformatted.ts';
import { isAfter, isBefore, isMovedOnly } from './states.ts';

export interface TakingBack extends Manner {
  /** A place that leads elsewhere by now is not written to. */
  readonly places?: PlaceCheck | undefined;
}

/**
 * Takes changes back, the last first, whether each was made, half made or not made. A place that is neither as a change
 * found it nor as it left it holds somebody else's work, which is left alone.
 *
 * @returns the paths that are not as they were before.
 */
export async function takeBack(changes: readonly Change[], manner: TakingBack): Promise<string[]> {
  const left: string[] = [];
  for (const change of changes.toReversed()) {
    const done = await takeBackOne(change, manner).catch(() => false);
    if (!done) left.push(pathOf(change));
  }
  return left;
}

async function takeBackOne(change: Change, manner: TakingBack): Promise<boolean> {
  const { links } = manner.disk;
  const uri = vscode.Uri.parse(change.at.uri, true);
  const setMode = change.kind === 'update' && change.mode !== undefined;
  if (!setMode && (await isBefore(change, links))) return true;
  await manner.places?.before(inverse(change));
  if (change.kind === 'move' && (await isMovedOnly(change))) {
    await vscode.workspace.fs.rename(uri, vscode.Uri.parse(change.from.uri, true), { overwrite: false });
  } else if ((await isAfter(change, links)) || setMode || (await isTorn(change, uri))) {
    await execute(inverse(change), manner);
  } else return false;
  if (change.kind === 'update') await saveIfOurs(change, uri);
  return isBefore(change, links);
}

/** A text of a group that was not saved yet is on disk as it was; saving makes its document clean again. */
async function saveIfOurs(change: Change & { kind: 'update' }, uri: vscode.Uri): Promise<void> {
  const dirty = dirtyDocument(uri);
  if (dirty === undefined || change.before.kind !== 'text' || isReformatted(dirty)) return;
  const onDisk = await vscode.workspace.fs.readFile(uri);
  if (sameBytes(onDisk, change.before.bytes)) await dirty.save();
}

/** Whether a file was cut off while it was written: its bytes are then the first of ours. */
async function isTorn(change: Change, uri: vscode.Uri): Promise<boolean> {
  if (!('after' in change) || !isFile(change.after)) return false;
  const { bytes } = change.after;
  try {
    const found = await vscode.workspace.fs.readFile(uri);
    return found.length < bytes.length && sameBytes(found, bytes.subarray(0, found.length));
  } catch {
    return false;
  }
}

function isFile(content: Content): content is Content & { readonly bytes: Uint8Array } {
  return content.kind === 'text' || content.kind === 'binary';
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
